import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '#api/graphql/builder.ts';
import type { Resort } from '#api/generated/prisma/client.ts';
import { isResortColumn } from '../search/resortRows.ts';
import { ResortType } from './resorts.graphql.ts';
import { similarResorts } from './similarResorts.ts';

builder.prismaObjectField(ResortType, 'similar', (t) =>
  t.field({
    type: [ResortType],
    description:
      'Up to four similar resorts: of the same destination first, then of the same brand, then of about the same price.',
    complexity: { field: 50, multiplier: 4 },
    select: { destination: true, brand: true, priceMin: true },
    resolve: async (resort, _args, context, info) => {
      const asked = queryFromInfo({ context, info, typeName: 'Resort' });
      const columns = Object.keys(asked.select ?? {});
      const found = await similarResorts<
        Pick<Resort, 'id' | 'priceMin' | 'rating' | 'reviewCount'>
      >(context.deps, resort, columns.filter(isResortColumn));
      if (columns.every(isResortColumn)) {
        return found;
      }
      const ids = found.map(({ id }) => id);
      const rows = await context.deps.database.prisma.resort.findMany({
        ...asked,
        where: { id: { in: ids } },
        relationLoadStrategy: 'join',
      });
      return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
    },
  }),
);
