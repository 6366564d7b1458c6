import { builder } from '../../graphql/builder.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../platform/errors.ts';
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
import type { InventoryProvider } from './providers/providerList.ts';
import type { InventoryResort } from './matching/resortProposals.ts';
import { cancelRun, previewProvider, syncProvider } from './runs/adminRuns.ts';
import type { InventoryRun } from './runs/runHistory.ts';

const FieldPathInput = builder.inputType('InventoryFieldPathInput', {
  description: 'Where in a row of a provider a field of a week stands.',
  fields: (t) => ({
    field: t.string({
      required: true,
      description: 'Name of the field, such as `pricePerNight`; each once.',
    }),
    path: t.string({
      required: true,
      description: 'Name of the column, or names with dots between them; 200 characters at most.',
    }),
  }),
});

const CalendarInput = builder.inputType('InventoryCalendarInput', {
  description: 'The calendar of a listing at a provider.',
  fields: (t) => ({
    listingId: t.id({ required: true, description: 'Plain id of a listing; each once.' }),
    address: t.string({ required: true, description: 'Where the calendar is read.' }),
  }),
});

const key =
  'Sent to it as `Authorization: Bearer …`, and stored encrypted; visible characters without blanks.';
const schedule =
  'When it is synced by itself: five fields of a crontab, in UTC, such as `0 4 * * *`. Blank: never.';
const rowsPath = 'Only of JSON: where in the document the list stands; blank: it is the document.';
const fieldPaths =
  'Only of JSON and CSV: where the fields stand that are not called by their own names.';
const calendars = 'Only of iCalendar: the calendars of listings that are here, 500 at most.';
const address =
  'Where it is read: https://…, or http://…; not needed where calendars have their own.';

const CreateProviderInput = builder.inputType('CreateInventoryProviderInput', {
  description: 'A provider of weeks from outside.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What it is called; 80 characters at most.' }),
    kind: t.field({
      type: ProviderKindEnum,
      required: true,
      description: 'How it says what it has.',
    }),
    address: t.string({ description: address }),
    key: t.string({ description: key }),
    rowsPath: t.string({ description: rowsPath }),
    fieldPaths: t.field({ type: [FieldPathInput], description: fieldPaths }),
    schedule: t.string({ description: schedule }),
    isEnabled: t.boolean({
      description: 'Whether it can be synced. Defaults to true.',
    }),
    calendars: t.field({ type: [CalendarInput], description: calendars }),
  }),
});

const plainProviderId = 'Plain id (`databaseId`) of the provider.';
const version = 'The version that you looked at; when it is not the latest nothing is changed.';

const UpdateProviderInput = builder.inputType('UpdateInventoryProviderInput', {
  description: 'What to change of a provider; what is left out stays.',
  fields: (t) => ({
    providerId: t.id({ required: true, description: plainProviderId }),
    version: t.int({ required: true, description: version }),
    name: t.string({ description: 'What it is called; 80 characters at most.' }),
    kind: t.field({ type: ProviderKindEnum, description: 'How it says what it has.' }),
    address: t.string({ description: address }),
    key: t.string({ description: `${key} Blank: none from now on.` }),
    rowsPath: t.string({ description: rowsPath }),
    fieldPaths: t.field({ type: [FieldPathInput], description: fieldPaths }),
    schedule: t.string({ description: schedule }),
    isEnabled: t.boolean({ description: 'Whether it can be synced.' }),
    calendars: t.field({ type: [CalendarInput], description: calendars }),
  }),
});

const providerInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      providerId: t.id({ required: true, description: plainProviderId }),
      version: t.int({ required: true, description: version }),
    }),
  });

const DeleteProviderInput = providerInput('DeleteInventoryProviderInput', 'A provider to delete.');
const WithdrawProviderInput = providerInput(
  'WithdrawInventoryProviderInput',
  'A provider whose weeks are to be taken off the site.',
);

const runInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      providerId: t.id({ required: true, description: plainProviderId }),
      destination: t.string({
        description: 'Only weeks at resorts with this text in name, town or destination.',
      }),
      priceMin: t.float({ description: 'Lowest price of a night in US dollars, at least 0.' }),
      priceMax: t.float({ description: 'Highest price of a night in US dollars, at least 0.' }),
      limit: t.int({ description: 'The most weeks to read, 1 to 100. Defaults to all.' }),
    }),
  });

const PreviewInput = runInput('PreviewInventoryInput', 'What to preview, and of which provider.');
const SyncInput = runInput('StartInventorySyncInput', 'What to bring in, and of which provider.');

const CancelRunInput = builder.inputType('CancelInventoryRunInput', {
  description: 'A preview or sync to end before its time.',
  fields: (t) => ({
    runId: t.id({ required: true, description: 'Plain id (`databaseId`) of the run.' }),
  }),
});

const plainResortId = 'Plain id (`databaseId`) of the resort of a provider.';

const MatchResortInput = builder.inputType('MatchInventoryResortInput', {
  description: 'Which of our resorts a resort of a provider is.',
  fields: (t) => ({
    inventoryResortId: t.id({ required: true, description: plainResortId }),
    resortId: t.id({ required: true, description: 'Plain id (`databaseId`) of ours.' }),
  }),
});

const resortInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      inventoryResortId: t.id({ required: true, description: plainResortId }),
    }),
  });

const CreateResortInput = resortInput(
  'CreateResortFromInventoryInput',
  'A resort of a provider that is to be one of ours.',
);
const IgnoreResortInput = resortInput(
  'IgnoreInventoryResortInput',
  'A resort of a provider whose weeks nobody wants.',
);

const providerPayload = (name: string, description: string) =>
  builder.objectRef<{ provider: InventoryProvider }>(name).implement({
    description,
    fields: (t) => ({
      provider: t.field({
        type: ProviderType,
        description: 'The provider as it is now.',
        resolve: ({ provider }) => provider,
      }),
    }),
  });

const CreateProviderPayload = providerPayload(
  'CreateInventoryProviderPayload',
  'The provider was added. Nothing of it is read yet.',
);
const UpdateProviderPayload = providerPayload(
  'UpdateInventoryProviderPayload',
  'The provider was changed.',
);

const WithdrawProviderPayload = builder
  .objectRef<{ provider: InventoryProvider; withdrawn: number }>('WithdrawInventoryProviderPayload')
  .implement({
    description:
      'The provider is not synced any more, and its weeks are off the site; of very many the last ones follow within a minute.',
    fields: (t) => ({
      provider: t.field({
        type: ProviderType,
        description: 'The provider as it is now.',
        resolve: ({ provider }) => provider,
      }),
      withdrawn: t.exposeInt('withdrawn', { description: 'How many listings were on the site.' }),
    }),
  });

const DeleteProviderPayload = builder
  .objectRef<{ deletedProviderId: string }>('DeleteInventoryProviderPayload')
  .implement({
    description: 'The provider is gone; what its syncs did stays in the history.',
    fields: (t) => ({
      deletedProviderId: t.exposeID('deletedProviderId', {
        description: 'Global id of the provider.',
      }),
    }),
  });

const runPayload = (name: string, description: string) =>
  builder.objectRef<{ run: InventoryRun }>(name).implement({
    description,
    fields: (t) => ({
      run: t.field({
        type: RunType,
        description: 'The run as it is now; watch it with the subscription `inventoryRun`.',
        resolve: ({ run }) => run,
      }),
    }),
  });

const PreviewPayload = runPayload('PreviewInventoryPayload', 'The preview begins in a moment.');
const SyncPayload = runPayload('StartInventorySyncPayload', 'The sync begins in a moment.');
const CancelRunPayload = runPayload(
  'CancelInventoryRunPayload',
  'The run ends at the next row; what it brought in stays.',
);

const resortPayload = (name: string, description: string) =>
  builder.objectRef<{ inventoryResort: InventoryResort }>(name).implement({
    description,
    fields: (t) => ({
      inventoryResort: t.field({
        type: InventoryResortType,
        description: 'The resort of the provider as it is now.',
        resolve: ({ inventoryResort }) => inventoryResort,
      }),
    }),
  });

const MatchResortPayload = resortPayload(
  'MatchInventoryResortPayload',
  'The next sync brings its weeks in at our resort.',
);
const CreateResortPayload = resortPayload(
  'CreateResortFromInventoryPayload',
  'The resort was added; the next sync brings its weeks in.',
);
const IgnoreResortPayload = resortPayload(
  'IgnoreInventoryResortPayload',
  'Syncs leave its weeks out from now on.',
);

const changing = [InvalidInputError, NotFoundError, ConflictError, ForbiddenError];

builder.mutationFields((t) => ({
  createInventoryProvider: t.field({
    type: CreateProviderPayload,
    nullable: true,
    description: 'Adds a provider of weeks from outside.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, ConflictError, ForbiddenError] },
    args: {
      input: t.arg({
        type: CreateProviderInput,
        required: true,
        description: 'The provider as it should be.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      provider: await createProvider(context.deps, await context.viewer(), input),
    }),
  }),
  updateInventoryProvider: t.field({
    type: UpdateProviderPayload,
    nullable: true,
    description: 'Changes a provider. A sync that is under way ends as it began.',
    authScopes: { admin: true },
    errors: { types: changing },
    args: {
      input: t.arg({ type: UpdateProviderInput, required: true, description: 'What to change.' }),
    },
    resolve: async (_root, { input }, context) => ({
      provider: await updateProvider(context.deps, await context.viewer(), input),
    }),
  }),
  deleteInventoryProvider: t.field({
    type: DeleteProviderPayload,
    nullable: true,
    description: 'Deletes a provider of which no listing was ever brought in, with its key.',
    authScopes: { admin: true },
    errors: { types: changing },
    args: {
      input: t.arg({ type: DeleteProviderInput, required: true, description: 'Which one it is.' }),
    },
    resolve: async (_root, { input }, context) => {
      const id = await deleteProvider(context.deps, await context.viewer(), input);
      return { deletedProviderId: Buffer.from(`InventoryProvider:${id}`).toString('base64') };
    },
  }),
  withdrawInventoryProvider: t.field({
    type: WithdrawProviderPayload,
    nullable: true,
    description: 'Takes all weeks of a provider off the site, and disables it.',
    authScopes: { admin: true },
    errors: { types: changing },
    args: {
      input: t.arg({
        type: WithdrawProviderInput,
        required: true,
        description: 'Which one it is.',
      }),
    },
    resolve: async (_root, { input }, context) =>
      withdrawProvider(context.deps, await context.viewer(), input),
  }),
  previewInventory: t.field({
    type: PreviewPayload,
    nullable: true,
    description: 'Reads what a provider has and says what a sync would do. Nothing changes.',
    authScopes: { admin: true },
    errors: { types: changing },
    args: {
      input: t.arg({ type: PreviewInput, required: true, description: 'What to preview.' }),
    },
    resolve: async (_root, { input }, context) => ({
      run: await previewProvider(context.deps, await context.viewer(), input),
    }),
  }),
  startInventorySync: t.field({
    type: SyncPayload,
    nullable: true,
    description: 'Brings the weeks of a provider in; one sync of each at a time.',
    authScopes: { admin: true },
    errors: { types: changing },
    args: { input: t.arg({ type: SyncInput, required: true, description: 'What to bring in.' }) },
    resolve: async (_root, { input }, context) => ({
      run: await syncProvider(context.deps, await context.viewer(), input),
    }),
  }),
  cancelInventoryRun: t.field({
    type: CancelRunPayload,
    nullable: true,
    description: 'Ends a preview or sync before its time.',
    authScopes: { admin: true },
    errors: { types: changing },
    args: {
      input: t.arg({ type: CancelRunInput, required: true, description: 'Which run it is.' }),
    },
    resolve: async (_root, { input }, context) => ({
      run: await cancelRun(context.deps, await context.viewer(), input),
    }),
  }),
  matchInventoryResort: t.field({
    type: MatchResortPayload,
    nullable: true,
    description: 'Says which of our resorts a resort of a provider is.',
    authScopes: { admin: true },
    errors: { types: changing },
    args: {
      input: t.arg({ type: MatchResortInput, required: true, description: 'Which is which.' }),
    },
    resolve: async (_root, { input }, context) => ({
      inventoryResort: await matchResort(context.deps, await context.viewer(), input),
    }),
  }),
  createResortFromInventory: t.field({
    type: CreateResortPayload,
    nullable: true,
    description: 'Adds a resort of a provider to ours, with a description to be worked on.',
    authScopes: { admin: true },
    errors: { types: changing },
    args: {
      input: t.arg({ type: CreateResortInput, required: true, description: 'Which one it is.' }),
    },
    resolve: async (_root, { input }, context) => ({
      inventoryResort: await createResortFrom(context.deps, await context.viewer(), input),
    }),
  }),
  ignoreInventoryResort: t.field({
    type: IgnoreResortPayload,
    nullable: true,
    description: 'Leaves the weeks of a resort of a provider out, until it is matched.',
    authScopes: { admin: true },
    errors: { types: changing },
    args: {
      input: t.arg({ type: IgnoreResortInput, required: true, description: 'Which one it is.' }),
    },
    resolve: async (_root, { input }, context) => ({
      inventoryResort: await ignoreResort(context.deps, await context.viewer(), input),
    }),
  }),
}));
