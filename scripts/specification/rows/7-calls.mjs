export const title = 'The calls it makes';

/**
 * The calls, from row 7.30 on. Each goes to another path.
 * @type {[call: string, file: string, name: string][]}
 */
const listed = [
  ['GET /v1/users/current', 'contracts/src/user.ts', 'currentUser'],
  [
    'GET /v1/organizational-units',
    'contracts/src/organizational-units.ts',
    'listOrganizationalUnits',
  ],
  [
    'GET /v1/organizational-units/{id}?include=id&include=name',
    'contracts/src/organizational-units.ts',
    'getOrganizationalUnit',
  ],
  [
    'PUT /v1/users/{userId}/organizational-unit?organizationalUnitId=',
    'contracts/src/users.ts',
    'assignUserToUnit',
  ],
  [
    'PUT /v1/users/{userId}/organizational-unit/unassign?organizationalUnitId=',
    'contracts/src/users.ts',
    'unassignUserFromUnit',
  ],
  [
    'POST /v1/organizational-units?name= (empty body)',
    'contracts/src/organizational-units.ts',
    'createOrganizationalUnit',
  ],
  [
    'PUT /v1/organizational-units/{id} (body)',
    'contracts/src/organizational-units.ts',
    'changeOrganizationalUnit',
  ],
  ['GET /v1/users/{id}', 'contracts/src/users.ts', 'getUser'],
  ['GET /v1/users', 'contracts/src/users.ts', 'listUsers'],
  ['POST /v1/users (body: user)', 'contracts/src/users.ts', 'createUser'],
  ['GET /v1/users/forName/{name}', 'contracts/src/users.ts', 'findUserByName'],
  ['GET /v1/users/forNameContaining/{text}', 'contracts/src/users.ts', 'findUsersContaining'],
  ['GET /authentication/v1/roles', 'contracts/src/roles.ts', 'listRoles'],
  ['PUT /v1/users/{id}/roles?role=...&role=...', 'contracts/src/users.ts', 'addUserRoles'],
  ['DELETE /v1/users/{id}/roles?role=...', 'contracts/src/users.ts', 'removeUserRoles'],
  [
    'GET /v1/identity-providers?include=id&include=name',
    'contracts/src/identity-providers.ts',
    'listIdentityProviders',
  ],
  [
    'POST /v1/identity-providers?organizationalUnitId= (body)',
    'contracts/src/identity-providers.ts',
    'createIdentityProvider',
  ],
  [
    'PATCH /v1/identity-providers/{id}',
    'contracts/src/identity-providers.ts',
    'changeIdentityProvider',
  ],
  ['GET /v1/tokens', 'contracts/src/api-tokens.ts', 'listTokens'],
  ['POST /v1/tokens', 'contracts/src/api-tokens.ts', 'createToken'],
  ['DELETE /v1/tokens/{id}', 'contracts/src/api-tokens.ts', 'revokeToken'],
  ['GET /v1/applications/{id}', 'contracts/src/applications.ts', 'getApplication'],
  ['GET /v1/applications/{id}/tokens', 'contracts/src/applications.ts', 'listApplicationTokens'],
  [
    'POST /v1/applications/{id}/tokens (description)',
    'contracts/src/applications.ts',
    'createApplicationToken',
  ],
  [
    'DELETE /v1/applications/{id}/tokens/{tokenId}',
    'contracts/src/applications.ts',
    'revokeApplicationToken',
  ],
  ['POST /v1/auth?type=REFRESH_TOKEN (refreshToken)', 'contracts/src/session.ts', 'authenticate'],
  ['GET /v1/partitions/all/users/current', 'contracts/src/data-user.ts', 'currentDataUser'],
  ['GET /v1/partitions', 'contracts/src/partitions.ts', 'listPartitions'],
  ['GET /v1/partitions/{id}', 'contracts/src/partitions.ts', 'getPartition'],
  ['GET /v1/partitions/all/users/{id}', 'contracts/src/data-users.ts', 'getDataUser'],
  ['GET /v1/alias-url?alias=', 'contracts/src/alias-urls.ts', 'listAliasUrls'],
  ['POST /v1/alias-url/reactivate?alias=', 'contracts/src/alias-urls.ts', 'reactivateAliasUrl'],
  [
    'POST /v1/partitions/{id}/objects/search?page=0&pageSize=10 (type ACCOUNT)',
    'contracts/src/object-search.ts',
    'searchObjects',
  ],
  [
    'GET /v1/partitions/{id}/timelines/{timelineId}/objects/latest',
    'contracts/src/objects.ts',
    'latestObject',
  ],
];

/** @type {import('../table.mjs').Row[]} */
const calls = listed.map(([call, file, name], index) => ({
  number: `7.${index + 30}`,
  statement: `\`${call}\``,
  files: [file],
  proof: {
    file: 'console/src/platform/api/specified-calls.test.ts',
    title: '%s is sent as specified',
  },
  breaks: [{ append: `${name}.path += '/x';` }],
}));

/** @type {import('../table.mjs').Row[]} */
export const rows = [
  {
    number: '7.1',
    statement: 'all calls go through the same origin: the console sends POST /api/{product}',
    files: ['console/src/platform/api/proxy.ts', 'client/src/exchange.ts'],
    proof: {
      file: 'console/src/platform/api/call.test.ts',
      title: 'posts url, method, data and headers to /api/{product}',
    },
    breaks: [
      { find: '`/api/${product}`', replace: '`/call/${product}`' },
      {
        file: 'client/src/exchange.ts',
        find: "      method: 'POST',\n      headers: { ...json",
        replace: "      method: 'PUT',\n      headers: { ...json",
      },
    ],
  },
  {
    number: '7.2',
    statement: 'the server answers POST /api/{product}',
    files: ['server/src/proxy/proxy.ts'],
    proof: { file: 'server/src/proxy/proxy.test.ts', title: 'goes to the service of its path' },
    breaks: [
      {
        find: 'const path = `/api/${productName}`',
        replace: 'const path = `/call/${productName}`',
      },
    ],
  },
  {
    number: '7.3',
    statement: 'its body has the fields url, method, data and headers',
    files: ['client/src/exchange.ts'],
    proof: {
      file: 'console/src/platform/api/call.test.ts',
      title: 'posts url, method, data and headers to /api/{product}',
    },
    breaks: [
      { find: ',"data":${body}', replace: ',"body":${body}' },
      {
        find: 'JSON.stringify({ url, method, headers })',
        replace: 'JSON.stringify({ url, verb: method, headers })',
      },
      {
        find: 'JSON.stringify({ url, method, headers })',
        replace: 'JSON.stringify({ path: url, method, headers })',
      },
      {
        find: 'JSON.stringify({ url, method, headers })',
        replace: 'JSON.stringify({ url, method, header: headers })',
      },
    ],
  },
  {
    number: '7.4',
    statement: 'the server reads url, method and headers from the body and forwards them',
    files: ['server/src/proxy/proxy.ts'],
    proof: {
      file: 'server/src/proxy/proxy.test.ts',
      title: 'carries only the listed headers, under their own names',
    },
    breaks: [
      {
        find: "outgoing({ url, urlField: 'body.url', method, body }, headers ?? {}, requestId)",
        replace: "outgoing({ url, urlField: 'body.url', method, body }, {}, requestId)",
      },
    ],
  },
  {
    number: '7.5',
    statement: 'the server forwards data as the body',
    files: ['server/src/proxy/proxy.ts'],
    proof: { file: 'server/src/proxy/proxy.test.ts', title: 'carries data byte for byte' },
    breaks: [
      {
        find: "data === 'null' ? undefined : Buffer.from(data);",
        replace: "data === 'null' ? undefined : Buffer.from(JSON.stringify({ data }));",
      },
    ],
  },
  {
    number: '7.6',
    statement: 'the response is the upstream body',
    files: ['server/src/proxy/proxy.ts'],
    proof: { file: 'server/src/proxy/replies.test.ts', title: 'a bare array of another service' },
    breaks: [
      {
        find: '.send(answer.body)',
        replace: '.send(JSON.stringify({ data: String(answer.body) }))',
      },
    ],
  },
  {
    number: '7.7',
    statement: 'an error field in it means failure, whatever the status',
    files: ['console/src/platform/api/proxy.ts'],
    proof: {
      file: 'console/src/platform/api/call.test.ts',
      title: 'an error field means failure, even with status 200',
    },
    breaks: [
      {
        find: '  if (!response.ok || (hasError(answer.body) && !isAnswer(endpoint, answer.body))) {',
        replace: '  if (!response.ok) {',
      },
    ],
  },
  {
    number: '7.8',
    statement: 'headers carry Authorization from stored auth',
    files: ['console/src/platform/api/call.ts'],
    proof: {
      file: 'console/src/platform/api/call.test.ts',
      title: 'sends the stored auth as Authorization',
    },
    breaks: [
      {
        find: '    return await send(endpoint, input, { ...options, auth });\n',
        replace: '    return await send(endpoint, input, { ...options, auth: null });\n',
      },
    ],
  },
  {
    number: '7.9',
    statement: 'the server forwards Authorization',
    files: ['server/src/proxy/headers.ts'],
    proof: {
      file: 'server/src/proxy/proxy.test.ts',
      title: 'carries only the listed headers, under their own names',
    },
    breaks: [{ append: "namesUp.delete('authorization');" }],
  },
  {
    number: '7.10',
    statement: 'headers carry X-Akarion-Api-Token when an API key is given',
    files: ['client/src/exchange.ts'],
    proof: {
      file: 'console/src/platform/api/call.test.ts',
      title: 'sends a given API key as X-Akarion-Api-Token instead, and keeps the session on 401',
    },
    breaks: [{ find: "'X-Akarion-Api-Token': token", replace: "'X-Api-Token': token" }],
  },
  {
    number: '7.11',
    statement: 'the server forwards X-Akarion-Api-Token',
    files: ['server/src/proxy/headers.ts'],
    proof: {
      file: 'server/src/proxy/proxy.test.ts',
      title: 'carries only the listed headers, under their own names',
    },
    breaks: [{ append: "namesUp.delete('x-akarion-api-token');" }],
  },
  {
    number: '7.12',
    statement: 'before each authenticated call a GET to /v1/auth is made',
    files: ['console/src/platform/api/call.ts'],
    proof: {
      file: 'console/src/platform/api/call.test.ts',
      title: 'is sent first, and the call uses the token it returns',
    },
    breaks: [
      {
        find: '  if ((await currentAuth()) !== null) await (options.renewal ?? renew());\n',
        replace: '',
      },
    ],
  },
  {
    number: '7.13',
    statement: 'a path that starts with /authentication goes to the authentication service',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: '%s goes to the authentication service, by whole segments',
    },
    breaks: [
      {
        find: "      ? { upstream: 'authentication', path: stripped }",
        replace: "      ? { upstream: 'data', path: stripped }",
      },
    ],
  },
  {
    number: '7.14',
    statement: 'a path that starts with /v1/users goes to the authentication service',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: '%s goes to the authentication service, by whole segments',
    },
    breaks: [
      { append: "authenticationPrefixes.splice(authenticationPrefixes.indexOf('/v1/users'), 1);" },
    ],
  },
  {
    number: '7.15',
    statement: 'a path that starts with /v1/applications goes to the authentication service',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: '%s goes to the authentication service, by whole segments',
    },
    breaks: [
      {
        append:
          "authenticationPrefixes.splice(authenticationPrefixes.indexOf('/v1/applications'), 1);",
      },
    ],
  },
  {
    number: '7.16',
    statement: 'a path that starts with /v1/tokens goes to the authentication service',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: '%s goes to the authentication service, by whole segments',
    },
    breaks: [
      { append: "authenticationPrefixes.splice(authenticationPrefixes.indexOf('/v1/tokens'), 1);" },
    ],
  },
  {
    number: '7.17',
    statement: 'a path that starts with /v1/auth goes to the authentication service',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: '%s goes to the authentication service, by whole segments',
    },
    breaks: [
      { append: "authenticationPrefixes.splice(authenticationPrefixes.indexOf('/v1/auth'), 1);" },
    ],
  },
  {
    number: '7.18',
    statement:
      'a path that starts with /v1/organizational-units goes to the authentication service',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: '%s goes to the authentication service, by whole segments',
    },
    breaks: [
      {
        append:
          "authenticationPrefixes.splice(authenticationPrefixes.indexOf('/v1/organizational-units'), 1);",
      },
    ],
  },
  {
    number: '7.19',
    statement: 'a path that starts with /v1/identity-providers goes to the authentication service',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: '%s goes to the authentication service, by whole segments',
    },
    breaks: [
      {
        append:
          "authenticationPrefixes.splice(authenticationPrefixes.indexOf('/v1/identity-providers'), 1);",
      },
    ],
  },
  {
    number: '7.20',
    statement: 'a path that starts with /v1/partitions goes to the authentication service',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: '%s goes to the authentication service, by whole segments',
    },
    breaks: [
      {
        append:
          "authenticationPrefixes.splice(authenticationPrefixes.indexOf('/v1/partitions'), 1);",
      },
    ],
  },
  {
    number: '7.21',
    statement: 'a path that starts with /v1/alias-url goes to the authentication service',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: '%s goes to the authentication service, by whole segments',
    },
    breaks: [
      {
        append:
          "authenticationPrefixes.splice(authenticationPrefixes.indexOf('/v1/alias-url'), 1);",
      },
    ],
  },
  {
    number: '7.22',
    statement: 'a prefix consists of whole path segments',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: '%s goes to the authentication service, by whole segments',
    },
    breaks: [{ find: 'path.startsWith(`${prefix}/`)', replace: 'path.startsWith(prefix)' }],
  },
  {
    number: '7.23',
    statement: 'any other path below /v1 goes to the data service',
    files: ['contracts/src/routing.ts'],
    proof: { file: 'contracts/src/routing-rule.test.ts', title: '%s goes to the data service' },
    breaks: [
      {
        find: "? { upstream: 'data', path } : undefined",
        replace: "? { upstream: 'authentication', path } : undefined",
      },
    ],
  },
  {
    number: '7.24',
    statement: 'the prefix /authentication is stripped',
    files: ['contracts/src/routing.ts'],
    proof: {
      file: 'contracts/src/routing-rule.test.ts',
      title: 'strips only the prefix /authentication, and only once',
    },
    breaks: [
      {
        find: "{ upstream: 'authentication', path: stripped }",
        replace: "{ upstream: 'authentication', path }",
      },
    ],
  },
  {
    number: '7.25',
    statement: 'the server sends a call to the service that the rule names',
    files: ['server/src/proxy/url-policy.ts'],
    proof: { file: 'server/src/proxy/proxy.test.ts', title: 'goes to the service of its path' },
    breaks: [{ find: 'upstream: route.upstream, target', replace: "upstream: 'data', target" }],
  },
  {
    number: '7.26',
    statement: 'GET /api/env returns AUTHENTICATION_ENDPOINT and {product}_ENDPOINT',
    files: ['server/src/console-server.ts'],
    proof: { file: 'server/src/console-server.test.ts', title: 'reports where the services are' },
    breaks: [
      {
        find: '      AUTHENTICATION_ENDPOINT: known.authentication,\n',
        replace: '      AUTHENTICATION: known.authentication,\n',
      },
      { find: '      [dataEndpointName(productName)]: known.data,\n', replace: '' },
    ],
  },
  {
    number: '7.27',
    statement: 'the console requests GET /api/env',
    files: ['console/src/platform/api/start-up.ts'],
    proof: {
      file: 'console/src/platform/api/environment.test.ts',
      title: 'fetchEnvironment reads the service endpoints from GET /api/env',
    },
    breaks: [{ find: "fetch('/api/env', {", replace: "fetch('/api/environment', {" }],
  },
  {
    number: '7.28',
    statement: 'GET builds/latest.json and builds/meta/{buildId}.json give the build manifest',
    files: ['server/src/console-server.ts'],
    proof: {
      file: 'server/src/console-server.test.ts',
      title: 'returns the manifest of its build',
    },
    breaks: [
      { find: "'/builds/latest.json'", replace: "'/builds/newest.json'" },
      { find: '    return build;\n', replace: '    return { id: build.id };\n' },
    ],
  },
  {
    number: '7.29',
    statement: 'the console requests both',
    files: ['console/src/shell/build-watch.ts'],
    proof: {
      file: 'console/src/shell/build-watch.test.ts',
      title: 'detects a newer build that has a manifest',
    },
    breaks: [
      { find: "fetchJson('/builds/latest.json')", replace: "fetchJson('/builds/newest.json')" },
      { find: 'await fetchJson(`/builds/meta/', replace: 'await fetchJson(`/builds/' },
    ],
  },
  ...calls,
  {
    number: '7.64',
    statement: 'the table of these calls is complete',
    files: ['contracts/src/testing/specified-calls.ts'],
    proof: {
      file: 'console/src/platform/api/specified-calls.test.ts',
      title: 'all calls of the specification are covered',
    },
    breaks: [{ append: "specifiedCalls.splice(specifiedCalls.indexOf('GET /v1/tokens'), 1);" }],
  },
  {
    number: '7.65',
    statement:
      'with services of another vendor, the pages of the console make each of these calls, with its query and body',
    files: [
      'console/src/features/organizational-units/organizational-units.queries.ts',
      'console/src/features/partitions/main-operator.queries.ts',
    ],
    proof: {
      file: 'e2e/src/foreign-services.spec.ts',
      title: 'the console sends every call of the specification and needs no other',
    },
    breaks: [
      {
        file: 'console/src/features/partitions/main-operator.queries.ts',
        find: 'const searchedPage = { page: 0, pageSize: 10 };',
        replace: 'const searchedPage = { page: 1, pageSize: 10 };',
      },
    ],
  },
  {
    number: '7.78',
    statement:
      'with such services, each action sends the query and the body that are listed, and nothing more',
    files: ['contracts/src/organizational-units.ts', 'console/src/platform/api/specified-input.ts'],
    proof: {
      file: 'e2e/src/strict-services.spec.ts',
      title: 'every action of the specification is sent as listed',
    },
    breaks: [
      {
        file: 'console/src/platform/api/specified-input.ts',
        find: ', ...pick(body, bodyNames)',
        replace: '',
      },
      { append: "createOrganizationalUnit.specified.defaults = { parentId: 'x' };" },
    ],
  },
  {
    number: '7.66',
    statement:
      'a helper maps the page to the detail path of its partition, object, timeline, user, application, organizational unit or identity provider',
    files: ['console/src/platform/related-detail-path.ts'],
    proof: {
      file: 'console/src/platform/related-detail-path.test.ts',
      title: 'maps %s to the %s at %s',
    },
    breaks: [
      { find: "detail: '/v1/partitions/$1' }", replace: "detail: '/v1/partitions' }" },
      {
        find: "detail: '/v1/partitions/$1/objects/$2'",
        replace: "detail: '/v1/partitions/$1/objects'",
      },
      {
        find: "detail: '/v1/partitions/$1/timelines/$2/objects'",
        replace: "detail: '/v1/partitions/$1/timelines/$2'",
      },
      {
        find: "users\\/([^/]+)/, detail: '/v1/users/$1'",
        replace: "users\\/([^/]+)/, detail: '/v1/partitions/all/users/$1'",
      },
      { find: "detail: '/v1/applications/$1'", replace: "detail: '/v1/applications'" },
      {
        find: "detail: '/v1/organizational-units/$1'",
        replace: "detail: '/v1/organizational-units'",
      },
      { find: "detail: '/v1/identity-providers/$1'", replace: "detail: '/v1/identity-providers'" },
    ],
  },
  {
    number: '7.67',
    statement:
      'only the specification’s own words are required in a response; a field in another form than the contract’s is kept unchanged for the panel “Additional data from the service”, and the others are read',
    files: ['console/src/platform/api/response-normalizer.ts'],
    proof: {
      file: 'console/src/platform/api/other-shapes.test.ts',
      title: 'a field of %s with another type is kept for the panel, and the other fields are read',
    },
    breaks: [
      { find: '?? { value: undefined, unread: value }', replace: '?? { value: undefined }' },
    ],
  },
  {
    number: '7.69',
    statement:
      'any JSON that a service answers to a call of the specification is read, and shown without an error',
    files: ['console/src/platform/api/response-normalizer.ts'],
    proof: {
      file: 'console/src/platform/api/any-answer.test.ts',
      title: 'any response to %s is read and shown without an error',
    },
    breaks: [{ find: '?? readNothingOf(response, whole)', replace: '' }],
  },
  {
    number: '7.70',
    statement:
      'id and name of a unit and a provider, and partitionName, are read among any other fields; ids may be numbers',
    files: ['console/src/platform/api/response-normalizer.ts'],
    proof: {
      file: 'console/src/platform/api/any-answer.test.ts',
      title: 'id and name of units, providers and partitions are read among arbitrary other fields',
    },
    breaks: [
      { find: "if (typeof value !== 'string' && ", replace: "if (typeof value === 'bigint' && " },
    ],
  },
  {
    number: '7.71',
    statement:
      'references with name and timelineId, and objectData.userId, are read among any other fields',
    files: ['console/src/platform/api/response-normalizer.ts'],
    proof: {
      file: 'console/src/platform/api/any-answer.test.ts',
      title:
        'references (name, timelineId) and objectData.userId are read among arbitrary other fields',
    },
    breaks: [
      {
        find: 'read === undefined ? [item] : (read.unread ?? [])',
        replace:
          'read === undefined ? [item].map(() => { throw new Error(key); }) : (read.unread ?? [])',
      },
    ],
  },
  {
    number: '7.72',
    statement:
      'a list may be a bare array, or wrapped as data, items, content or results, or under its own name; a list that cannot be paged is shown completely',
    files: [
      'console/src/platform/api/lists-of-services.ts',
      'console/src/platform/api/envelope.ts',
    ],
    proof: {
      file: 'console/src/platform/api/response-normalizer.test.ts',
      title: 'reads a list of users as a page: %s',
    },
    breaks: [
      { find: "['data', 'items', 'content', 'results']", replace: "['data', 'items', 'content']" },
      {
        file: 'console/src/platform/api/envelope.ts',
        find: 'return { ...beside, ...found.beside, data: found.items };',
        replace: 'return undefined;',
      },
    ],
  },
  {
    number: '7.73',
    statement:
      'a response without the value that its call is made for, such as an access token, is an error that names the call and the field',
    files: ['console/src/platform/api/response-normalizer.ts'],
    proof: {
      file: 'console/src/platform/api/other-shapes.test.ts',
      title: 'an invalid required field of %s is named in the error',
    },
    breaks: [{ find: "path.map(String).join('.')", replace: "''" }],
  },
  {
    number: '7.74',
    statement:
      'each page renders with a title and without an error, whatever JSON the services answer',
    files: ['console/src/features/data-users/DataUserPage.tsx'],
    proof: { file: 'console/src/any-page.test.tsx', title: '%s renders with arbitrary responses' },
    breaks: [{ find: 'title={name}', replace: 'title={undefined}' }],
  },
  {
    number: '7.75',
    statement: 'each page shows the fields that the specification names, among any others',
    files: ['console/src/platform/api/response-normalizer.ts'],
    proof: {
      file: 'console/src/any-page.test.tsx',
      title: '%s shows the specified fields among arbitrary ones: %s',
    },
    breaks: [
      {
        find: 'if (field.value !== undefined) known[name] = field.value;',
        replace:
          "if (field.value !== undefined && name !== 'partitionName') known[name] = field.value;",
      },
    ],
  },
  {
    number: '7.76',
    statement:
      'a service that has not announced itself gets the calls that the specification lists, in the form in which it lists them, and no other',
    files: ['console/src/platform/api/specified-input.ts'],
    proof: {
      file: 'console/src/any-page.test.tsx',
      title: 'no page sends a call that the specification does not list, or repeats a rejected one',
    },
    breaks: [
      {
        find: 'if (form === undefined) throw notListed();',
        replace: 'if (form === undefined) return input;',
      },
    ],
  },
  {
    number: '7.77',
    statement:
      'the address of a page that needs a call beyond the specification says so if the services have not announced it',
    files: ['console/src/pages.ts', 'console/src/shell/where-offered.tsx'],
    proof: {
      file: 'console/src/any-page.test.tsx',
      title: '%s says that the services have not announced the call it needs',
    },
    breaks: [{ find: 'hasNeeds(name) ? import', replace: '!name ? import' }],
  },
  {
    number: '7.79',
    statement:
      'the search of objects is sent with `page`, `pageSize=10` and a type, and paged by number',
    files: ['contracts/src/object-search.ts', 'console/src/platform/api/skip-empty-pages.ts'],
    proof: {
      file: 'console/src/platform/api/skip-empty-pages.test.ts',
      title: 'is paged by number if the service says %s',
    },
    breaks: [
      { append: 'searchObjects.specified.defaults.pageSize = 50;' },
      {
        file: 'console/src/platform/api/skip-empty-pages.ts',
        find: 'said ?? data.length === fullPage',
        replace: 'said ?? false',
      },
    ],
  },
  {
    number: '7.80',
    statement: 'a new token is shown however the service names it',
    files: ['console/src/domain/tokens/issue-token.ts'],
    proof: {
      file: 'console/src/features/tokens/tokens.test.tsx',
      title: 'shows the whole response in which no token is recognized: %s',
    },
    breaks: [{ find: "typeof body === 'string' ? body : text", replace: "''" }],
  },
  {
    number: '7.81',
    statement:
      'an alias can be looked up and reactivated whatever the service answers, and however late',
    files: ['console/src/features/alias-urls/FoundAlias.tsx'],
    proof: {
      file: 'console/src/features/alias-urls/alias-urls.test.tsx',
      title:
        'with the look-up and Reactivate, and no address of ours, if another vendor answers %s',
    },
    breaks: [
      {
        find: '          <FindAlias typed={name} />\n          {content}',
        replace: '          {content}',
      },
    ],
  },
  {
    number: '7.82',
    statement: 'whom a service finds by a part of their name is listed, whatever it tells of them',
    files: ['console/src/features/users/FoundUsersPage.tsx'],
    proof: {
      file: 'console/src/foreign-statements.test.tsx',
      title: 'whom a service finds by name is listed, by whatever it found them',
    },
    breaks: [{ find: "q: '' },", replace: 'q: searchtext },' }],
  },
  {
    number: '7.68',
    statement: 'what the server does with each call and the other result shapes are not shown',
    unproven: 'it says what the specification leaves open',
  },
];
