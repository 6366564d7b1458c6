import { readdirSync, readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * Files whose operations get types: tests and `testing/operations.ts` that import `graphql`.
 * Parsing all other tests would double the time.
 */
const documents = readdirSync('api', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.test\.ts$|(^|\/)testing\/operations\.ts$/.test(path))
  .map((path) => `api/${path}`)
  .filter((path) => readFileSync(path, 'utf8').includes("/generated/operations/gql.ts'"));

/**
 * Types for the operations of the API tests. Reads schema.graphql, in a tenth of the time of the
 * schema in code; a test keeps the two equal.
 * An operation of one test file is in that file, or in `testing/operations.ts` beside it if the
 * file has more than 80 lines of operations; a shared operation is in `testing/operations.ts` of
 * its area. A fragment needs no import: operations spread it by name.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents,
  silent: true,
  noSilentErrors: true,
  importExtension: '.ts',
  generates: {
    'api/generated/operations/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        scalars: { Date: 'string', DateTime: 'string', SafeInt: 'number', Upload: 'File' },
      },
    },
  },
};

export default config;
