import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../../context/context.ts';
import { builder } from '../../graphql/builder.ts';
import { maxPageSize } from '../../graphql/limits.ts';
import { readPageArgs, type PageArgs } from '../../platform/cursors.ts';
import type { CappedCount } from '../../platform/cappedCount.ts';
import { CappedCountType } from '../../graphql/cappedCount.ts';
import { ResortType, type ResortRow } from '../resorts/resorts.graphql.ts';
import {
  listProviders,
  readProviders,
  type FieldPath,
  type InventoryProvider,
  type ProviderCalendar,
} from './providers/providerList.ts';
import { listPreviewRows, type PreviewRow, type RowDifference } from './runs/previewRows.ts';
import { listProposals, type InventoryResort } from './matching/resortProposals.ts';
import {
  listProblems,
  listSyncs,
  readRun,
  readRuns,
  type InventoryProblem,
  type InventoryRun,
} from './runs/runHistory.ts';
import type { SyncFilters } from './weeks/syncFilters.ts';
import { watchAsAdmin } from './runs/watchRun.ts';

/** The default size of a page. */
const usual = 20;

const cost = (args: PageArgs): { field: number; multiplier: number } => ({
  field: 1,
  multiplier: Math.max(0, args.first ?? args.last ?? usual),
});

const pageFrom = (args: PageArgs) => readPageArgs(args, { usual, most: maxPageSize });

const RunStatusEnum = builder.enumType('InventoryRunStatus', {
  description: 'How far a run over the weeks of a provider is.',
  values: {
    WAITING: { value: 'waiting', description: 'It begins in a moment.' },
    RUNNING: { value: 'running', description: 'It reads what the provider has.' },
    COMPLETED: { value: 'completed', description: 'It came to its end.' },
    FAILED: { value: 'failed', description: 'It could not go on; its message says why.' },
    CANCELLED: { value: 'cancelled', description: 'An administrator ended it before its time.' },
  } as const,
});

const RunPurposeEnum = builder.enumType('InventoryRunPurpose', {
  description: 'What a run over the weeks of a provider is for.',
  values: {
    PREVIEW: { value: 'preview', description: 'It says what a sync would do; nothing changes.' },
    SYNC: { value: 'sync', description: 'It brings the weeks in.' },
  } as const,
});

export const ProviderKindEnum = builder.enumType('InventoryProviderKind', {
  description: 'How a provider says what it has.',
  values: {
    JSON_FEED: { value: 'json_feed', description: 'A list of weeks in JSON.' },
    CSV_FEED: { value: 'csv_feed', description: 'A list of weeks in CSV.' },
    ICALENDAR: {
      value: 'icalendar',
      description: 'Calendars of nights that are taken, of listings that are here.',
    },
    TIDEWEEK: { value: 'tideweek', description: 'The GraphQL API of another Tideweek.' },
  } as const,
});

const FiltersType = builder.objectRef<SyncFilters>('InventoryFilters').implement({
  description: 'Which weeks of a provider a run is about; what is null does not narrow.',
  authScopes: { admin: true },
  fields: (t) => ({
    destination: t.string({
      nullable: true,
      description: 'Only weeks at resorts with this text in name, town or destination.',
      resolve: ({ destination }) => destination,
    }),
    priceMin: t.float({
      nullable: true,
      description: 'Lowest price of a night, in US dollars.',
      resolve: ({ priceMin }) => priceMin,
    }),
    priceMax: t.float({
      nullable: true,
      description: 'Highest price of a night, in US dollars.',
      resolve: ({ priceMax }) => priceMax,
    }),
    limit: t.int({
      nullable: true,
      description: 'The most weeks to read. Defaults to all.',
      resolve: ({ limit }) => limit,
    }),
  }),
});

const ProblemType = builder.objectRef<InventoryProblem>('InventoryProblem').implement({
  description: 'A row of a provider that could not be brought in.',
  authScopes: { admin: true },
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Which row it was, from 1.' }),
    listingId: t.exposeString('listingId', {
      description: "The provider's id of the week, or the row where it has none.",
    }),
    error: t.exposeString('error', { description: 'What is wrong and what to do, for people.' }),
  }),
});

const ProblemEdge = builder.edgeObject({
  type: ProblemType,
  name: 'InventoryProblemEdge',
  description: 'A row that could not be brought in, in a list.',
});

const ProblemConnection = builder.connectionObject(
  {
    type: ProblemType,
    name: 'InventoryProblemConnection',
    description: 'A page of rows that could not be brought in.',
    fields: (t) => ({
      totalCount: t.field({
        type: CappedCountType,
        description: 'How many such rows the whole list holds.',
        resolve: (connection) => (connection as unknown as { count: CappedCount }).count,
      }),
    }),
  },
  ProblemEdge,
);

const RowChangeEnum = builder.enumType('InventoryRowChange', {
  description: 'What a sync would make of a row.',
  values: {
    NEW: { value: 'created', description: 'It becomes a listing.' },
    CHANGED: { value: 'updated', description: 'Its listing changes.' },
    UNCHANGED: { value: 'unchanged', description: 'Its listing is like it already.' },
  } as const,
});

const DifferenceType = builder.objectRef<RowDifference>('InventoryDifference').implement({
  description: 'A field of a listing that a sync would write.',
  authScopes: { admin: true },
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Name of the field, such as `pricePerNightCents` or `resort`.',
    }),
    before: t.exposeString('before', { nullable: true, description: 'As it is here, as text.' }),
    after: t.exposeString('after', { nullable: true, description: 'As the provider has it.' }),
  }),
});

const PreviewRowType = builder.objectRef<PreviewRow>('InventoryPreviewRow').implement({
  description: 'What a sync would make of a row of a provider.',
  authScopes: { admin: true },
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Which row it was, from 1.' }),
    listingId: t.exposeString('listingId', { description: "The provider's id of the week." }),
    title: t.exposeString('title', { description: 'Headline of the listing.' }),
    resortName: t.exposeString('resortName', { description: 'The resort, as it is called here.' }),
    change: t.expose('change', { type: RowChangeEnum, description: 'What would happen.' }),
    differences: t.expose('differences', {
      type: [DifferenceType],
      description: 'What would be written; empty unless it is changed.',
    }),
  }),
});

const PreviewRowEdge = builder.edgeObject({
  type: PreviewRowType,
  name: 'InventoryPreviewRowEdge',
  description: 'A row of a preview, in a list.',
});

const PreviewRowConnection = builder.connectionObject(
  {
    type: PreviewRowType,
    name: 'InventoryPreviewRowConnection',
    description: 'A page of rows of a preview.',
    fields: (t) => ({
      totalCount: t.field({
        type: CappedCountType,
        description: 'How many such rows the whole list holds.',
        resolve: (connection) => (connection as unknown as { count: CappedCount }).count,
      }),
    }),
  },
  PreviewRowEdge,
);

export const RunType = builder.objectRef<InventoryRun>('InventoryRun');

builder.node(RunType, {
  description: 'One run over what an outside provider has: a preview or a sync.',
  authScopes: { admin: true },
  brandLoadedObjects: true,
  id: { description: 'Global id, for `node`.', resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { deps }) => readRuns(deps, ids),
  fields: (t) => ({
    databaseId: t.exposeID('id', { description: 'The plain id, as in web addresses.' }),
    providerName: t.exposeString('provider', { description: 'What the provider was called then.' }),
    providerDatabaseId: t.exposeID('providerId', {
      nullable: true,
      description: 'Plain id of the provider; null once it is deleted.',
    }),
    purpose: t.expose('purpose', { type: RunPurposeEnum, description: 'What it is for.' }),
    status: t.expose('status', { type: RunStatusEnum, description: 'How far the run is.' }),
    timestamp: t.expose('timestamp', { type: 'DateTime', description: 'When it was asked for.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it began to read.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was over; null until then.',
    }),
    read: t.exposeInt('read', { description: 'How many rows the provider has sent so far.' }),
    total: t.exposeInt('total', { description: 'How many of these fit the filters.' }),
    imported: t.exposeInt('imported', {
      description: 'How many of these are in the inventory now, or would be after a sync.',
    }),
    created: t.exposeInt('created', { description: 'How many of these are new.' }),
    updated: t.exposeInt('updated', { description: 'How many of these were there and differ.' }),
    unchanged: t.exposeInt('unchanged', {
      description: 'How many of these are there just as they are.',
    }),
    withdrawn: t.exposeInt('withdrawn', {
      description:
        'How many listings were taken off the site, since the provider has them no more.',
    }),
    failed: t.exposeInt('failed', { description: 'How many rows could not be brought in.' }),
    isComplete: t.exposeBoolean('isComplete', {
      description: 'Whether all that the provider has was read.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Why it failed, or what else there is to say of it.',
    }),
    filters: t.expose('filters', { type: FiltersType, description: 'Which weeks it is about.' }),
    actorName: t.exposeString('actorName', {
      nullable: true,
      description: 'Username of who asked for it; null where its schedule did.',
    }),
    isCancelRequested: t.exposeBoolean('isCancelRequested', {
      description: 'Whether it was asked to end before its time.',
    }),
    problems: t.connection(
      {
        type: ProblemType,
        description:
          'Rows that could not be brought in, by their number. `first` defaults to 20 and is at most 100.',
        complexity: cost,
        args: {
          search: t.arg.string({
            description: 'Only those in whose id or message this text stands.',
          }),
        },
        resolve: ({ id }, { search, ...args }, { deps }) =>
          listProblems(deps, id, search, pageFrom(args)),
      },
      ProblemConnection,
      ProblemEdge,
    ),
    previewRows: t.connection(
      {
        type: PreviewRowType,
        description:
          'What a sync would make of the rows, by their number; only of a preview, and 10,000 at most. `first` defaults to 20 and is at most 100.',
        complexity: cost,
        args: {
          change: t.arg({
            type: RowChangeEnum,
            description: 'Only those with which this would happen.',
          }),
        },
        resolve: ({ id }, { change, ...args }, { deps }) =>
          listPreviewRows(deps, id, change, pageFrom(args)),
      },
      PreviewRowConnection,
      PreviewRowEdge,
    ),
  }),
});

const FieldPathType = builder.objectRef<FieldPath>('InventoryFieldPath').implement({
  description: 'Where in a row of a provider a field of a week stands.',
  authScopes: { admin: true },
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the field, such as `pricePerNight`.' }),
    path: t.exposeString('path', {
      description: 'Name of the column, or names with dots between them: `price.amount`.',
    }),
  }),
});

const CalendarType = builder.objectRef<ProviderCalendar>('InventoryCalendar').implement({
  description: 'The calendar of a listing at a provider.',
  authScopes: { admin: true },
  fields: (t) => ({
    listingId: t.exposeID('listingId', { description: 'Plain id of the listing.' }),
    listingTitle: t.exposeString('listingTitle', { description: 'Headline of the listing.' }),
    address: t.exposeString('address', { description: 'Where the calendar is read.' }),
  }),
});

export const ProviderType = builder.objectRef<InventoryProvider>('InventoryProvider');

builder.node(ProviderType, {
  description:
    'Where weeks, or nights that are taken, come from outside. Its key can be set and never be read here.',
  authScopes: { admin: true },
  brandLoadedObjects: true,
  id: { description: 'Global id, for `node`.', resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { deps }) => readProviders(deps, ids),
  fields: (t) => ({
    databaseId: t.exposeID('id', { description: 'The plain id, for the mutations.' }),
    name: t.exposeString('name', { description: 'What it is called; no two share a name.' }),
    kind: t.expose('kind', { type: ProviderKindEnum, description: 'How it says what it has.' }),
    address: t.exposeString('address', { description: 'Where it is read.' }),
    rowsPath: t.exposeString('rowsPath', {
      description: 'Where in a JSON document the list stands; blank: it is the document.',
    }),
    fieldPaths: t.expose('fieldPaths', {
      type: [FieldPathType],
      description: 'Where the fields stand that are not called by their own names.',
    }),
    hasKey: t.exposeBoolean('hasKey', { description: 'Whether a key is sent to it.' }),
    schedule: t.exposeString('schedule', {
      nullable: true,
      description: 'When it is synced by itself: five fields of a crontab, in UTC.',
    }),
    isEnabled: t.exposeBoolean('isEnabled', { description: 'Whether it can be synced.' }),
    version: t.exposeInt('version', {
      description: 'Changes with each edit; for `updateInventoryProvider`.',
    }),
    listingCount: t.exposeInt('listingCount', {
      description: 'How many of its weeks are on the site.',
    }),
    calendars: t.expose('calendars', {
      type: [CalendarType],
      description: 'The calendars of listings that it has, by headline.',
    }),
    lastSync: t.expose('lastSync', {
      type: RunType,
      nullable: true,
      description: 'The latest sync that is over, however it went.',
    }),
    lastSuccessAt: t.expose('lastSuccessAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a sync of it last came to its end.',
    }),
    currentSync: t.expose('currentSync', {
      type: RunType,
      nullable: true,
      description: 'The sync that is under way; one at a time.',
    }),
    openResorts: t.exposeInt('openResorts', {
      description: 'How many of its resorts are neither matched nor ignored.',
    }),
  }),
});

/** A resort of a provider; in lists with the resorts that are suggested for it. */
type ProposalRow = InventoryResort & { suggestions?: ResortRow[] };

export const InventoryResortType = builder.objectRef<ProposalRow>('InventoryResort').implement({
  description: 'A resort as a provider calls it, and ours that it is.',
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeID('id', { description: 'The plain id, for the mutations.' }),
    externalId: t.exposeString('externalId', {
      description: "The provider's id of it; where it gives none, name and place.",
    }),
    name: t.exposeString('name', { description: 'What the provider calls it.' }),
    location: t.exposeString('location', { description: 'Where it is; may be empty.' }),
    brand: t.exposeString('brand', { description: 'Its vacation club; may be empty.' }),
    weeks: t.exposeInt('weeks', {
      description: 'How many weeks of it the provider had when it was read last.',
    }),
    isIgnored: t.exposeBoolean('isIgnored', {
      description: 'Whether an administrator does not want its weeks.',
    }),
    providerName: t.exposeString('providerName', { description: 'Which provider has it.' }),
    resort: t.field({
      type: ResortType,
      nullable: true,
      description: 'Ours that it is; null while nobody has said.',
      complexity: { field: 5, multiplier: 1 },
      resolve: ({ resortId: id }, _args, context, info) =>
        id === null
          ? null
          : context.deps.database.prisma.resort.findUnique({
              ...queryFromInfo({ context, info, typeName: 'Resort' }),
              where: { id },
              relationLoadStrategy: 'join',
            }),
    }),
    suggestions: t.field({
      type: [ResortType],
      description: 'Up to three of ours with the most similar names, the nearest first.',
      complexity: { field: 3, multiplier: 3 },
      resolve: async (row, _args, context, info) =>
        row.suggestions ?? suggestionsOf(row, await readSuggested(context, info, [], [row])),
    }),
  }),
});

/** The resorts that are suggested for these; none where nobody asks for them. */
async function readSuggested(
  context: RequestContext,
  info: GraphQLResolveInfo,
  path: string[],
  rows: InventoryResort[],
): Promise<ResortRow[]> {
  const asked = queryFromInfo({ context, info, typeName: 'Resort', path });
  const ids = rows.flatMap(({ suggestedIds }) => suggestedIds);
  return asked.select === undefined || ids.length === 0
    ? []
    : context.deps.database.prisma.resort.findMany({
        ...asked,
        where: { id: { in: ids } },
        relationLoadStrategy: 'join',
      });
}

const suggestionsOf = (row: InventoryResort, resorts: ResortRow[]): ResortRow[] =>
  row.suggestedIds.flatMap((id) => resorts.find((resort) => resort.id === id) ?? []);

const providerId = 'Plain id of a provider. Defaults to all providers.';

builder.queryFields((t) => ({
  inventoryProviders: t.field({
    type: [ProviderType],
    nullable: true,
    description: 'Every provider of weeks from outside, by name; 500 at most.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => listProviders(deps),
  }),
  inventoryRun: t.field({
    type: RunType,
    nullable: true,
    description: 'One preview or sync; null when there is none with this id.',
    authScopes: { admin: true },
    args: {
      databaseId: t.arg.id({ required: true, description: 'Plain id of the preview or sync.' }),
    },
    resolve: (_root, { databaseId }, { deps }) => readRun(deps, databaseId),
  }),
  inventoryRuns: t.connection(
    {
      type: RunType,
      nullable: true,
      description:
        'Syncs, the newest first; no previews. `first` defaults to 20 and is at most 100.',
      authScopes: { admin: true },
      complexity: cost,
      args: { providerId: t.arg.id({ description: providerId }) },
      resolve: (_root, { providerId: id, ...args }, { deps }) =>
        listSyncs(deps, id ?? null, pageFrom(args)),
    },
    { name: 'InventoryRunConnection', description: 'A page of runs over providers.' },
    { name: 'InventoryRunEdge', description: 'A run over a provider in a list.' },
  ),
  inventoryResorts: t.connection(
    {
      type: InventoryResortType,
      nullable: true,
      description:
        'Resorts of providers that are neither matched nor ignored, those with the most weeks first. `first` defaults to 20 and is at most 100.',
      authScopes: { admin: true },
      complexity: cost,
      args: { providerId: t.arg.id({ description: providerId }) },
      resolve: async (_root, { providerId: id, ...args }, context, info) => {
        const page = await listProposals(context.deps, id ?? null, pageFrom(args));
        const rows = page.edges.map(({ node }) => node);
        const path = ['edges', 'node', 'suggestions'];
        const resorts = await readSuggested(context, info, path, rows);
        const edges = page.edges.map(({ cursor, node }) => ({
          cursor,
          node: { ...node, suggestions: suggestionsOf(node, resorts) },
        }));
        return { ...page, edges };
      },
    },
    { name: 'InventoryResortConnection', description: 'A page of resorts of providers.' },
    { name: 'InventoryResortEdge', description: 'A resort of a provider in a list.' },
  ),
}));

builder.subscriptionType({
  description:
    'What can be watched. Events come as server-sent events: POST to /graphql with `accept: text/event-stream`.',
});

builder.subscriptionField('inventoryRun', (t) =>
  t.field({
    type: RunType,
    description:
      'A preview or sync: as it is at once, then after each of its moves, until it is over. Ends with the session.',
    authScopes: { admin: true },
    args: {
      databaseId: t.arg.id({ required: true, description: 'Plain id of the preview or sync.' }),
    },
    subscribe: async (_root, { databaseId }, context) =>
      watchAsAdmin(context.deps, await context.session(), databaseId, context.closed),
    resolve: (run) => run,
  }),
);
