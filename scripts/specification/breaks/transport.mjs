/**
 * Prefixes that lead to the authentication service.
 * @type {[row: string, prefix: string][]}
 */
const prefixes = [
  ['7.14', '/v1/users'],
  ['7.15', '/v1/applications'],
  ['7.16', '/v1/tokens'],
  ['7.17', '/v1/auth'],
  ['7.18', '/v1/organizational-units'],
  ['7.19', '/v1/identity-providers'],
  ['7.20', '/v1/partitions'],
  ['7.21', '/v1/alias-url'],
];

/** @satisfies {import('../table.mjs').Break[]} */
export default [
  ...prefixes.map(([row, prefix]) => ({
    row,
    file: 'contracts/src/routing.ts',
    append: `authenticationPrefixes.splice(authenticationPrefixes.indexOf('${prefix}'), 1);`,
  })),
  {
    row: '5.2',
    file: 'contracts/src/routes.ts',
    find: "    if (part.startsWith('{')) {\n      if (segment === '')",
    replace: "    if (part.startsWith('{')) {\n      if (segment.length > 300 || segment === '')",
  },
  {
    row: '5.3',
    file: 'contracts/src/routes.ts',
    find: "      if (segment === '') return undefined;\n",
    replace: '',
  },
  {
    row: '7.1',
    file: 'console/src/api/proxy.ts',
    find: '`/api/${product}`',
    replace: '`/call/${product}`',
  },
  {
    row: '7.1',
    file: 'client/src/exchange.ts',
    find: "      method: 'POST',\n      headers: { ...json",
    replace: "      method: 'PUT',\n      headers: { ...json",
  },
  {
    row: '7.2',
    file: 'server/src/proxy/proxy.ts',
    find: 'const path = `/api/${productName}`',
    replace: 'const path = `/call/${productName}`',
  },
  {
    row: '7.3',
    file: 'client/src/exchange.ts',
    find: ',"data":${body}',
    replace: ',"body":${body}',
  },
  {
    row: '7.3',
    file: 'client/src/exchange.ts',
    find: 'JSON.stringify({ url, method, headers })',
    replace: 'JSON.stringify({ url, verb: method, headers })',
  },
  {
    row: '7.3',
    file: 'client/src/exchange.ts',
    find: 'JSON.stringify({ url, method, headers })',
    replace: 'JSON.stringify({ path: url, method, headers })',
  },
  {
    row: '7.3',
    file: 'client/src/exchange.ts',
    find: 'JSON.stringify({ url, method, headers })',
    replace: 'JSON.stringify({ url, method, header: headers })',
  },
  {
    row: '7.4',
    file: 'server/src/proxy/proxy.ts',
    find: "outgoing({ url, urlField: 'body.url', method, body }, headers ?? {}, requestId)",
    replace: "outgoing({ url, urlField: 'body.url', method, body }, {}, requestId)",
  },
  {
    row: '7.5',
    file: 'server/src/proxy/proxy.ts',
    find: "  return written === 'null' ? undefined : Buffer.from(written);",
    replace:
      "  return written === 'null' ? undefined : Buffer.from(JSON.stringify({ data: written }));",
  },
  {
    row: '7.6',
    file: 'server/src/proxy/proxy.ts',
    find: '.send(answer.body)',
    replace: '.send(JSON.stringify({ data: String(answer.body) }))',
  },
  {
    row: '7.7',
    file: 'console/src/api/proxy.ts',
    find: '  if (!response.ok || (hasError(answer.body) && !isAnswer(endpoint, answer.body))) {',
    replace: '  if (!response.ok) {',
  },
  {
    row: '7.8',
    file: 'console/src/api/call.ts',
    find: '    return await send(endpoint, input, { ...options, auth });\n',
    replace: '    return await send(endpoint, input, { ...options, auth: null });\n',
  },
  { row: '7.9', file: 'server/src/proxy/headers.ts', append: "namesUp.delete('authorization');" },
  {
    row: '7.10',
    file: 'client/src/exchange.ts',
    find: "'X-Akarion-Api-Token': token",
    replace: "'X-Api-Token': token",
  },
  {
    row: '7.11',
    file: 'server/src/proxy/headers.ts',
    append: "namesUp.delete('x-akarion-api-token');",
  },
  {
    row: '7.12',
    file: 'console/src/api/call.ts',
    find: '  if ((await currentAuth()) !== null) await (options.renewal ?? renew());\n',
    replace: '',
  },
  {
    row: '7.13',
    file: 'contracts/src/routing.ts',
    find: "      ? { upstream: 'authentication', path: stripped }",
    replace: "      ? { upstream: 'data', path: stripped }",
  },
  {
    row: '7.22',
    file: 'contracts/src/routing.ts',
    find: 'path.startsWith(`${prefix}/`)',
    replace: 'path.startsWith(prefix)',
  },
  {
    row: '7.23',
    file: 'contracts/src/routing.ts',
    find: "? { upstream: 'data', path } : undefined",
    replace: "? { upstream: 'authentication', path } : undefined",
  },
  {
    row: '7.24',
    file: 'contracts/src/routing.ts',
    find: "{ upstream: 'authentication', path: stripped }",
    replace: "{ upstream: 'authentication', path }",
  },
  {
    row: '7.25',
    file: 'server/src/proxy/url-policy.ts',
    find: 'upstream: route.upstream, target',
    replace: "upstream: 'data', target",
  },
  {
    row: '7.26',
    file: 'server/src/console-server.ts',
    find: '      AUTHENTICATION_ENDPOINT: known.authentication,\n',
    replace: '      AUTHENTICATION: known.authentication,\n',
  },
  {
    row: '7.26',
    file: 'server/src/console-server.ts',
    find: '      [dataEndpointName(productName)]: known.data,\n',
    replace: '',
  },
  {
    row: '7.27',
    file: 'console/src/api/start-up.ts',
    find: "fetch('/api/env', {",
    replace: "fetch('/api/environment', {",
  },
  {
    row: '7.28',
    file: 'server/src/console-server.ts',
    find: "'/builds/latest.json'",
    replace: "'/builds/newest.json'",
  },
  {
    row: '7.28',
    file: 'server/src/console-server.ts',
    find: '    return build;\n',
    replace: '    return { id: build.id };\n',
  },
  {
    row: '7.29',
    file: 'console/src/shell/build-watch.ts',
    find: "fetchJson('/builds/latest.json')",
    replace: "fetchJson('/builds/newest.json')",
  },
  {
    row: '7.29',
    file: 'console/src/shell/build-watch.ts',
    find: 'await fetchJson(`/builds/meta/',
    replace: 'await fetchJson(`/builds/',
  },
  {
    row: '7.64',
    file: 'contracts/src/testing/specified-calls.ts',
    append: "specifiedCalls.splice(specifiedCalls.indexOf('GET /v1/tokens'), 1);",
  },
  {
    row: '7.65',
    file: 'console/src/features/partitions/main-operator.queries.ts',
    find: 'const searchedPage = { page: 0, pageSize: 10 };',
    replace: 'const searchedPage = { page: 1, pageSize: 10 };',
  },
  {
    row: '7.78',
    file: 'console/src/api/specified-input.ts',
    find: 'body: pick(body, bodyNames)',
    replace: 'body: {}',
  },
  {
    row: '7.78',
    file: 'contracts/src/organizational-units.ts',
    append: "createOrganizationalUnit.specified.defaults = { parentId: 'x' };",
  },
  {
    row: '7.66',
    file: 'console/src/shared/related-detail-path.ts',
    find: "detail: '/v1/partitions/$1' }",
    replace: "detail: '/v1/partitions' }",
  },
  {
    row: '7.66',
    file: 'console/src/shared/related-detail-path.ts',
    find: "detail: '/v1/partitions/$1/objects/$2'",
    replace: "detail: '/v1/partitions/$1/objects'",
  },
  {
    row: '7.66',
    file: 'console/src/shared/related-detail-path.ts',
    find: "detail: '/v1/partitions/$1/timelines/$2/objects'",
    replace: "detail: '/v1/partitions/$1/timelines/$2'",
  },
  {
    row: '7.66',
    file: 'console/src/shared/related-detail-path.ts',
    find: "users\\/([^/]+)/, detail: '/v1/users/$1'",
    replace: "users\\/([^/]+)/, detail: '/v1/partitions/all/users/$1'",
  },
  {
    row: '7.66',
    file: 'console/src/shared/related-detail-path.ts',
    find: "detail: '/v1/applications/$1'",
    replace: "detail: '/v1/applications'",
  },
  {
    row: '7.66',
    file: 'console/src/shared/related-detail-path.ts',
    find: "detail: '/v1/organizational-units/$1'",
    replace: "detail: '/v1/organizational-units'",
  },
  {
    row: '7.66',
    file: 'console/src/shared/related-detail-path.ts',
    find: "detail: '/v1/identity-providers/$1'",
    replace: "detail: '/v1/identity-providers'",
  },
  {
    row: '7.67',
    file: 'console/src/api/response-normalizer.ts',
    find: '?? { value: undefined, unread: value }',
    replace: '?? { value: undefined }',
  },
  {
    row: '7.69',
    file: 'console/src/api/response-normalizer.ts',
    find: '?? readNothingOf(response, body)',
    replace: '',
  },
  {
    row: '7.70',
    file: 'console/src/api/response-normalizer.ts',
    find: "if (typeof value === 'number' && ",
    replace: "if (typeof value === 'bigint' && ",
  },
  {
    row: '7.71',
    file: 'console/src/api/response-normalizer.ts',
    find: 'read === undefined ? [item] : (read.unread ?? [])',
    replace:
      'read === undefined ? [item].map(() => { throw new Error(key); }) : (read.unread ?? [])',
  },
  {
    row: '7.72',
    file: 'console/src/api/lists-of-services.ts',
    find: "['data', 'items', 'content', 'results']",
    replace: "['data', 'items', 'content']",
  },
  {
    row: '7.73',
    file: 'console/src/api/response-normalizer.ts',
    find: "path.map(String).join('.')",
    replace: "''",
  },
  {
    row: '7.74',
    file: 'console/src/features/data-users/DataUserPage.tsx',
    find: 'name ?? (user || error ?',
    replace: 'name ?? (error ?',
  },
  {
    row: '7.75',
    file: 'console/src/api/response-normalizer.ts',
    find: 'if (field.value !== undefined) known[name] = field.value;',
    replace:
      "if (field.value !== undefined && name !== 'partitionName') known[name] = field.value;",
  },
  {
    row: '7.76',
    file: 'console/src/api/specified-input.ts',
    find: 'if (form === undefined) throw notListed();',
    replace: 'if (form === undefined) return input;',
  },
  {
    row: '7.77',
    file: 'console/src/pages.ts',
    find: 'hasNeeds(name) ? import',
    replace: '!name ? import',
  },
];
