/** What only administrators see. */
const ofAdministrators = [
  '^web/admin/',
  '^web/[a-zA-Z]+/admin/',
  '^web/(administration|audit|inventory|mail|settings)/',
];

/** The layers of the product; see docs/decisions/layers.md. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'web-not-api',
      severity: 'error',
      from: { path: '^(common|web)/', pathNot: '^web/e2e/' },
      to: { path: '^(api|art|scripts)/' },
    },
    {
      name: 'e2e-not-api',
      severity: 'error',
      comment:
        'The browser tests share documents, password hashes, folders, ports, child processes, feeds, the packed client and the played Stripe with the tests of the server.',
      from: { path: '^web/e2e/' },
      to: {
        path: '^(api|art|scripts)/',
        pathNot:
          '^api/(platform/postgres/freePort|testing/(childProcess|depth|documents|feedServer|packedClient|payments/stripeServer|quickHash|scratchFolder))\\.ts$',
      },
    },
    { name: 'api-not-web', severity: 'error', from: { path: '^api/' }, to: { path: '^web/' } },
    {
      name: 'only-main-constructs',
      comment: 'main puts everything together; only it and the tests reach the server.',
      severity: 'error',
      from: { path: '^api/', pathNot: '^api/(main|testing/|.*\\.test)' },
      to: { path: '^api/(main|server)\\.ts$' },
    },
    {
      name: 'rules-know-no-interface',
      comment:
        'A rules file imports no GraphQL, no REST, no HTTP server; area.ts registers all of them.',
      severity: 'error',
      from: { path: '^api/modules/', pathNot: '(\\.(graphql|rest|test)|/areas?)\\.ts$' },
      to: {
        path: '(\\.(graphql|rest)\\.ts$|^api/(graphql|rest)/|node_modules/(fastify|@fastify|@pothos|graphql|graphql-yoga)/)',
      },
    },
    {
      name: 'graphql-not-rest',
      severity: 'error',
      from: { path: '(\\.graphql\\.ts$|^api/graphql/)', pathNot: '\\.test\\.ts$' },
      to: { path: '(\\.rest\\.ts$|^api/rest/)' },
    },
    {
      name: 'rest-not-graphql',
      severity: 'error',
      from: { path: '(\\.rest\\.ts$|^api/rest/)', pathNot: '\\.test\\.ts$' },
      to: { path: '(\\.graphql\\.ts$|^api/graphql/)' },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^api/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/(modules|graphql|rest|server|main)' },
    },
    {
      name: 'seed-above-areas',
      comment:
        'The inventory sandbox has weeks at the resorts of the sample data, and nothing else of it.',
      severity: 'error',
      from: { path: '^api/(modules|graphql|rest|platform)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/seed/', pathNot: '^api/seed/resorts/' },
    },
    {
      name: 'art-draws',
      severity: 'error',
      from: { path: '^art/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(art/|common/random\\.ts$)', dependencyTypesNot: ['core'] },
    },
    {
      name: 'lucia-behind-one-file',
      severity: 'error',
      from: { pathNot: '^api/platform/sessions/sessions\\.ts$' },
      to: { path: 'node_modules/lucia/' },
    },
    {
      name: 'server-not-dev-dependencies',
      comment: 'The built server runs after `npm ci --omit=dev`; the client is bundled.',
      severity: 'error',
      from: {
        path: '^(api|art)/',
        pathNot: ['\\.test\\.ts$', '^api/testing/', '^api/(graphql|modules/[^/]+)/testing/'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'common-knows-nobody',
      comment: 'Both sides use it, so it uses neither of them and no package.',
      severity: 'error',
      from: { path: '^common/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^common/' },
    },
    {
      name: 'the-client-knows-nobody',
      comment: 'Partners install it alone.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/' },
    },
    {
      name: 'pages-are-not-used',
      comment: 'Only the routes load a page.',
      severity: 'error',
      from: { path: '^web/', pathNot: '(\\.test\\.tsx?$|^web/(routes\\.tsx|adminRoutes\\.ts)$)' },
      to: { path: '^web/.*Page\\.tsx$', pathNot: '^web/page/' },
    },
    {
      name: 'members-not-administrators',
      comment: 'What only administrators see is loaded for them alone.',
      severity: 'error',
      from: {
        path: '^web/',
        pathNot: [...ofAdministrators, '^web/(e2e|testing)/', '^web/adminRoutes\\.ts$'],
      },
      to: { path: ofAdministrators },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The peers of the bench have packages of their own, installed only when it runs.
    exclude: { path: '(__generated__|^api/generated|^bench/peers/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
