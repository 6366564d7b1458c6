import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command } from '#api/graphql/command.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { defaultPageSize, maxPageSize, pageCost } from '#api/graphql/limits/limits.ts';
import { MoneyType, withPricesInDollars } from '#api/graphql/money.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { usDollars } from '#common/money.ts';
import { readPageArgs } from '#api/platform/database/cursors.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
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
    slug: t.exposeString('slug', { description: 'The short name, as in web addresses.' }),
    name: t.exposeString('name', { description: "The resort's own name." }),
    brand: t.exposeString('brand', { description: 'The vacation club or company.' }),
    brandAliases: t.exposeStringList('brandAliases', {
      complexity: { field: 1, multiplier: 1 },
      description: 'Other search terms for all resorts of the brand.',
    }),
    city: t.exposeString('city', { description: 'The town; empty if unknown.' }),
    region: t.exposeString('region', { description: 'The state or region; empty if unknown.' }),
    country: t.exposeString('country', { description: 'The country; empty if unknown.' }),
    location: t.exposeString('location', { description: 'Town and region as displayed.' }),
    destination: t.exposeString('destination', {
      description: 'The wider area that people search for.',
    }),
    description: t.exposeString('description', {
      description: 'A few sentences of plain text.',
    }),
    imageUrl: t.exposeString('imageUrl', { description: 'Address of the main picture, 3:2.' }),
    amenities: t.exposeStringList('amenities', {
      complexity: { field: 1, multiplier: 1 },
      description: 'What the resort offers.',
    }),
    rating: t.exposeFloat('rating', { description: 'Average of all reviews, 0.00 to 5.00.' }),
    reviewCount: t.exposeInt('reviewCount', { description: 'How many reviews there are.' }),
    availableRentals: t.exposeInt('availableRentals', {
      description: 'How many listings have a free night.',
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
    isNewAvailability: t.exposeBoolean('isNewAvailability', {
      description: 'Whether weeks were added recently.',
    }),
    latitude: t.exposeFloat('latitude', { nullable: true, description: 'Degrees north, WGS 84.' }),
    longitude: t.exposeFloat('longitude', { nullable: true, description: 'Degrees east, WGS 84.' }),
    timezone: t.exposeString('timezone', { description: 'For example America/New_York.' }),
    weekRule: t.expose('weekRule', {
      type: WeekRuleEnum,
      description: 'The weekday on which numbered weeks begin.',
    }),
    seasons: t.expose('seasons', {
      type: [ResortSeasonType],
      complexity: { field: 1, multiplier: 1 },
      description: 'The season calendar, in the order of its weeks.',
    }),
    seasonText: t.string({
      description: "The season calendar in one line: 'Red 1-8, 50-52; White 9-20'.",
      resolve: (resort) => seasonText(resort.seasons),
    }),
    version: t.exposeInt('version', { description: 'Changes with each edit; for `updateResort`.' }),
    listings: t.exposeInt('listings', {
      description: 'How many listings refer to it; a resort with listings cannot be deleted.',
    }),
    bookings: t.exposeInt('bookings', {
      description: 'How many bookings refer to it; a resort with bookings cannot be deleted.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the resort was added.',
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

builder.queryField('managedResorts', (t) =>
  t.connection(
    {
      type: ManagedResortType,
      nullable: true,
      description: 'Resorts with all editable fields. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: pageCost,
      args: {
        search: t.arg.string({
          description: "Search text, read like the text of the site's own search.",
        }),
        sort: t.arg({
          type: ManagedResortSortEnum,
          required: true,
          defaultValue: 'NEWEST',
          description: 'The order of the list.',
        }),
      },
      resolve: async (_root, { search, sort, ...args }, context) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        return listResorts(context.deps, await context.viewer(), { search, sort }, page);
      },
    },
    ManagedResortConnection,
    ManagedResortEdge,
  ),
);

const ResortFieldsInput = builder.inputType('ResortFieldsInput', {
  description:
    'The fields of a resort that administrators edit. A new resort requires name, location, destination and description. In an update, omitted fields stay unchanged.',
  fields: (t) => ({
    name: t.string({ description: '200 characters at most.' }),
    location: t.string({ description: 'Town and region as displayed, 200 characters at most.' }),
    destination: t.string({ description: 'The wider area, 100 characters at most.' }),
    description: t.string({ description: 'Plain text, 5,000 characters at most.' }),
    imageUrl: t.string({
      description: 'The result of `uploadResortPicture`, or an address that begins with https://.',
    }),
    amenities: t.stringList({ description: 'At most 50, each of at most 60 characters.' }),
    rating: t.float({ description: '0 to 5 in steps of 0.1. Later reviews change it from there.' }),
    availableRentals: t.int({ description: 'Changes by one with each listing from there.' }),
    priceMinCents: t.int({
      description: 'Lowest usual price for a night in US cents; whole dollars.',
    }),
    priceMaxCents: t.int({
      description: 'Highest usual price for a night in US cents; whole dollars.',
    }),
    isNewAvailability: t.boolean({ description: 'Whether weeks were added recently.' }),
    brand: t.string({ description: 'The vacation club or company; Independent if blank.' }),
    brandAliases: t.stringList({
      description: 'Other search terms for the brand. Replaces those of all its resorts.',
    }),
    city: t.string({ description: 'The town, 100 characters at most.' }),
    region: t.string({ description: 'The state or region, 100 characters at most.' }),
    country: t.string({ description: 'The country, 100 characters at most.' }),
    latitude: t.float({ description: 'Degrees north, or null; set together with `longitude`.' }),
    longitude: t.float({ description: 'Degrees east, or null; set together with `latitude`.' }),
    timezone: t.string({
      description:
        'For example America/New_York. Derived from the coordinates or the region if blank or UTC.',
    }),
    weekRule: t.field({ type: WeekRuleEnum, description: 'The weekday on which weeks begin.' }),
    seasons: t.string({
      description: "The season calendar: 'Red 1-8, 50-52; White 9-20'. Blank for none.",
    }),
  }),
});

const CreateResortInput = builder.inputType('CreateResortInput', {
  description: 'A resort to add to the directory.',
  fields: (t) => ({
    fields: t.field({
      type: ResortFieldsInput,
      required: true,
      description: 'The fields of the resort.',
    }),
    idempotencyKey: t.string({
      description:
        'Any text of 8 to 100 visible characters. Calls that are repeated with the same key add only one resort.',
    }),
  }),
});

const version =
  'The version that you read. If it is not the latest, nothing is changed. Not checked if omitted.';

const UpdateResortInput = builder.inputType('UpdateResortInput', {
  description: 'The changes to a resort.',
  fields: (t) => ({
    resortId: t.id({ required: true, ...idOf('resort') }),
    version: t.int({ description: version }),
    fields: t.field({
      type: ResortFieldsInput,
      required: true,
      description: 'The fields to change.',
    }),
  }),
});

const DeleteResortInput = builder.inputType('DeleteResortInput', {
  description: 'A resort to delete.',
  fields: (t) => ({
    resortId: t.id({ required: true, ...idOf('resort') }),
    version: t.int({ description: version }),
  }),
});

const payload = (name: string, description: string) =>
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

const CreateResortPayload = payload('CreateResortPayload', 'The resort was added.');
const UpdateResortPayload = payload('UpdateResortPayload', 'The resort was changed.');

const DeleteResortPayload = builder
  .objectRef<{ deletedResortId: string }>('DeleteResortPayload')
  .implement({
    description: 'The resort and its reviews were deleted.',
    fields: (t) => ({
      deletedResortId: t.exposeID(
        'deletedResortId',
        plainIdOf('resort', 'Plain id of the resort.'),
      ),
    }),
  });

const ImportProblemType = builder.objectRef<CsvProblem>('ResortImportProblem').implement({
  description: 'A line of a file that cannot be imported.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Where it begins in the file, counted from 1.' }),
    name: t.exposeString('name', { description: 'Name of the resort; may be empty.' }),
    messages: t.exposeStringList('messages', { description: 'Messages that say what to correct.' }),
  }),
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
    total: t.exposeInt('total', { description: 'How many lines can be imported.' }),
    done: t.exposeInt('done', { description: 'How many of these are processed.' }),
    imported: t.exposeInt('imported', { description: 'How many of these were new.' }),
    known: t.exposeInt('known', { description: 'How many of these existed already.' }),
    problems: t.expose('problems', {
      type: [ImportProblemType],
      description: 'Lines that cannot be imported, in the order of the file.',
    }),
  }),
});

const importPayload = (name: string, description: string) =>
  builder.objectRef<{ progress: ImportProgress }>(name).implement({
    description,
    fields: (t) => ({
      resortImport: t.expose('progress', {
        type: ResortImportType,
        description: 'The file and the progress of its import.',
      }),
    }),
  });

const StartResortImportPayload = importPayload(
  'StartResortImportPayload',
  'The file was read. Nothing is imported yet.',
);
const ContinueResortImportPayload = importPayload(
  'ContinueResortImportPayload',
  'The next 250 lines were imported. The import is complete if `done` equals `total`.',
);

const UploadResortPicturePayload = builder
  .objectRef<{ imageUrl: string }>('UploadResortPicturePayload')
  .implement({
    description: 'The picture was stored in all its sizes.',
    fields: (t) => ({
      imageUrl: t.exposeString('imageUrl', {
        description: 'For `imageUrl` of a resort. Deleted after a day if no resort uses it.',
      }),
    }),
  });

const PictureCropInput = builder.inputType('PictureCropInput', {
  description:
    'The part of an upright picture to keep, as fractions (0 to 1) of its width and height.',
  fields: (t) => ({
    x: t.float({ required: true, description: 'Distance from the left.' }),
    y: t.float({ required: true, description: 'Distance from the top.' }),
    width: t.float({ required: true, description: 'Width of the part.' }),
    height: t.float({ required: true, description: 'Height of the part.' }),
  }),
});

/** Drops null fields, which count as omitted, except coordinates, which null clears. */
const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== null || name === 'latitude' || name === 'longitude',
    ),
  ) as Partial<Fields>;

builder.mutationFields((t) => ({
  startResortImport: t.field({
    type: StartResortImportPayload,
    nullable: true,
    description:
      'Reads a CSV file of resorts, at most 10 MB and 20,000 lines, and returns the lines that cannot be imported.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { file: t.arg({ type: 'Upload', required: true, description: 'The file to read.' }) },
    resolve: async (_root, args, context) => {
      const { createReadStream } = await args.file;
      const viewer = await context.viewer();
      return { progress: await startResortImport(context.deps, viewer, createReadStream()) };
    },
  }),
  continueResortImport: t.field({
    type: ContinueResortImportPayload,
    nullable: true,
    description:
      'Imports the next 250 lines of a file that was read. Existing resorts stay unchanged.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, NotFoundError, ForbiddenError] },
    args: {
      importId: t.arg.id({ required: true, ...idOf('resortImport') }),
    },
    resolve: async (_root, { importId }, context) => ({
      progress: await continueResortImport(context.deps, await context.viewer(), importId),
    }),
  }),
  uploadResortPicture: t.field({
    type: UploadResortPicturePayload,
    nullable: true,
    description:
      'Uploads a picture for a resort: JPEG, PNG or WebP, 15 MB and 60 million pixels at most.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: {
      file: t.arg({ type: 'Upload', required: true, description: 'The picture to upload.' }),
      crop: t.arg({
        type: PictureCropInput,
        description: 'Which part to keep. Defaults to the middle.',
      }),
    },
    resolve: async (_root, { file, crop }, context) => {
      const { createReadStream } = await file;
      const viewer = await context.viewer();
      const body = createReadStream();
      return {
        imageUrl: await uploadResortPicture(context.deps, viewer, body, crop ?? undefined),
      };
    },
  }),
}));

command('createResort', {
  type: CreateResortPayload,
  description: 'Adds a resort to the directory.',
  authScopes: { admin: true },
  errors: { types: [InvalidInputError, ConflictError, ForbiddenError] },
  input: [CreateResortInput, 'The resort to add.'],
  resolve: async ({ fields, idempotencyKey }, context) => {
    const viewer = await context.viewer();
    return withPricesInDollars({ ...given(fields), idempotencyKey }, (wanted) =>
      createResort(context.deps, viewer, wanted),
    );
  },
});

command('updateResort', {
  type: UpdateResortPayload,
  description: 'Changes a resort of the directory.',
  authScopes: { admin: true },
  errors: { types: [InvalidInputError, NotFoundError, ConflictError, ForbiddenError] },
  input: [UpdateResortInput, 'What to change.'],
  resolve: async ({ fields, ...target }, context) => {
    const viewer = await context.viewer();
    return withPricesInDollars({ ...given(fields), ...target }, (wanted) =>
      updateResort(context.deps, viewer, wanted),
    );
  },
});

command('deleteResort', {
  type: DeleteResortPayload,
  description: 'Deletes a resort that has neither listings nor bookings.',
  authScopes: { admin: true },
  errors: { types: [InvalidInputError, NotFoundError, ConflictError, ForbiddenError] },
  input: [DeleteResortInput, 'Resort to delete.'],
  resolve: async (input, context) => {
    await deleteResort(context.deps, await context.viewer(), input);
    return { deletedResortId: input.resortId };
  },
});
