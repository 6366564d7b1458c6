import { writeFileSync } from 'node:fs';
import { printedPublishedSchema } from './printSchema.ts';

writeFileSync('schema.published.graphql', printedPublishedSchema());
