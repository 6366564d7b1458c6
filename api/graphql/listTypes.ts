import type { FieldMap, OutputType } from '@pothos/core';
import type { ChangePart } from '../platform/cache/changes.ts';
import { builder, type Types } from './builder.ts';
import { CappedCountType, countOf } from './cappedCount.ts';
import { shows } from './shows.ts';

/**
 * @param parts that the list shows besides its nodes; see `shows`
 * @param totalCount description of the count that the resolver returns beside the edges
 */
export function listTypes<Type extends OutputType<Types>>(
  name: string,
  type: Type,
  {
    node,
    page,
    totalCount,
    parts,
    fields,
  }: {
    node: string;
    page: string;
    totalCount?: string;
    parts?: readonly ChangePart[];
    /** More fields of the connection. */
    fields?: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, unknown>) => FieldMap;
  },
) {
  const extensions = parts && shows(...parts);
  const edge = builder.edgeObject({
    type,
    name: `${name}Edge`,
    description: node,
    ...(extensions && { extensions }),
  });
  const connection = builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: page,
      ...(extensions && { extensions }),
      ...(totalCount !== undefined && {
        fields: (t) => ({
          totalCount: t.field({ type: CappedCountType, description: totalCount, resolve: countOf }),
          ...fields?.(t as never),
        }),
      }),
    },
    edge,
  );
  return [connection, edge] as const;
}
