import { adminList } from '#api/graphql/adminList.ts';
import { argsOf, inputOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { exposed, maybe, shownType } from '#api/graphql/exposed.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command, payload } from '#api/graphql/command.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { MoneyType, withPricesInDollars } from '#api/graphql/money.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { usDollars } from '#common/money.ts';
import { createResort, deleteResort, updateResort } from './adminResorts.ts';
import { ResortSeasonType } from '../resorts.graphql.ts';
import { listResorts, readListedResort, type ListedResort } from './resortDirectory.ts';
import type { CsvProblem } from './resortCsv.ts';
import {
  continueResortImport,
  readResortImports,
  startResortImport,
  type ImportProgress,
} from './resortImport.ts';
import { uploadResortPicture } from './resortPictures.ts';
import { seasonText } from './seasons.ts';

const WeekRuleEnum = enumOf(
  'WeekRule',
  'The weekday on which the numbered weeks of a resort begin.',
  {
    friday: 'Week 1 begins on the first Friday of the year.',
    saturday: 'Week 1 begins on the first Saturday of the year.',
    sunday: 'Week 1 begins on the first Sunday of the year.',
  },
);

const ManagedResortType = builder.objectRef<ListedResort>('ManagedResort').implement({
  description: 'A resort as administrators see it: all editable fields, and what depends on it.',
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('resort', 'The plain id, as in web addresses.')),
    ...exposed(t, {
      slug: 'The short name, as in web addresses.',
      name: "The resort's own name.",
      brand: 'The vacation club or company.',
      city: 'The town; empty if unknown.',
      region: 'The state or region; empty if unknown.',
      country: 'The country; empty if unknown.',
      location: 'Town and region as displayed.',
      destination: 'The wider area that people search for.',
      description: 'A few sentences of plain text.',
      imageUrl: 'Address of the main picture, 3:2.',
      rating: ['Float', 'Average of all reviews, 0.00 to 5.00.'],
      reviewCount: ['Int', 'How many reviews there are.'],
      availableRentals: ['Int', 'How many listings have a free night.'],
      isNewAvailability: ['Boolean', 'Whether weeks were added recently.'],
      latitude: ['Float?', 'Degrees north, WGS 84.'],
      longitude: ['Float?', 'Degrees east, WGS 84.'],
      timezone: 'For example America/New_York.',
      version: ['Int', 'Changes with each edit; for `updateResort`.'],
      listings: ['Int', 'How many listings refer to it; a resort with listings cannot be deleted.'],
      bookings: ['Int', 'How many bookings refer to it; a resort with bookings cannot be deleted.'],
      createdAt: ['DateTime', 'When the resort was added.'],
      brandAliases: [
        'String[]',
        'Other search terms for all resorts of the brand.',
        { complexity: { field: 1, multiplier: 1 } },
      ],
      amenities: [
        'String[]',
        'What the resort offers.',
        { complexity: { field: 1, multiplier: 1 } },
      ],
      certificateEmail:
        'Where the resort confirms guest certificates; empty if only the team does.',
      certificateLeadDays: [
        'Int?',
        'Days before check-in by which it issues guest certificates; null for the setting of the site.',
      ],
      weekRule: [WeekRuleEnum, 'The weekday on which numbered weeks begin.'],
      seasons: [
        [ResortSeasonType],
        'The season calendar, in the order of its weeks.',
        { complexity: { field: 1, multiplier: 1 } },
      ],
    }),
    priceMin: t.field({
      type: MoneyType,
      description: 'Lowest usual price for a night; whole US dollars.',
      resolve: ({ priceMin }) => usDollars(priceMin),
    }),
    priceMax: t.field({
      type: MoneyType,
      description: 'Highest usual price for a night; whole US dollars.',
      resolve: ({ priceMax }) => usDollars(priceMax),
    }),
    seasonText: t.string({
      description: "The season calendar in one line: 'Red 1-8, 50-52; White 9-20'.",
      resolve: (resort) => seasonText(resort.seasons),
    }),
  }),
});

const ManagedResortSortEnum = enumOf(
  'ManagedResortSort',
  'Orders of the administrators’ list. Every order is total, so pages never overlap.',
  {
    NEWEST: 'Latest added first.',
    OLDEST: 'Earliest added first.',
    NAME: 'By name, A to Z.',
    NAME_DESCENDING: 'By name, Z to A.',
    DESTINATION: 'By destination, A to Z.',
    DESTINATION_DESCENDING: 'By destination, Z to A.',
    PRICE: 'Lowest price first.',
    PRICE_DESCENDING: 'Highest starting price first.',
    RATING: 'Lowest rated first.',
    RATING_DESCENDING: 'Highest rated first.',
  },
);

const [ManagedResortConnection, ManagedResortEdge] = listTypes('ManagedResort', ManagedResortType, {
  node: 'A resort in the administrators’ list.',
  page: 'A page of the administrators’ list of resorts.',
  totalCount: 'How many resorts the whole list holds.',
});

adminList('managedResorts', [ManagedResortConnection, ManagedResortEdge], {
  type: ManagedResortType,
  description: 'Resorts with all editable fields. `first` defaults to 12 and is at most 100.',
  args: argsOf({
    search: ['String?', "Search text, read like the text of the site's own search."],
    sort: [
      ManagedResortSortEnum,
      { defaultValue: 'NEWEST', description: 'The order of the list.' },
    ],
  }),
  resolve: async ({ search, sort }, page, context) => {
    return listResorts(context.deps, await context.viewer(), { search, sort }, page);
  },
});

const ResortFieldsInput = inputOf(
  'ResortFieldsInput',
  'The fields of a resort that administrators edit. A new resort requires name, location, destination and description. In an update, omitted fields stay unchanged.',
  {
    name: ['String?', '200 characters at most.'],
    location: ['String?', 'Town and region as displayed, 200 characters at most.'],
    destination: ['String?', 'The wider area, 100 characters at most.'],
    description: ['String?', 'Plain text, 5,000 characters at most.'],
    imageUrl: [
      'String?',
      'The result of `uploadResortPicture`, or an address that begins with https://.',
    ],
    amenities: ['String[]?', 'At most 50, each of at most 60 characters.'],
    rating: ['Float?', '0 to 5 in steps of 0.1. Later reviews change it from there.'],
    availableRentals: ['Int?', 'Changes by one with each listing from there.'],
    priceMinCents: ['Int?', 'Lowest usual price for a night in US cents; whole dollars.'],
    priceMaxCents: ['Int?', 'Highest usual price for a night in US cents; whole dollars.'],
    isNewAvailability: ['Boolean?', 'Whether weeks were added recently.'],
    brand: ['String?', 'The vacation club or company; Independent if blank.'],
    brandAliases: [
      'String[]?',
      'Other search terms for the brand. Replaces those of all its resorts.',
    ],
    city: ['String?', 'The town, 100 characters at most.'],
    region: ['String?', 'The state or region, 100 characters at most.'],
    country: ['String?', 'The country, 100 characters at most.'],
    latitude: ['Float?', 'Degrees north, or null; set together with `longitude`.'],
    longitude: ['Float?', 'Degrees east, or null; set together with `latitude`.'],
    timezone: [
      'String?',
      'For example America/New_York. Derived from the coordinates or the region if blank or UTC.',
    ],
    certificateEmail: [
      'String?',
      'Where the resort confirms guest certificates; blank if only the team does.',
    ],
    certificateLeadDays: [
      'Int?',
      'Days before check-in by which it issues guest certificates, 1 to 120; null for the setting of the site.',
    ],
    weekRule: [maybe(WeekRuleEnum), 'The weekday on which weeks begin.'],
    seasons: ['String?', "The season calendar: 'Red 1-8, 50-52; White 9-20'. Blank for none."],
  },
);

const version =
  'The version that you read. If it is not the latest, nothing is changed. Not checked if omitted.';

const resortPayload = (description: string) => (name: string) =>
  builder.objectRef<{ id: string }>(name).implement({
    description,
    fields: (t) => ({
      resort: t.field({
        type: ManagedResortType,
        nullable: true,
        description: 'The resort as it is now.',
        resolve: ({ id }, _args, { deps }) => readListedResort(deps, id),
      }),
    }),
  });

const ImportProblemType = shownType<CsvProblem>('ResortImportProblem', {
  description: 'A line of a file that cannot be imported.',
  fields: {
    line: ['Int', 'Where it begins in the file, counted from 1.'],
    name: 'Name of the resort; may be empty.',
    messages: ['String[]', 'Messages that say what to correct.'],
  },
});

const ResortImportType = builder.objectRef<ImportProgress>('ResortImport');

builder.node(ResortImportType, {
  description: 'A file of resorts and the progress of its import.',
  authScopes: { admin: true },
  brandLoadedObjects: true,
  id: { description: 'Global id, for `node`.', resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { deps }) => readResortImports(deps, ids),
  fields: (t) => ({
    databaseId: t.exposeID(
      'id',
      plainIdOf('resortImport', 'The plain id, for `continueResortImport`.'),
    ),
    ...exposed(t, {
      total: ['Int', 'How many lines can be imported.'],
      done: ['Int', 'How many of these are processed.'],
      imported: ['Int', 'How many of these were new.'],
      known: ['Int', 'How many of these existed already.'],
      problems: [[ImportProblemType], 'Lines that cannot be imported, in the order of the file.'],
    }),
  }),
});

const importPayload = (description: string) =>
  payload(description, {
    resortImport: [ResortImportType, 'The file and the progress of its import.'],
  });

const PictureCropInput = inputOf(
  'PictureCropInput',
  'The part of an upright picture to keep, as fractions (0 to 1) of its width and height.',
  {
    x: ['Float', 'Distance from the left.'],
    y: ['Float', 'Distance from the top.'],
    width: ['Float', 'Width of the part.'],
    height: ['Float', 'Height of the part.'],
  },
);

/** Drops null fields, which count as omitted, except coordinates, which null clears. */
const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== null || name === 'latitude' || name === 'longitude',
    ),
  ) as Partial<Fields>;

command('startResortImport', {
  type: importPayload('The file was read. Nothing is imported yet.'),
  description:
    'Reads a CSV file of resorts, at most 10 MB and 20,000 lines, and returns the lines that cannot be imported.',
  authScopes: { admin: true },
  errors: ['InvalidInput', 'Forbidden'],
  args: argsOf({ file: ['Upload', 'The file to read.'] }),
  resolve: async ({ file }, context) => {
    const { createReadStream } = await file;
    const viewer = await context.viewer();
    return { resortImport: await startResortImport(context.deps, viewer, createReadStream()) };
  },
});

command('continueResortImport', {
  type: importPayload(
    'The next 250 lines were imported. The import is complete if `done` equals `total`.',
  ),
  description:
    'Imports the next 250 lines of a file that was read. Existing resorts stay unchanged.',
  authScopes: { admin: true },
  errors: ['InvalidInput', 'NotFound', 'Forbidden'],
  args: argsOf({ importId: idOf('resortImport') }),
  resolve: async ({ importId }, context) => ({
    resortImport: await continueResortImport(context.deps, await context.viewer(), importId),
  }),
});

command('uploadResortPicture', {
  type: payload('The picture was stored in all its sizes.', {
    imageUrl: ['String', 'For `imageUrl` of a resort. Deleted after a day if no resort uses it.'],
  }),
  description:
    'Uploads a picture for a resort: JPEG, PNG or WebP, 15 MB and 60 million pixels at most.',
  authScopes: { admin: true },
  errors: ['InvalidInput', 'Forbidden'],
  args: argsOf({
    file: ['Upload', 'The picture to upload.'],
    crop: [maybe(PictureCropInput), 'Which part to keep. Defaults to the middle.'],
  }),
  resolve: async ({ file, crop }, context) => {
    const { createReadStream } = await file;
    const viewer = await context.viewer();
    const body = createReadStream();
    return { imageUrl: await uploadResortPicture(context.deps, viewer, body, crop ?? undefined) };
  },
});

command('createResort', {
  type: resortPayload('The resort was added.'),
  description: 'Adds a resort to the directory.',
  authScopes: { admin: true },
  errors: ['InvalidInput', 'Conflict', 'Forbidden'],
  input: ['The resort to add.', 'A resort to add to the directory.'],
  fields: {
    fields: [ResortFieldsInput, 'The fields of the resort.'],
    idempotencyKey: [
      'String?',
      'Any text of 8 to 100 visible characters. Calls that are repeated with the same key add only one resort.',
    ],
  },
  resolve: async ({ fields, idempotencyKey }, context) => {
    const viewer = await context.viewer();
    return withPricesInDollars({ ...given(fields), idempotencyKey }, (wanted) =>
      createResort(context.deps, viewer, wanted),
    );
  },
});

command('updateResort', {
  type: resortPayload('The resort was changed.'),
  description: 'Changes a resort of the directory.',
  authScopes: { admin: true },
  input: ['What to change.', 'The changes to a resort.'],
  fields: {
    resortId: idOf('resort'),
    version: ['Int?', version],
    fields: [ResortFieldsInput, 'The fields to change.'],
  },
  resolve: async ({ fields, ...target }, context) => {
    const viewer = await context.viewer();
    return withPricesInDollars({ ...given(fields), ...target }, (wanted) =>
      updateResort(context.deps, viewer, wanted),
    );
  },
});

command('deleteResort', {
  type: payload('The resort and its reviews were deleted.', {
    deletedResortId: plainIdOf('resort', 'Plain id of the resort.'),
  }),
  description: 'Deletes a resort that has neither listings nor bookings.',
  authScopes: { admin: true },
  input: ['Resort to delete.', 'A resort to delete.'],
  fields: {
    resortId: idOf('resort'),
    version: ['Int?', version],
  },
  resolve: async (input, context) => {
    await deleteResort(context.deps, await context.viewer(), input);
    return { deletedResortId: input.resortId };
  },
});
