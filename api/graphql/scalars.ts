import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql';
import { GraphQLDateTimeISO, GraphQLLocalDate, GraphQLSafeInt } from 'graphql-scalars';
import GraphQLUpload from 'graphql-upload/GraphQLUpload.mjs';
import { isoDay } from '#common/days.ts';
import { builder } from './builder.ts';
import type { ErrorCode } from '../platform/errorCodes.ts';

/** Defines "full-date" and "date-time". */
const specifiedByURL = 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6';

builder.addScalarType(
  'Date',
  new GraphQLScalarType({
    ...GraphQLLocalDate.toConfig(),
    // Prisma returns columns of type `date` as midnight UTC.
    serialize: (value) =>
      value instanceof Date ? isoDay(value) : String(GraphQLLocalDate.serialize(value)),
    description: 'A day of the calendar without a time of day or a time zone: 2026-11-21.',
    specifiedByURL,
    ...parsers(GraphQLLocalDate, 'A Date is written like 2026-11-21'),
  }),
);

builder.addScalarType(
  'DateTime',
  new GraphQLScalarType({
    ...GraphQLDateTimeISO.toConfig(),
    description: 'An instant in ISO 8601 with its offset, for example 2026-11-21T09:30:00.000Z.',
    specifiedByURL,
    ...parsers(GraphQLDateTimeISO, 'A DateTime is written like 2026-11-21T09:30:00Z'),
  }),
);

builder.addScalarType(
  'SafeInt',
  new GraphQLScalarType({
    ...GraphQLSafeInt.toConfig(),
    description: 'A whole number of at most 53 bits, which JSON numbers hold exactly.',
  }),
);

builder.addScalarType(
  'Upload',
  new GraphQLScalarType({
    ...GraphQLUpload.toConfig(),
    description:
      'A file, sent beside the operation in a multipart/form-data request (GraphQL multipart request specification), with the header `graphql-require-preflight`.',
  }),
);

function parsers<Value>(scalar: GraphQLScalarType<Value, unknown>, message: string) {
  const orRefuse = (parse: () => Value, node?: ValueNode): Value => {
    try {
      return parse();
    } catch {
      throw new GraphQLError(message, {
        ...(node && { nodes: node }),
        extensions: { code: 'BAD_USER_INPUT' satisfies ErrorCode },
      });
    }
  };
  return {
    parseValue: (value: unknown) => orRefuse(() => scalar.parseValue(value)),
    parseLiteral: (node: ValueNode) => orRefuse(() => scalar.parseLiteral(node), node),
  };
}
