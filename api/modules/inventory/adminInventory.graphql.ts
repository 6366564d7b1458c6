import type { InventoryRunPurpose } from '#api/generated/prisma/client.ts';
import { maybe } from '#api/graphql/exposed.ts';
import { inputOf } from '#api/graphql/inputs.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf } from '#api/graphql/ids/ids.ts';
import { withPricesInDollars } from '#api/graphql/money.ts';
import {
  InventoryResortType,
  ProviderKindEnum,
  ProviderType,
  RunType,
} from './inventory.graphql.ts';
import { createResortFrom, ignoreResort, matchResort } from './matching/matchResort.ts';
import {
  createProvider,
  deleteProvider,
  updateProvider,
  withdrawProvider,
} from './providers/providers.ts';
import { cancelRun, startRun } from './runs/adminRuns.ts';

const FieldPathInput = inputOf(
  'InventoryFieldPathInput',
  "Path of a week's field in a row of a feed.",
  {
    field: ['String', 'Name of the field, such as `pricePerNight`; unique in the list.'],
    path: ['String', 'Name of the column, or keys joined by dots; at most 200 characters.'],
  },
);

const CalendarInput = inputOf(
  'InventoryCalendarInput',
  'The calendar of a listing at a provider.',
  {
    listingId: idOf('listing', 'Unique in the list.'),
    address: ['String', 'Address of the calendar.'],
  },
);

const key =
  'Sent as `Authorization: Bearer …`, stored encrypted. Visible ASCII characters without blanks.';
const schedule =
  'When syncs start automatically: five crontab fields, in UTC, such as `0 4 * * *`. Blank: never.';
const rowsPath = 'JSON only: path of the list in the document; blank if the document is the list.';
const fieldPaths = 'JSON and CSV only: paths of the fields that have another name in the feed.';
const calendars = 'iCalendar only: the calendars of our listings, at most 500.';
const address = 'Address of its feed: https://… or http://…. Optional for iCalendar.';

const version = 'The version you read; if it is not the latest, the request is refused.';

const ofProvider = { providerId: idOf('provider'), version: ['Int', version] } as const;

const ofRun = {
  providerId: idOf('provider'),
  destination: ['String?', 'Only weeks at resorts with this text in name, town or destination.'],
  priceMinCents: ['Int?', 'Lowest price of a night in US cents, at least 0.'],
  priceMaxCents: ['Int?', 'Highest price of a night in US cents, at least 0.'],
  limit: ['Int?', 'The most weeks to read, 1 to 100. Defaults to all.'],
} as const;

const ofResort = { inventoryResortId: idOf('providerResort') };

const providerNow = { provider: [ProviderType, 'The provider as it is now.'] } as const;
const runNow = {
  run: [RunType, 'The run as it is now; watch it with the subscription `inventoryRun`.'],
} as const;
const resortNow = {
  inventoryResort: [InventoryResortType, 'The resort of the provider as it is now.'],
} as const;

command('createInventoryProvider', {
  type: payload('The provider was added; its feed is not read yet.', providerNow),
  description: 'Adds a provider.',
  authScopes: { admin: true },
  errors: ['InvalidInput', 'Conflict', 'Forbidden'],
  input: ['The new provider.', 'A new provider.'],
  fields: {
    name: ['String', 'Its unique name, at most 80 characters.'],
    kind: [ProviderKindEnum, 'Format of what it offers.'],
    address: ['String?', address],
    key: ['String?', key],
    rowsPath: ['String?', rowsPath],
    fieldPaths: [maybe([FieldPathInput]), fieldPaths],
    schedule: ['String?', schedule],
    isEnabled: ['Boolean?', 'Whether it can be synced. Defaults to true.'],
    calendars: [maybe([CalendarInput]), calendars],
  },
  resolve: ruleAs('provider', createProvider),
});

command('updateInventoryProvider', {
  type: payload('The provider was changed.', providerNow),
  description: 'Changes a provider. A sync under way keeps its settings; disabling stops it.',
  authScopes: { admin: true },
  input: ['What to change.', 'Changes of a provider; omitted fields stay unchanged.'],
  fields: {
    providerId: idOf('provider'),
    version: ['Int', version],
    name: ['String?', 'Its unique name, at most 80 characters.'],
    kind: [maybe(ProviderKindEnum), 'Format of what it offers.'],
    address: ['String?', address],
    key: ['String?', `${key} Blank removes it.`],
    rowsPath: ['String?', rowsPath],
    fieldPaths: [maybe([FieldPathInput]), fieldPaths],
    schedule: ['String?', schedule],
    isEnabled: ['Boolean?', 'Whether it can be synced.'],
    calendars: [maybe([CalendarInput]), calendars],
  },
  resolve: ruleAs('provider', updateProvider),
});

command('deleteInventoryProvider', {
  type: payload('The provider was deleted; the history of its syncs stays.', {
    deletedProviderId: globalIdOf('provider', 'Global id of the provider.'),
  }),
  description: 'Deletes a provider that has no listings, with its key.',
  authScopes: { admin: true },
  input: ['The provider to delete.', 'A provider to delete.'],
  fields: ofProvider,
  resolve: async (input, context) => {
    const id = await deleteProvider(context.deps, await context.viewer(), input);
    return { deletedProviderId: encodeGlobalId('InventoryProvider', id) };
  },
});

command('withdrawInventoryProvider', {
  type: payload(
    'The provider is disabled and its weeks are withdrawn. Beyond 10,000 weeks, the rest follow within a minute.',
    { ...providerNow, withdrawn: ['Int', 'How many listings were on the site.'] },
  ),
  description: 'Withdraws all weeks of a provider and disables it.',
  authScopes: { admin: true },
  input: ['The provider to withdraw.', 'A provider whose weeks are to be withdrawn.'],
  fields: ofProvider,
  resolve: async (input, context) => withdrawProvider(context.deps, await context.viewer(), input),
});

command('previewInventory', {
  type: payload('The preview starts in a moment.', runNow),
  description: "Reads a provider's feed and reports what a sync would do. Nothing changes.",
  authScopes: { admin: true },
  input: ['What to preview.', 'What to preview, and of which provider.'],
  fields: ofRun,
  resolve: startsRun('preview'),
});

command('startInventorySync', {
  type: payload('The sync starts in a moment.', runNow),
  description: 'Brings the weeks of a provider in. One sync per provider at a time.',
  authScopes: { admin: true },
  input: ['What to bring in.', 'What to bring in, and of which provider.'],
  fields: ofRun,
  resolve: startsRun('sync'),
});

command('cancelInventoryRun', {
  type: payload('The run stops within about a second; what it brought in stays.', runNow),
  description: 'Cancels a preview or sync.',
  authScopes: { admin: true },
  input: ['The run to cancel.', 'A preview or sync to cancel.'],
  fields: { runId: idOf('run') },
  resolve: ruleAs('run', cancelRun),
});

command('matchInventoryResort', {
  type: payload('The next sync brings its weeks in at our resort.', resortNow),
  description: "Matches a provider's resort to one of ours.",
  authScopes: { admin: true },
  input: ['The two resorts.', "A match of a provider's resort with one of ours."],
  fields: {
    inventoryResortId: idOf('providerResort'),
    resortId: idOf('resort', 'One of ours.'),
  },
  resolve: ruleAs('inventoryResort', matchResort),
});

command('createResortFromInventory', {
  type: payload('The resort was added; the next sync brings its weeks in.', resortNow),
  description: "Adds a provider's resort to ours, with a placeholder as description.",
  authScopes: { admin: true },
  input: ['The resort of the provider to add.', "A provider's resort to add to ours."],
  fields: ofResort,
  resolve: ruleAs('inventoryResort', createResortFrom),
});

command('ignoreInventoryResort', {
  type: payload('Syncs exclude its weeks from now on.', resortNow),
  description: "Excludes the weeks of a provider's resort until it is matched.",
  authScopes: { admin: true },
  input: [
    'The resort of the provider to ignore.',
    "A provider's resort whose weeks are to be excluded.",
  ],
  fields: ofResort,
  resolve: ruleAs('inventoryResort', ignoreResort),
});

function startsRun<Input extends object>(purpose: InventoryRunPurpose) {
  return ruleAs('run', (deps, viewer, input: Input) =>
    withPricesInDollars(input, (wanted) => startRun(deps, viewer, purpose, wanted)),
  );
}
