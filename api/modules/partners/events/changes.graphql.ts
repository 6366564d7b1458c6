import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '#api/context/context.ts';
import { joined } from '#api/platform/database/joined.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { exposed } from '#api/graphql/exposed.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { ListingType } from '#api/modules/listings/listings.graphql.ts';
import { ResortType } from '#api/modules/resorts/resorts.graphql.ts';
import { changesCost, changesPage, type Change, type ChangedKind } from './changes.ts';

const ChangeTypeEnum = enumOf('ChangeType', 'What happened to an object that everyone can see.', {
  published: 'It can be seen from now on.',
  changed: 'What can be seen of it was changed.',
  withdrawn: 'It can’t be seen any more, or is gone.',
});

const ChangedKindEnum = enumOf<ChangedKind>(
  'ChangedKind',
  'The type of an object that was changed.',
  {
    Listing: 'A week for rent or for sale.',
    Resort: 'A resort of the directory.',
  },
);

interface ShownChange extends Change {
  objects: Record<ChangedKind, () => Promise<Map<string, { id: string }>>>;
}

const ChangeRef = builder.objectRef<ShownChange>('Change').implement({
  description: 'One change of a listing or a resort. Changes by one transaction are one.',
  fields: (t) => ({
    type: t.field({
      type: ChangeTypeEnum,
      description: 'What happened to the object.',
      resolve: ({ type }) => type.split('.')[1] as 'published' | 'changed' | 'withdrawn',
    }),
    ...exposed(t, {
      kind: [ChangedKindEnum, 'What it happened to.'],
      occurredAt: ['DateTime', 'When it happened.'],
    }),
    objectId: t.id({
      ...globalIdOf(['listing', 'resort'], 'Global id of the listing or resort.'),
      resolve: ({ kind, objectId }) => encodeGlobalId(kind, objectId),
    }),
    objectDatabaseId: t.exposeID(
      'objectId',
      plainIdOf(['listing', 'resort'], 'Plain id of the listing or resort.'),
    ),
    listing: t.field({
      type: ListingType,
      nullable: true,
      description: 'The listing as it is now; null for resorts, and if it can’t be seen any more.',
      resolve: async ({ kind, objectId, objects }) =>
        kind === 'Listing' ? ((await objects.Listing()).get(objectId) as never) : null,
    }),
    resort: t.field({
      type: ResortType,
      nullable: true,
      description: 'The resort as it is now; null for listings, and if it is gone.',
      resolve: async ({ kind, objectId, objects }) =>
        kind === 'Resort' ? ((await objects.Resort()).get(objectId) as never) : null,
    }),
  }),
});

const [ChangeConnection, ChangeEdge] = listTypes('Change', ChangeRef, {
  node: 'A change in a list.',
  page: 'A page of changes.',
});

builder.queryField('changes', (t) =>
  t.connection(
    {
      type: ChangeRef,
      nullable: true,
      description:
        'What happened to public listings and resorts in the last 30 days, oldest first. Go on with the `endCursor` of the last page: no change is left out. A token sees listings with the scope `listings:read` and resorts with `resorts:read`. `first` defaults to 20.',
      authScopes: {
        signedIn: true,
        token: 'listings:read',
        $any: { token: 'resorts:read' },
      },
      complexity: changesCost,
      resolve: async (_root, args, context, info) => {
        const page = await changesPage(context.deps, context.token, args);
        const objects = readersOf(
          page.edges.map(({ node }) => node),
          context,
          info,
        );
        return {
          ...page,
          edges: page.edges.map(({ cursor, node }) => ({ cursor, node: { ...node, objects } })),
        };
      },
    },
    ChangeConnection,
    ChangeEdge,
  ),
);

function readersOf(
  changes: Change[],
  context: RequestContext,
  info: GraphQLResolveInfo,
): ShownChange['objects'] {
  const { prisma } = context.deps.database;
  const selected = (typeName: ChangedKind, field: string) =>
    queryFromInfo({ context, info, typeName, path: ['edges', 'node', field] });
  const where = (wanted: ChangedKind) => ({
    id: { in: changes.flatMap(({ kind, objectId }) => (kind === wanted ? [objectId] : [])) },
  });
  return {
    Listing: once(() =>
      prisma.listing.findMany(
        joined(selected('Listing', 'listing'), {
          ...where('Listing'),
          OR: [{ onOffer: true }, { onSale: true }],
        }),
      ),
    ),
    Resort: once(() =>
      prisma.resort.findMany(joined(selected('Resort', 'resort'), where('Resort'))),
    ),
  };
}

function once<Row extends { id: string }>(
  read: () => Promise<Row[]>,
): () => Promise<Map<string, Row>> {
  let rows: Promise<Map<string, Row>> | undefined;
  return () => (rows ??= read().then((found) => new Map(found.map((row) => [row.id, row]))));
}
