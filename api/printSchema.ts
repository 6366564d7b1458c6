import { lexicographicSortSchema, parse, print, printSchema, visit } from 'graphql';
import { schema } from './schema.ts';

export const printedSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;

export const printedPublishedSchema = (): string =>
  `${print(
    visit(parse(printedSchema()), {
      StringValue: (_node, key) => (key === 'description' ? null : undefined),
    }),
  )}\n`;
