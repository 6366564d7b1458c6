import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * Types for the operations that the API tests send. schema.graphql is read, not the schema in code:
 * a test keeps the two equal, and reading the file takes a tenth of the time.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['api/testing/operations.ts'],
  silent: true,
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
