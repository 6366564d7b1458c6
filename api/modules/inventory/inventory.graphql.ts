import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '#api/context/context.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { joined } from '#api/platform/database/joined.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { exposed, maybe, shownType } from '#api/graphql/exposed.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { maxPageSize } from '#api/graphql/limits/limits.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { usDollars } from '#common/money.ts';
import { pageCostOf, readPageArgs, type PageArgs } from '#api/platform/database/cursors.ts';
import { ResortType, type ResortRow } from '../resorts/resorts.graphql.ts';
import {
  listProviders,
  readProviders,
  type FieldPath,
  type InventoryProvider,
  type ProviderCalendar,
} from './providers/providerList.ts';
import { listPreviewRows, type PreviewRow, type RowDifference } from './runs/previewRows.ts';
import { listProposals, readProposals, type InventoryResort } from './matching/resortProposals.ts';
import {
  listProblems,
  listSyncs,
  readRuns,
  type InventoryProblem,
  type InventoryRun,
} from './runs/runHistory.ts';
import type { SyncFilters } from './weeks/syncFilters.ts';
import { watchAsAdmin } from './runs/watchRun.ts';

const usual = 20;

const cost = pageCostOf(usual);

const pageFrom = (args: PageArgs) => readPageArgs(args, { usual, most: maxPageSize });

const RunStatusEnum = enumOf('InventoryRunStatus', 'Status of a run.', {
  waiting: 'It waits for a worker.',
  running: 'It is reading the feed.',
  completed: 'The run finished.',
  failed: 'It stopped with an error; `message` says why.',
  cancelled: 'An administrator stopped it.',
});

const RunPurposeEnum = enumOf('InventoryRunPurpose', 'Purpose of a run.', {
  preview: 'It reports what a sync would do.',
  sync: 'It brings weeks in, and withdraws those that are gone.',
});

export const ProviderKindEnum = enumOf(
  'InventoryProviderKind',
  'Format of what a provider offers.',
  {
    json_feed: 'A list of weeks in JSON.',
    csv_feed: 'A list of weeks in CSV.',
    icalendar: 'iCalendar files with taken nights of our listings.',
    tideweek: 'The GraphQL API of another Tideweek.',
  },
);

const FiltersType = builder.objectRef<SyncFilters>('InventoryFilters').implement({
  description: 'Filters of a run; null excludes nothing.',
  authScopes: { admin: true },
  fields: (t) => ({
    ...exposed(t, {
      destination: [
        'String?',
        'Only weeks at resorts with this text in name, town or destination.',
      ],
      limit: ['Int?', 'The most weeks to read; null for all.'],
    }),
    priceMin: t.field({
      type: MoneyType,
      nullable: true,
      description: 'Lowest price of a night.',
      resolve: ({ priceMin }) => (priceMin === undefined ? null : usDollars(priceMin)),
    }),
    priceMax: t.field({
      type: MoneyType,
      nullable: true,
      description: 'Highest price of a night.',
      resolve: ({ priceMax }) => (priceMax === undefined ? null : usDollars(priceMax)),
    }),
  }),
});

const ProblemType = shownType<InventoryProblem>('InventoryProblem', {
  description: 'A row of a provider that could not be brought in.',
  authScopes: { admin: true },
  fields: {
    number: ['Int', 'Number of the row, from 1.'],
    listingId: "The provider's id of the week, or its row (`row 12`) if it has none.",
    error: 'What is wrong and how to fix it.',
  },
});

const [ProblemConnection, ProblemEdge] = listTypes('InventoryProblem', ProblemType, {
  node: 'A row that could not be brought in, in a list.',
  page: 'A page of rows that could not be brought in.',
  totalCount: 'How many rows match in total.',
});

const RowChangeEnum = builder.enumType('InventoryRowChange', {
  description: 'What a sync would do with a row.',
  values: {
    NEW: { value: 'created', description: 'It creates a listing.' },
    CHANGED: { value: 'updated', description: 'It changes its listing.' },
    UNCHANGED: { value: 'unchanged', description: 'Its listing is up to date.' },
  } as const,
});

const DifferenceType = shownType<RowDifference>('InventoryDifference', {
  description: 'A field of a listing that a sync would change.',
  authScopes: { admin: true },
  fields: {
    field: 'Name of the field, such as `pricePerNightCents` or `resort`.',
    before: ['String?', 'Current value, as text.'],
    after: ['String?', 'New value, as text.'],
  },
});

const PreviewRowType = shownType<PreviewRow>('InventoryPreviewRow', {
  description: 'A row of a feed, and what a sync would do with it.',
  authScopes: { admin: true },
  fields: {
    number: ['Int', 'Number of the row, from 1.'],
    listingId: "The provider's id of the week.",
    title: 'Headline of the listing.',
    resortName: 'Name of our resort.',
    change: [RowChangeEnum, 'What would happen.'],
    differences: [[DifferenceType], 'Fields that would change; empty unless `change` is CHANGED.'],
  },
});

const [PreviewRowConnection, PreviewRowEdge] = listTypes('InventoryPreviewRow', PreviewRowType, {
  node: 'A row of a preview, in a list.',
  page: 'A page of rows of a preview.',
  totalCount: 'How many rows match in total.',
});

export const RunType = builder.objectRef<InventoryRun>('InventoryRun');

builder.node(RunType, {
  description: "One reading of a provider's feed: a preview or a sync.",
  authScopes: { admin: true },
  brandLoadedObjects: true,
  id: { description: 'Global id, for `node`.', resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { deps }) => readRuns(deps, ids),
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('run', 'The plain id, as in web addresses.')),
    providerName: t.exposeString('provider', { description: 'Name of the provider at that time.' }),
    providerDatabaseId: t.exposeID('providerId', {
      nullable: true,
      ...plainIdOf('provider', 'Plain id of the provider; null once it is deleted.'),
    }),
    ...exposed(t, {
      purpose: [RunPurposeEnum, 'Preview or sync.'],
      status: [RunStatusEnum, 'Status of the run.'],
      timestamp: ['DateTime', 'When it was requested.'],
      startedAt: ['DateTime?', 'When it started; null until then.'],
      finishedAt: ['DateTime?', 'When it finished; null until then.'],
      read: ['Int', 'How many rows were read so far.'],
      total: ['Int', 'How many of these match the filters.'],
      imported: ['Int', 'How many of these are in the inventory now, or would be after a sync.'],
      created: ['Int', 'How many of these are new.'],
      updated: ['Int', 'How many of these change their listing.'],
      unchanged: ['Int', 'How many of these equal their listing.'],
      withdrawn: [
        'Int',
        'How many listings were withdrawn because the provider no longer has them.',
      ],
      failed: ['Int', 'How many rows could not be brought in.'],
      isComplete: ['Boolean', 'Whether everything the provider has was read.'],
      message: ['String?', 'Why it failed or stopped, or another note.'],
      filters: [FiltersType, 'Which weeks it covers.'],
      actorName: [
        'String?',
        'Username of who requested it; null if its schedule did, or the account is gone.',
      ],
      isCancelRequested: ['Boolean', 'Whether an administrator asked it to stop.'],
    }),
    problems: t.connection(
      {
        type: ProblemType,
        description:
          'Rows that could not be brought in, by row number. `first` defaults to 20 and is at most 100.',
        complexity: cost,
        args: argsOf({ search: ['String?', 'Only rows with this text in the id or message.'] }),
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
          'What a sync would do with each row, by row number; previews only, at most 10,000 rows. `first` defaults to 20 and is at most 100.',
        complexity: cost,
        args: argsOf({ change: [maybe(RowChangeEnum), 'Only rows with this change.'] }),
        resolve: ({ id }, { change, ...args }, { deps }) =>
          listPreviewRows(deps, id, change, pageFrom(args)),
      },
      PreviewRowConnection,
      PreviewRowEdge,
    ),
  }),
});

const FieldPathType = shownType<FieldPath>('InventoryFieldPath', {
  description: "Path of a week's field in a row of a feed.",
  authScopes: { admin: true },
  fields: {
    field: 'Name of the field, such as `pricePerNight`.',
    path: 'Name of the column, or keys joined by dots: `price.amount`.',
  },
});

const CalendarType = shownType<ProviderCalendar>('InventoryCalendar', {
  description: 'The calendar of a listing at a provider.',
  authScopes: { admin: true },
  fields: {
    listingId: plainIdOf('listing', 'Plain id of the listing.'),
    listingTitle: 'Headline of the listing.',
    address: 'Address of the calendar.',
  },
});

export const ProviderType = builder.objectRef<InventoryProvider>('InventoryProvider');

builder.node(ProviderType, {
  description: 'An outside source of weeks or taken nights. Its key can be set but not read.',
  authScopes: { admin: true },
  brandLoadedObjects: true,
  id: { description: 'Global id, for `node`.', resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { deps }) => readProviders(deps, ids),
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('provider', 'The plain id, for the mutations.')),
    ...exposed(t, {
      name: 'Its unique name.',
      kind: [ProviderKindEnum, 'Format of what it offers.'],
      address: 'Address of its feed.',
      rowsPath: 'Path of the list in a JSON document; blank if the document is the list.',
      fieldPaths: [[FieldPathType], 'Paths of the fields that have another name in the feed.'],
      hasKey: ['Boolean', 'Whether requests to it carry a key.'],
      schedule: ['String?', 'When syncs start automatically: five crontab fields, in UTC.'],
      isEnabled: ['Boolean', 'Whether it can be synced.'],
      version: ['Int', 'Grows with each change; for `updateInventoryProvider`.'],
      listingCount: ['Int', 'How many of its weeks are on the site.'],
      calendars: [[CalendarType], 'Its calendars of listings, by headline.'],
      lastSuccessAt: ['DateTime?', 'When a sync last completed.'],
      openResorts: ['Int', 'How many of its resorts are neither matched nor ignored.'],
      lastSync: [maybe(RunType), 'The latest finished sync, successful or not.'],
      currentSync: [maybe(RunType), 'The sync under way, if any.'],
    }),
  }),
});

type ProposalRow = InventoryResort & { suggestions?: ResortRow[] };

export const InventoryResortType = builder.objectRef<ProposalRow>('InventoryResort');

builder.node(InventoryResortType, {
  description: "A provider's resort, and the resort of ours it is matched to.",
  authScopes: { admin: true },
  brandLoadedObjects: true,
  id: { description: 'Global id, for `node`.', resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { deps }) => readProposals(deps, ids),
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('providerResort', 'The plain id, for the mutations.')),
    ...exposed(t, {
      externalId: "The provider's id of it, or its name and location if it has none.",
      name: 'Its name at the provider.',
      location: 'Its location; may be empty.',
      brand: 'Its vacation club; may be empty.',
      weeks: ['Int', 'How many weeks the provider had at the last sync.'],
      isIgnored: ['Boolean', 'Whether an administrator excluded its weeks.'],
      providerName: 'Name of the provider.',
    }),
    resort: t.field({
      type: ResortType,
      nullable: true,
      description: 'Our resort; null if not matched.',
      complexity: { field: 5, multiplier: 1 },
      resolve: ({ resortId: id }, _args, context, info) =>
        id === null
          ? null
          : context.deps.database.prisma.resort.findUnique(
              joined(queryFromInfo({ context, info, typeName: 'Resort' }), { id }),
            ),
    }),
    suggestions: t.field({
      type: [ResortType],
      description: 'Up to three of our resorts with similar names, best first.',
      complexity: { field: 3, multiplier: 3 },
      resolve: async (row, _args, context, info) =>
        row.suggestions ?? suggestionsOf(row, await readSuggested(context, info, [], [row])),
    }),
  }),
});

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
    : context.deps.database.prisma.resort.findMany(joined(asked, { id: { in: ids } }));
}

const suggestionsOf = (row: InventoryResort, resorts: ResortRow[]): ResortRow[] =>
  row.suggestedIds.flatMap((id) => resorts.find((resort) => resort.id === id) ?? []);

builder.queryFields((t) => ({
  inventoryProviders: t.field({
    type: [ProviderType],
    nullable: true,
    description: 'All providers, sorted by name; at most 500.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => listProviders(deps),
  }),
  inventoryRun: t.field({
    type: RunType,
    nullable: true,
    description: 'One preview or sync; null if there is none with this id.',
    authScopes: { admin: true },
    args: argsOf({ databaseId: idOf('run') }),
    resolve: async (_root, { databaseId }, { deps }) => (await readRuns(deps, [databaseId]))[0],
  }),
  inventoryRuns: t.connection(
    {
      type: RunType,
      nullable: true,
      description:
        'Syncs, the newest first; no previews. `first` defaults to 20 and is at most 100.',
      authScopes: { admin: true },
      complexity: cost,
      args: argsOf({ providerId: ['ID?', idOf('provider', 'Defaults to all providers.')] }),
      resolve: (_root, { providerId: id, ...args }, { deps }) =>
        listSyncs(deps, id ?? null, pageFrom(args)),
    },
    { name: 'InventoryRunConnection', description: 'A page of runs.' },
    { name: 'InventoryRunEdge', description: 'A run in a list.' },
  ),
  inventoryResorts: t.connection(
    {
      type: InventoryResortType,
      nullable: true,
      description:
        'Resorts of providers that are neither matched nor ignored, most weeks first. `first` defaults to 20 and is at most 100.',
      authScopes: { admin: true },
      complexity: cost,
      args: argsOf({ providerId: ['ID?', idOf('provider', 'Defaults to all providers.')] }),
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
    'Events to subscribe to, delivered as server-sent events: POST to /graphql with `accept: text/event-stream`.',
});

builder.subscriptionField('inventoryRun', (t) =>
  t.field({
    type: RunType,
    description:
      'A preview or sync now and after each change, until it finishes. Ends with the session, or after 30 minutes.',
    authScopes: { admin: true },
    args: argsOf({ databaseId: idOf('run') }),
    subscribe: async (_root, { databaseId }, context) =>
      watchAsAdmin(context.deps, await context.session(), databaseId, context.closed),
    resolve: (run) => run,
  }),
);
