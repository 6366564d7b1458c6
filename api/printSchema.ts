import { lexicographicSortSchema, parse, print, printSchema, visit } from 'graphql';
import { schema } from './schema.ts';

/** The text of schema.graphql. */
export const printedSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;

/** The text of schema.published.graphql: the schema without descriptions. */
export const printedPublishedSchema = (): string =>
  `${print(
    visit(parse(printedSchema()), {
      StringValue: (_node, key) => (key === 'description' ? null : undefined),
    }),
  )}\n`;
