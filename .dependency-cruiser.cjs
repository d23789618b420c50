/** The import table of the project (CONTRIBUTING.md); whatever is not listed there is refused here. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: ['\\.test\\.tsx?$', '/testing/', '\\.testing\\.ts$'] },
  to: {
    path: '^(contracts|rules|client|console|server|services|proofs|e2e|bench|scripts)/',
    pathNot: allowed,
  },
});

module.exports = {
  forbidden: [
    only(
      'rules-alone',
      '^rules/',
      ['^rules/', '^contracts/'],
      'what services and console decide alike knows the contract only',
    ),
    only('contracts-alone', '^contracts/', ['^contracts/'], 'contracts imports nothing of ours'),
    only('proofs-alone', '^proofs/', ['^proofs/'], 'proofs imports nothing of ours'),
    only(
      'client',
      '^client/',
      ['^client/', '^contracts/', '^rules/src/parse-url\\.js$'],
      'the client package knows the contract only',
    ),
    {
      name: 'client-without-shapes',
      comment: 'what is published holds no zod: of the contract only modules without shapes',
      severity: 'error',
      from: { path: '^client/src/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: {
        path: '^(contracts/|rules/|node_modules/)',
        pathNot:
          '^(contracts/src/(routing|import-batches|position)\\.ts|rules/src/parse-url\\.js)$',
      },
    },
    only(
      'kit',
      '^services/kit/',
      ['^services/kit/', '^(contracts|rules|proofs)/'],
      'kit may import contracts, rules and proofs',
    ),
    only(
      'authentication-service',
      '^services/authentication/',
      ['^services/authentication/', '^services/kit/', '^(contracts|rules)/', '^proofs/'],
      'a service never imports the other',
    ),
    only(
      'data-service',
      '^services/data/',
      ['^services/data/', '^services/kit/', '^(contracts|rules)/', '^proofs/'],
      'a service never imports the other',
    ),
    only(
      'server',
      '^server/src/(?!embedded|demo)',
      ['^server/', '^services/kit/', '^(contracts|rules)/', '^client/', '^proofs/'],
      'only embedded and demo know the services',
    ),
    only(
      'server-embedded',
      '^server/src/(embedded|demo)',
      ['^server/', '^services/', '^(contracts|rules)/', '^client/', '^proofs/'],
      'embedded and demo start the services',
    ),
    only(
      'console-api',
      '^console/src/platform/api/',
      ['^console/src/platform/api/', '^(contracts|rules)/', '^client/src/(exchange|request)\\.ts$'],
      'the transport knows the contract, and how the client package exchanges requests and answers',
    ),
    only(
      'console-platform',
      '^console/src/platform/',
      ['^console/src/platform/', '^(contracts|rules)/', '^client/src/(exchange|request)\\.ts$'],
      'the platform draws nothing of the product',
    ),
    only(
      'console-ui',
      '^console/src/(ui|theme)/',
      ['^console/src/(ui|theme|platform)/', '^(contracts|rules)/'],
      'controls and frames know no domain',
    ),
    only(
      'console-domain',
      '^console/src/domain/',
      ['^console/src/(domain|ui|theme|platform)/', '^(contracts|rules)/', '^proofs/'],
      'what several areas say about the domain knows none of them',
    ),
    only(
      'console-shell',
      '^console/src/shell/',
      ['^console/src/(shell|domain|ui|theme|platform)/', '^(contracts|rules)/'],
      'the shell knows no feature',
    ),
    {
      name: 'console-feature',
      comment: 'a feature never imports another feature or the shell',
      severity: 'error',
      from: { path: '^console/src/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(console/src|server|services|e2e|bench)/',
        pathNot: ['^console/src/features/$1/', '^console/src/(domain|ui|theme|platform)/'],
      },
    },
    {
      name: 'console-feature-test',
      comment: 'a test of a feature may also open the whole console',
      severity: 'error',
      from: { path: '^console/src/features/([^/]+)/.*\\.test\\.tsx?$' },
      to: {
        path: '^(console/src|server|services|e2e|bench)/',
        pathNot: ['^console/src/features/$1/', '^console/src/(domain|ui|theme|platform|testing)/'],
      },
    },
    only(
      'e2e',
      '^e2e/',
      ['^e2e/', '^contracts/', '^services/kit/src/testing/postgresql-server\\.ts$'],
      'browser tests know the contract only, and start PostgreSQL',
    ),
    {
      name: 'contracts-few-packages',
      comment: 'a contract is a shape, and zod describes it',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'rules-few-packages',
      comment:
        're2js for the patterns of JSON Schemas, isbot because server and browser recognize bots alike, csv-parse and hucre because they read files alike, zod for the file of a saved mapping, @noble/hashes for the keys of rows without one',
      severity: 'error',
      from: { path: '^rules/src/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: {
        dependencyTypes: ['npm', 'core'],
        pathNot: 'node_modules/(?:@noble/hashes|re2js|isbot|csv-parse|hucre|zod)/',
      },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|@fontsource)' },
    },
    {
      name: 'no-orphan-dev-import',
      severity: 'error',
      from: {
        path: '^(services|server|console|contracts|rules)/.*src/',
        pathNot: ['\\.test\\.tsx?$', '/testing/', '\\.testing\\.ts$'],
      },
      to: { path: '(^|/)(testing/|.*\\.testing\\.ts$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|var)/' },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
