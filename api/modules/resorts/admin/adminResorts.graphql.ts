import { builder } from '../../../graphql/builder.ts';
import { defaultPageSize, maxPageSize } from '../../../graphql/limits.ts';
import { readPageArgs } from '../../../platform/cursors.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../../platform/errors.ts';
import type { CappedCount } from '../../../platform/cappedCount.ts';
import { CappedCountType } from '../../../graphql/cappedCount.ts';
import { createResort, deleteResort, updateResort } from './adminResorts.ts';
import { listResorts, readListedResort, type ListedResort } from './resortDirectory.ts';
import type { CsvProblem } from './resortCsv.ts';
import { continueResortImport, startResortImport, type ImportProgress } from './resortImport.ts';
import { uploadResortPicture } from './resortPictures.ts';
import { seasonText, type Season } from './seasons.ts';

const WeekRuleEnum = builder.enumType('WeekRule', {
  description: 'The weekday on which the numbered weeks of a resort begin.',
  values: {
    FRIDAY: { value: 'friday', description: 'Week 1 begins on the first Friday of the year.' },
    SATURDAY: {
      value: 'saturday',
      description: 'Week 1 begins on the first Saturday of the year.',
    },
    SUNDAY: { value: 'sunday', description: 'Week 1 begins on the first Sunday of the year.' },
  } as const,
});

const SeasonType = builder.objectRef<Season>('ResortSeason').implement({
  description: 'Weeks of a resort that are sold as one season.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Such as Red or Platinum.' }),
    firstWeek: t.exposeInt('firstWeek', { description: 'Number of the first week, 1 to 53.' }),
    lastWeek: t.exposeInt('lastWeek', { description: 'Number of the last week, 1 to 53.' }),
  }),
});

const ManagedResortType = builder.objectRef<ListedResort>('ManagedResort').implement({
  description: 'A resort as administrators see it: all that they write, and what depends on it.',
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeID('id', { description: 'The plain id, as in web addresses.' }),
    slug: t.exposeString('slug', { description: 'The short name, as in web addresses.' }),
    name: t.exposeString('name', { description: "The resort's own name." }),
    brand: t.exposeString('brand', { description: 'The vacation club or company.' }),
    brandAliases: t.exposeStringList('brandAliases', {
      complexity: { field: 1, multiplier: 1 },
      description: 'Other words by which a search finds all resorts of the brand.',
    }),
    city: t.exposeString('city', { description: 'The town, where it is known.' }),
    region: t.exposeString('region', { description: 'The state or region, where it is known.' }),
    country: t.exposeString('country', { description: 'The country, where it is known.' }),
    location: t.exposeString('location', { description: 'Town and region for people.' }),
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
      description: 'How many verified listings can be rented now.',
    }),
    priceMin: t.exposeInt('priceMin', {
      description: 'Lowest usual price for a night, in whole US dollars.',
    }),
    priceMax: t.exposeInt('priceMax', {
      description: 'Highest usual price for a night, in whole US dollars.',
    }),
    isNewAvailability: t.exposeBoolean('isNewAvailability', {
      description: 'Whether weeks were added lately.',
    }),
    latitude: t.exposeFloat('latitude', { nullable: true, description: 'Degrees north, WGS 84.' }),
    longitude: t.exposeFloat('longitude', { nullable: true, description: 'Degrees east, WGS 84.' }),
    timezone: t.exposeString('timezone', { description: 'Such as America/New_York.' }),
    weekRule: t.field({
      type: WeekRuleEnum,
      description: 'The weekday on which numbered weeks begin.',
      resolve: (resort) => resort.weekRule,
    }),
    seasons: t.field({
      type: [SeasonType],
      complexity: { field: 1, multiplier: 1 },
      description: 'The season calendar, in the order of its weeks.',
      resolve: (resort) => resort.seasons,
    }),
    seasonText: t.string({
      description: "The season calendar in one line: 'Red 1-8, 50-52; White 9-20'.",
      resolve: (resort) => seasonText(resort.seasons),
    }),
    version: t.exposeInt('version', { description: 'Changes with each edit; for `updateResort`.' }),
    listings: t.exposeInt('listings', {
      description: 'How many listings refer to it, which keeps it from being deleted.',
    }),
    bookings: t.exposeInt('bookings', {
      description: 'How many bookings refer to it, which keeps it from being deleted.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the resort was added.',
    }),
  }),
});

const ManagedResortSortEnum = builder.enumType('ManagedResortSort', {
  description: 'Orders of the administrators’ list. Every order is total, so pages never overlap.',
  values: {
    NEWEST: { description: 'Added last first.' },
    OLDEST: { description: 'Added first first.' },
    NAME: { description: 'By name, A to Z.' },
    NAME_DESCENDING: { description: 'By name, Z to A.' },
    DESTINATION: { description: 'By destination, A to Z.' },
    DESTINATION_DESCENDING: { description: 'By destination, Z to A.' },
    PRICE: { description: 'Lowest price first.' },
    PRICE_DESCENDING: { description: 'Highest starting price first.' },
    RATING: { description: 'Worst rated first.' },
    RATING_DESCENDING: { description: 'Best rated first.' },
  } as const,
});

const ManagedResortEdge = builder.edgeObject({
  type: ManagedResortType,
  name: 'ManagedResortEdge',
  description: 'A resort in the administrators’ list.',
});

const ManagedResortConnection = builder.connectionObject(
  {
    type: ManagedResortType,
    name: 'ManagedResortConnection',
    description: 'A page of the administrators’ list of resorts.',
    fields: (t) => ({
      totalCount: t.field({
        type: CappedCountType,
        description: 'How many resorts the whole list holds.',
        resolve: (connection) => (connection as unknown as { count: CappedCount }).count,
      }),
    }),
  },
  ManagedResortEdge,
);

builder.queryField('managedResorts', (t) =>
  t.connection(
    {
      type: ManagedResortType,
      nullable: true,
      description:
        'Resorts with all that administrators write. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: (args) => ({
        field: 1,
        multiplier: Math.max(0, args.first ?? args.last ?? defaultPageSize),
      }),
      args: {
        search: t.arg.string({
          description: "What a person typed, understood as the site's own search does.",
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
    'What an administrator writes of a resort. A new one needs name, location, destination and description; of one that is edited, what is left out stays.',
  fields: (t) => ({
    name: t.string({ description: '200 characters at most.' }),
    location: t.string({ description: 'Town and region for people, 200 characters at most.' }),
    destination: t.string({ description: 'The wider area, 100 characters at most.' }),
    description: t.string({ description: 'Plain text, 5,000 characters at most.' }),
    imageUrl: t.string({
      description: 'What uploadResortPicture gave, or an address that begins with https://.',
    }),
    amenities: t.stringList({ description: '50 at most, of 60 characters at most each.' }),
    rating: t.float({ description: '0 to 5 in steps of 0.1; the next review moves it on.' }),
    availableRentals: t.int({ description: 'Moves by one with each listing from there on.' }),
    priceMin: t.int({ description: 'Lowest usual price for a night, in whole US dollars.' }),
    priceMax: t.int({ description: 'Highest usual price for a night, in whole US dollars.' }),
    isNewAvailability: t.boolean({ description: 'Whether weeks were added lately.' }),
    brand: t.string({ description: 'The vacation club or company; Independent where blank.' }),
    brandAliases: t.stringList({
      description: 'Other words for the brand, in place of those there are; of all its resorts.',
    }),
    city: t.string({ description: 'The town, 100 characters at most.' }),
    region: t.string({ description: 'The state or region, 100 characters at most.' }),
    country: t.string({ description: 'The country, 100 characters at most.' }),
    latitude: t.float({ description: 'Degrees north; together with the longitude, or null.' }),
    longitude: t.float({ description: 'Degrees east; together with the latitude, or null.' }),
    timezone: t.string({
      description:
        'Such as America/New_York; found from the coordinates or the region where blank or UTC.',
    }),
    weekRule: t.field({ type: WeekRuleEnum, description: 'On which weekday weeks begin.' }),
    seasons: t.string({
      description: "The season calendar: 'Red 1-8, 50-52; White 9-20'. Blank: none.",
    }),
  }),
});

const CreateResortInput = builder.inputType('CreateResortInput', {
  description: 'A resort to add to the directory.',
  fields: (t) => ({
    fields: t.field({
      type: ResortFieldsInput,
      required: true,
      description: 'All there is to say of it.',
    }),
    idempotencyKey: t.string({
      description:
        'Any text of 8 to 100 visible characters. The same call sent again with the same key adds one resort.',
    }),
  }),
});

const resortId = 'Plain id (`databaseId`) of the resort.';
const version =
  'The version that you looked at; when it is not the latest nothing is changed. Without it nothing is compared.';

const UpdateResortInput = builder.inputType('UpdateResortInput', {
  description: 'What to change of a resort.',
  fields: (t) => ({
    resortId: t.id({ required: true, description: resortId }),
    version: t.int({ description: version }),
    fields: t.field({
      type: ResortFieldsInput,
      required: true,
      description: 'What is to be as it was not before.',
    }),
  }),
});

const DeleteResortInput = builder.inputType('DeleteResortInput', {
  description: 'A resort to delete.',
  fields: (t) => ({
    resortId: t.id({ required: true, description: resortId }),
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
    description: 'The resort is gone, and its reviews with it.',
    fields: (t) => ({
      deletedResortId: t.exposeID('deletedResortId', { description: 'Plain id of the resort.' }),
    }),
  });

const ImportProblemType = builder.objectRef<CsvProblem>('ResortImportProblem').implement({
  description: 'A line of a file that cannot be imported.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Where it begins in the file, from 1.' }),
    name: t.exposeString('name', { description: 'What it calls the resort; may be empty.' }),
    messages: t.exposeStringList('messages', { description: 'What to mend, for people.' }),
  }),
});

const ResortImportType = builder.objectRef<ImportProgress>('ResortImport').implement({
  description: 'A file of resorts and how far its import is.',
  fields: (t) => ({
    databaseId: t.exposeID('id', { description: 'The plain id, for `continueResortImport`.' }),
    total: t.exposeInt('total', { description: 'How many lines can be imported.' }),
    done: t.exposeInt('done', { description: 'How many of these were looked at.' }),
    imported: t.exposeInt('imported', { description: 'How many of these were new.' }),
    known: t.exposeInt('known', { description: 'How many of these were there already.' }),
    problems: t.field({
      type: [ImportProblemType],
      description: 'Lines that cannot be imported, in the order of the file.',
      resolve: ({ problems }) => problems,
    }),
  }),
});

const importPayload = (name: string, description: string) =>
  builder.objectRef<{ progress: ImportProgress }>(name).implement({
    description,
    fields: (t) => ({
      resortImport: t.field({
        type: ResortImportType,
        description: 'The file and how far its import is.',
        resolve: ({ progress }) => progress,
      }),
    }),
  });

const StartResortImportPayload = importPayload(
  'StartResortImportPayload',
  'The file was read. Nothing is imported yet.',
);
const ContinueResortImportPayload = importPayload(
  'ContinueResortImportPayload',
  'The next 250 lines were brought in; the import is over where done is total.',
);

const UploadResortPicturePayload = builder
  .objectRef<{ imageUrl: string }>('UploadResortPicturePayload')
  .implement({
    description: 'The picture was drawn anew in its sizes.',
    fields: (t) => ({
      imageUrl: t.exposeString('imageUrl', {
        description: 'For `imageUrl` of a resort; forgotten after a day where none shows it.',
      }),
    }),
  });

const PictureCropInput = builder.inputType('PictureCropInput', {
  description: 'The part of an upright picture that is used, in shares (0 to 1) of its sides.',
  fields: (t) => ({
    x: t.float({ required: true, description: 'Where it begins, from the left.' }),
    y: t.float({ required: true, description: 'Where it begins, from the top.' }),
    width: t.float({ required: true, description: 'How wide it is.' }),
    height: t.float({ required: true, description: 'How high it is.' }),
  }),
});

/** A coordinate may be taken away; of all else null means that it is left out. */
const given = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== null || name === 'latitude' || name === 'longitude',
    ),
  );

builder.mutationFields((t) => ({
  startResortImport: t.field({
    type: StartResortImportPayload,
    nullable: true,
    description:
      'Reads a CSV file of resorts, of 10 MB and 20,000 lines at most, and says which lines cannot be imported.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError] },
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
      'Brings in the next 250 lines of a file that was read. Resorts that are there already stay as they are.',
    authScopes: { admin: true },
    errors: { types: [NotFoundError] },
    args: {
      importId: t.arg.id({ required: true, description: 'Plain id (`databaseId`) of the import.' }),
    },
    resolve: async (_root, { importId }, context) => ({
      progress: await continueResortImport(context.deps, await context.viewer(), importId),
    }),
  }),
  uploadResortPicture: t.field({
    type: UploadResortPicturePayload,
    nullable: true,
    description:
      'Uploads a picture for a resort: JPEG, PNG or WebP, 15 MB and 50 million pixels at most.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError] },
    args: {
      file: t.arg({ type: 'Upload', required: true, description: 'The picture to draw anew.' }),
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
  createResort: t.field({
    type: CreateResortPayload,
    nullable: true,
    description: 'Adds a resort to the directory.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, ConflictError, ForbiddenError] },
    args: {
      input: t.arg({ type: CreateResortInput, required: true, description: 'The resort to add.' }),
    },
    resolve: async (_root, { input: { fields, idempotencyKey } }, context) =>
      createResort(context.deps, await context.viewer(), { ...given(fields), idempotencyKey }),
  }),
  updateResort: t.field({
    type: UpdateResortPayload,
    nullable: true,
    description: 'Changes a resort of the directory.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, NotFoundError, ConflictError, ForbiddenError] },
    args: {
      input: t.arg({ type: UpdateResortInput, required: true, description: 'What to change.' }),
    },
    resolve: async (_root, { input: { fields, ...target } }, context) =>
      updateResort(context.deps, await context.viewer(), { ...given(fields), ...target }),
  }),
  deleteResort: t.field({
    type: DeleteResortPayload,
    nullable: true,
    description: 'Deletes a resort that has neither listings nor bookings.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, NotFoundError, ConflictError, ForbiddenError] },
    args: {
      input: t.arg({ type: DeleteResortInput, required: true, description: 'Which resort it is.' }),
    },
    resolve: async (_root, { input }, context) => {
      await deleteResort(context.deps, await context.viewer(), input);
      return { deletedResortId: input.resortId };
    },
  }),
}));
