import type { OutputType } from '@pothos/core';
import { builder, type Types } from './builder.ts';
import { CappedCountType, countOf } from './cappedCount.ts';

/**
 * The connection and the edge of a list.
 * @param name of the node, such as `Booking`; the types are `BookingConnection` and `BookingEdge`
 * @param totalCount description of the count that the resolver returns beside the edges, if it does
 */
export function listTypes<Type extends OutputType<Types>>(
  name: string,
  type: Type,
  { node, page, totalCount }: { node: string; page: string; totalCount?: string },
) {
  const edge = builder.edgeObject({ type, name: `${name}Edge`, description: node });
  const connection = builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: page,
      ...(totalCount !== undefined && {
        fields: (t) => ({
          totalCount: t.field({ type: CappedCountType, description: totalCount, resolve: countOf }),
        }),
      }),
    },
    edge,
  );
  return [connection, edge] as const;
}
