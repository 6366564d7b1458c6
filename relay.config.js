const config = {
  src: './web',
  language: 'typescript',
  schema: './schema.graphql',
  artifactDirectory: './web/__generated__',
  eagerEsModules: true,
  excludes: ['**/node_modules/**', '**/__generated__/**'],
  customScalarTypes: { Date: 'string', DateTime: 'string', SafeInt: 'number' },
  persistConfig: { file: './web/__generated__/persisted.json', algorithm: 'SHA256' },
};

// Read by require(): the compiler, the Vite plugin and the tests.
export { config as 'module.exports' };
