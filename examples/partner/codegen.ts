import type { CodegenConfig } from '@graphql-codegen/cli';

/** Types for the operations in src/operations.ts, from the schema of the Tideweek installation. */
const config: CodegenConfig = {
  schema: process.env['TIDEWEEK_SCHEMA'] ?? '../../schema.graphql',
  documents: ['src/operations.ts'],
  silent: true,
  noSilentErrors: true,
  importExtension: '.ts',
  generates: {
    'src/__generated__/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        scalars: { Date: 'string', DateTime: 'string', SafeInt: 'number', Upload: 'never' },
      },
    },
  },
};

export default config;
