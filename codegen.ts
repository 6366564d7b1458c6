import { readdirSync, readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * The files whose operations get types: tests and their `testing/operations.ts` that import `graphql`.
 * The other tests are left unread; parsing them all would take twice the time.
 */
const documents = readdirSync('api', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.test\.ts$|(^|\/)testing\/operations\.ts$/.test(path))
  .map((path) => `api/${path}`)
  .filter((path) => readFileSync(path, 'utf8').includes("/generated/operations/gql.ts'"));

/**
 * Types for the operations that the API tests send. schema.graphql is read, not the schema in code:
 * a test keeps the two equal, and reading the file takes a tenth of the time.
 *
 * An operation that one test file sends stands in it, or in `testing/operations.ts` beside it if the
 * file has more than 80 lines of them; one that several files send stands in `testing/operations.ts`
 * of the area that answers it. A fragment needs no import: operations spread it by name.
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
