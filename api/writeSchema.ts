import { writeFileSync } from 'node:fs';
import { printedSchema } from './printSchema.ts';

writeFileSync('schema.graphql', printedSchema());
