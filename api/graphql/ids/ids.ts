import { InvalidInputError } from '#api/platform/errors.ts';
import { isPlainId, parseGlobalId } from './globalIds.ts';

interface Row {
  one: string;
  /** Types whose global ids identify such a row. */
  types: readonly string[];
  /** Whether a field `databaseId` returns the plain id. */
  hasDatabaseId: boolean;
  /** Whether text that is no id is refused here; otherwise resolvers report an unknown id. */
  isStrict?: true;
}

export const rows = {
  apiToken: { one: 'a token', types: ['ApiToken'], hasDatabaseId: true, isStrict: true },
  booking: { one: 'a booking', types: ['Booking'], hasDatabaseId: true },
  inquiry: {
    one: 'a submitted property',
    types: ['PropertyInquiry', 'InquiryCase'],
    hasDatabaseId: true,
  },
  inquiryEvent: {
    one: 'an event of a submitted property',
    types: ['InquiryEvent'],
    hasDatabaseId: false,
  },
  listing: { one: 'a listing', types: ['Listing', 'OwnListing'], hasDatabaseId: true },
  listingCalendar: {
    one: 'a calendar of another site',
    types: ['ListingCalendar'],
    hasDatabaseId: true,
  },
  listingDraft: { one: 'a listing draft', types: ['ListingDraft'], hasDatabaseId: false },
  mail: { one: 'a message', types: ['OutgoingMail'], hasDatabaseId: false, isStrict: true },
  occupancyTax: { one: 'a tax rate', types: ['OccupancyTax'], hasDatabaseId: false },
  message: { one: 'a message between members', types: ['Message'], hasDatabaseId: true },
  messageThread: { one: 'a conversation', types: ['MessageThread'], hasDatabaseId: true },
  organization: {
    one: 'an organization',
    types: ['Organization'],
    hasDatabaseId: true,
    isStrict: true,
  },
  picture: { one: 'a picture', types: ['Picture'], hasDatabaseId: true },
  provider: { one: 'a provider', types: ['InventoryProvider'], hasDatabaseId: true },
  providerResort: {
    one: "a provider's resort",
    types: ['InventoryResort'],
    hasDatabaseId: true,
  },
  resort: { one: 'a resort', types: ['Resort'], hasDatabaseId: true },
  resortImport: {
    one: 'an import of resorts',
    types: ['ResortImport'],
    hasDatabaseId: true,
  },
  review: {
    one: 'a review',
    types: ['Review', 'ReportedReview'],
    hasDatabaseId: true,
    isStrict: true,
  },
  reviewReport: { one: 'a report of a review', types: ['ReviewReport'], hasDatabaseId: false },
  run: { one: 'a preview or sync', types: ['InventoryRun'], hasDatabaseId: true },
  sale: { one: 'a sale', types: ['Sale'], hasDatabaseId: true },
  savedSearch: {
    one: 'a saved search',
    types: ['SavedSearch'],
    hasDatabaseId: false,
    isStrict: true,
  },
  session: { one: 'a session', types: ['Session'], hasDatabaseId: false },
  setting: { one: 'a setting', types: ['SiteSetting'], hasDatabaseId: false },
  user: { one: 'an account', types: ['User'], hasDatabaseId: true },
  webhookDelivery: {
    one: 'a delivery to a webhook endpoint',
    types: ['WebhookDelivery'],
    hasDatabaseId: true,
    isStrict: true,
  },
  webhookEndpoint: {
    one: 'a webhook endpoint',
    types: ['WebhookEndpoint'],
    hasDatabaseId: true,
    isStrict: true,
  },
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof rows;

export interface IdNote {
  form: 'global' | 'plain' | 'global or plain';
  rows: readonly RowName[];
  words?: string | undefined;
}

/** Options of a field with a note about its ids. The plugin reads the note. */
interface IdOptions {
  description: string;
  extensions: { id: IdNote };
}

/** Identifies a row by global or plain id; resolvers receive the plain id. */
export function idOf(row: RowName, words?: string): IdOptions {
  const { one, hasDatabaseId } = rows[row];
  const plain = hasDatabaseId ? 'plain id (`databaseId`)' : 'plain id';
  return {
    description: [`Global id or ${plain} of ${one}.`, ...(words ? [words] : [])].join(' '),
    extensions: { id: { form: 'global or plain', rows: [row], words } },
  };
}

/** Options of an output field that returns plain ids of rows. */
export const plainIdOf = (
  row: RowName | readonly RowName[],
  description: string,
  moreExtensions: object = {},
): IdOptions => ({
  description,
  extensions: {
    ...moreExtensions,
    id: { form: 'plain', rows: typeof row === 'string' ? [row] : row },
  },
});

/** Options of an output field that returns global ids of rows; the resolver encodes them. */
export const globalIdOf = (row: RowName | readonly RowName[], description: string): IdOptions => ({
  description,
  extensions: { id: { form: 'global', rows: typeof row === 'string' ? [row] : row } },
});

export const rowOfType = (typename: string): RowName | undefined => rowsByType.get(typename);

const rowsByType: ReadonlyMap<string, RowName> = new Map(
  (Object.keys(rows) as RowName[]).flatMap((row) =>
    rows[row].types.map((typename): [string, RowName] => [typename, row]),
  ),
);

/**
 * The plain id in lower case. Other text is returned unchanged, unless the row is strict.
 * @throws {InvalidInputError} naming `field`, for the global id of another kind of row
 */
export function plainId(row: RowName, given: string, field: string): string {
  if (isPlainId(given)) {
    return given.toLowerCase();
  }
  const { one, isStrict }: Row = rows[row];
  const global = parseGlobalId(given);
  const named = global && rowOfType(global.typename);
  if (global && named === row) {
    return global.id.toLowerCase();
  }
  if (named) {
    throw new InvalidInputError(field, `This is the id of ${rows[named].one}, not of ${one}`);
  }
  if (isStrict) {
    throw new InvalidInputError(field, `This is not the id of ${one}. Use one that an answer gave`);
  }
  return given;
}
