import { queryFromInfo } from '@pothos/plugin-prisma';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, payload } from '#api/graphql/command.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { pageCost, readPage } from '#api/graphql/limits/limits.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { ofSession, UserType } from '../accounts/accounts.graphql.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import {
  addFavorite,
  favoriteResortIds,
  favoritesPage,
  latestFirst,
  maxFavorites,
  removeFavorite,
} from './favorites.ts';
import { requireSignIn } from '../access/signedIn.ts';

const FavoriteEdge = builder.edgeObject({
  type: ResortType,
  name: 'FavoriteEdge',
  description: 'A favorite resort in a list, with the time it was added.',
  fields: (t) => ({
    addedAt: t.field({
      type: 'DateTime',
      description: 'When the resort was added to the favorites.',
      resolve: (edge) => (edge as unknown as { addedAt: Date }).addedAt,
    }),
  }),
});

const FavoriteConnection = builder.connectionObject(
  { type: ResortType, name: 'FavoriteConnection', description: 'A page of favorites.' },
  FavoriteEdge,
);

builder.objectField(UserType, 'favorites', (t) =>
  t.connection(
    {
      type: ResortType,
      description:
        "This person's favorite resorts, latest first. `first` defaults to 12 and is at most 100.",
      complexity: pageCost,
      resolve: async (user, args, context, info) => {
        const page = readPage(args);
        const resort = queryFromInfo({
          context,
          info,
          typeName: 'Resort',
          path: ['edges', 'node'],
        });
        const found = await context.deps.database.prisma.favorite.findMany({
          ...favoritesPage(user.id, page),
          select: { createdAt: true, resortId: true, resort },
          relationLoadStrategy: 'join',
        });
        const { edges, pageInfo } = latestFirst.pageOf(page, found);
        return {
          edges: edges.map(({ cursor, node }) => ({
            cursor,
            node: node.resort,
            addedAt: node.createdAt,
          })),
          pageInfo,
        };
      },
    },
    FavoriteConnection,
    FavoriteEdge,
  ),
);

interface WithFavorites extends Viewer {
  favoriteResortIds: string[];
}

builder.objectField(UserType, 'favoriteResortIds', (t) =>
  t.idList({
    ...plainIdOf(
      'resort',
      `Plain ids (\`databaseId\`) of this person's favorite resorts, latest first; at most ${maxFavorites}.`,
      ofSession,
    ),
    resolve: async (user, _args, context) => {
      if ('favoriteResortIds' in user) {
        return (user as WithFavorites).favoriteResortIds;
      }
      const session = await context.session();
      return session?.marks && session.viewer.id === user.id
        ? [...session.marks.favoriteResortIds]
        : favoriteResortIds(context.deps, user.id);
    },
  }),
);

const changedFavorites = (description: string) =>
  payload(description, {
    viewer: [UserType, 'You, with your current favorites.'],
    resortId: plainIdOf('resort', 'Plain id of the resort.'),
  });

const args = argsOf({
  resortId: idOf('resort'),
});

command('addFavorite', {
  type: changedFavorites('The resort is among your favorites.'),
  description:
    'Adds a resort to your favorites. Idempotent: a resort that is already there keeps its place.',
  errors: ['InvalidInput', 'NotFound'],
  args,
  resolve: async ({ resortId }, context) => {
    await addFavorite(context.deps, await context.viewer(), resortId);
    return changed(await context.viewer(), resortId, context.deps);
  },
});

command('removeFavorite', {
  type: changedFavorites('The resort is not among your favorites.'),
  description: 'Removes a resort from your favorites. Has no effect if it is not one of them.',
  errors: ['InvalidInput'],
  args,
  resolve: async ({ resortId }, context) => {
    await removeFavorite(context.deps, await context.viewer(), resortId);
    return changed(await context.viewer(), resortId, context.deps);
  },
});

async function changed(
  viewer: Viewer | null,
  resortId: string,
  deps: Parameters<typeof favoriteResortIds>[0],
) {
  requireSignIn(viewer);
  const ids = await favoriteResortIds(deps, viewer.id);
  return { viewer: { ...viewer, favoriteResortIds: ids }, resortId };
}
