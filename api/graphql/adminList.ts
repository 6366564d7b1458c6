import type {
  InputFieldMap,
  InputShapeFromFields,
  ObjectRef,
  OutputType,
  ShapeFromTypeParam,
} from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '#api/context/context.ts';
import type { CappedCount } from '../platform/database/cappedCount.ts';
import type { Page, PageArgs, PageRequest } from '../platform/database/cursors.ts';
import { builder, type Types } from './builder.ts';
import { pageCost, readPage } from './limits/limits.ts';
import type { listTypes } from './listTypes.ts';

/** A list for administrators at the root. @param types its connection and edge */
export function adminList<Node extends OutputType<Types>, Args extends InputFieldMap>(
  name: string,
  types: ReturnType<typeof listTypes<Node>>,
  options: {
    type: Node;
    description: string;
    args?: Args;
    complexity?: typeof pageCost;
    resolve(
      args: InputShapeFromFields<Args> & PageArgs,
      page: PageRequest,
      context: RequestContext,
      info: GraphQLResolveInfo,
    ): Promise<
      Page<ShapeFromTypeParam<Types, Node, false>> & {
        count?: CappedCount | (() => Promise<CappedCount>);
      }
    >;
  },
): void {
  const [connection, edge] = types as unknown as [ObjectRef<Types, never>, ObjectRef<Types, never>];
  builder.queryField(name, (t) =>
    t.connection(
      {
        complexity: pageCost,
        ...options,
        nullable: true,
        authScopes: { admin: true },
        resolve: (_root: unknown, args: never, context: RequestContext, info: GraphQLResolveInfo) =>
          options.resolve(args, readPage(args), context, info),
      } as never,
      connection as never,
      edge as never,
    ),
  );
}

/** The query for the nodes of a connection. @param typeName of a node */
export const nodesOf = (typeName: string, context: RequestContext, info: GraphQLResolveInfo) =>
  ({
    ...queryFromInfo({ context, info, typeName, path: ['edges', 'node'] }),
    relationLoadStrategy: 'join',
  }) as const;
