import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './schema.ts';

/** The text of schema.graphql. */
export const printedSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
