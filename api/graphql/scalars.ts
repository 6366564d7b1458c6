import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import GraphQLUpload from 'graphql-upload/GraphQLUpload.mjs';
import { builder } from './builder.ts';

const parse = (value: unknown): Date => {
  const date = typeof value === 'string' && isoInstant.test(value) ? new Date(value) : undefined;
  if (!date || Number.isNaN(date.getTime())) {
    throw new GraphQLError('A DateTime is written like 2026-11-21T09:30:00Z');
  }
  return date;
};

const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

builder.scalarType('DateTime', {
  description: 'An instant in ISO 8601 with its offset, for example 2026-11-21T09:30:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
});

builder.addScalarType(
  'Upload',
  new GraphQLScalarType({
    ...GraphQLUpload.toConfig(),
    description:
      'A file, sent beside the operation in a multipart/form-data request (GraphQL multipart request specification), with the header `graphql-require-preflight`.',
  }),
);
