import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/**
 * A pair of services that knows the specification and nothing else, written from its text alone: it answers 400 to every
 * path, method, parameter, header or field of a body that the specification does not name, and records it. It shares no
 * code with the console, so that a mistake of one cannot hide in the other.
 */

/** A request as it arrived at one of the two services. */
export interface StrictRequest {
  service: 'authentication' | 'data';
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage['headers'];
  /** Undefined without a body. */
  body: unknown;
  /** Why it was refused: with 400, or with 401 if it came without an access token. */
  refusal?: string;
}

/** How a call fails. */
export type Failure =
  | 401
  | 403
  | 404
  | 500
  | 204
  | 'html'
  | 'late'
  | 'dropped'
  | 'null'
  | 'empty list';

export interface StrictOptions {
  /** Rows of the list of users. */
  users?: number;
  /** What GET /v1/roles answers: as the body, or as a status. */
  roles?: unknown;
  /** Access tokens without a readable payload. */
  opaque?: boolean;
  /** The subject of all access tokens, whoever's they are, as that of a client id is. */
  subject?: string;
}

export interface StrictServices {
  authenticationEndpoint: string;
  dataEndpoint: string;
  /** All requests, oldest first. */
  received: StrictRequest[];
  /** The requests that were refused because the specification does not list them so, in words. */
  rejected(): string[];
  /** The calls of the password form, which the specification does not list but which a person may submit. */
  passwordCalls: StrictRequest[];
  /** Makes a call fail from now on, by its listed line, for example `GET /v1/users/current`; undefined mends it. */
  fail(line: string, failure: Failure | undefined): void;
  configure(options: StrictOptions): void;
  /** An access token as it is stored by a sign-in. */
  accessToken(): string;
  /** Whose an access token is, which only the service can tell. */
  ownerOf(accessToken: string): string;
  /** Rejects all access tokens issued so far. */
  expireAccessTokens(): void;
  close(): Promise<void>;
}

interface Listed {
  /** The line of section 7 that lists the call. */
  line: string;
  /** Query parameters: a value that is required, or any value if undefined. */
  query?: Record<string, readonly string[] | undefined>;
  /** The fields of the body; true: any object; false: no body, or an empty object. */
  body?: readonly string[] | true | false;
  /** The field without which the call is not listed. */
  needs?: string;
  answer: (of: {
    id: string;
    second: string;
    body: Record<string, unknown>;
    query: URLSearchParams;
  }) => unknown;
}

const partition = { key: 41, partitionName: 'Strict ledger', steward: { name: 'Vera' } };
const units = new Map<string, Record<string, unknown>>();
const unitAtFirst = {
  id: 'o1',
  name: 'Somewhere',
  costCentre: '0815',
  parent: { ref: 'o0', since: '2020-01-01' },
  emailDomains: null,
  secondFactorRequired: 'inherit',
};
/** The users who were removed from the unit; all others belong to it. */
const removed = new Set<string>();
const userOf = (id: string) => ({ id, login: `person ${id}`, username: id, shoeSize: 38 });
const object = {
  timelineId: 'tl-account',
  references: [{ name: 'mainOperatorRef', timelineId: 'tl-operator' }],
};

const mailParameters = new Set([
  'email',
  'headline',
  'body',
  'ctaText',
  'ctaLink',
  'footer',
  'lang',
]);

/** The calls of section 7, most specific first. */
const calls: readonly Listed[] = [
  { line: 'GET /v1/auth', answer: () => ({}) },
  {
    line: 'POST /v1/auth',
    query: { type: ['REFRESH_TOKEN'] },
    body: ['refreshToken'],
    answer: () => ({}),
  },
  { line: 'GET /v1/users/current', answer: () => ({}) },
  { line: 'GET /v1/organizational-units', answer: () => [...units.values()] },
  {
    line: 'GET /v1/organizational-units/{id}',
    query: { include: ['id', 'name'] },
    answer: ({ id }) => {
      const { id: key, name } = units.get(id) ?? {};
      return key === undefined ? 404 : { id: key, name };
    },
  },
  {
    line: 'PUT /v1/users/{id}/organizational-unit',
    query: { organizationalUnitId: undefined },
    body: false,
    answer: ({ id }) => {
      removed.delete(id);
      return {};
    },
  },
  {
    line: 'PUT /v1/users/{id}/organizational-unit/unassign',
    query: { organizationalUnitId: undefined },
    body: false,
    answer: ({ id }) => {
      removed.add(id);
      return {};
    },
  },
  {
    line: 'POST /v1/organizational-units',
    query: { name: undefined },
    body: false,
    answer: ({ query }) => {
      const unit = { id: 'o2', name: query.get('name') };
      units.set('o2', unit);
      return unit;
    },
  },
  {
    line: 'PUT /v1/organizational-units/{id}',
    body: true,
    // It replaces: what is not sent is gone.
    answer: ({ id, body }) => {
      const told = units.get(id);
      if (told === undefined) return 404;
      const invented = Object.keys(body).filter((name) => !(name in told));
      if (invented.length > 0) return `fields that were never told: ${invented.join(', ')}`;
      units.set(id, body);
      return body;
    },
  },
  { line: 'GET /v1/users', answer: () => [] },
  {
    line: 'POST /v1/users',
    body: ['email', 'mailTemplateId', 'mailTemplateParameters'],
    answer: ({ body }) => {
      const parameters = Object.keys(body['mailTemplateParameters'] ?? {});
      const unknown = parameters.filter((name) => !mailParameters.has(name));
      return unknown.length > 0 ? `mail parameters ${unknown.join(', ')}` : { id: 'new' };
    },
  },
  { line: 'GET /v1/users/forName/{name}', answer: ({ id }) => userOf(id) },
  { line: 'GET /v1/users/forNameContaining/{text}', answer: () => [userOf('grace')] },
  {
    line: 'GET /v1/users/{id}',
    answer: ({ id }) => ({
      ...userOf(id),
      roles: ['USER'],
      organizationalUnits: removed.has(id) ? [] : [{ id: 'o1', name: 'Somewhere' }],
    }),
  },
  { line: 'GET /v1/roles', answer: () => [] },
  { line: 'PUT /v1/users/{id}/roles', query: { role: undefined }, body: false, answer: () => ({}) },
  {
    line: 'DELETE /v1/users/{id}/roles',
    query: { role: undefined },
    body: false,
    answer: () => ({}),
  },
  {
    line: 'GET /v1/identity-providers',
    query: { include: ['id', 'name'] },
    answer: () => [{ id: 'i1', name: 'Lantern' }],
  },
  {
    line: 'POST /v1/identity-providers',
    query: { organizationalUnitId: undefined },
    body: true,
    answer: () => ({ id: 'i2' }),
  },
  { line: 'PATCH /v1/identity-providers/{id}', body: true, answer: () => ({}) },
  { line: 'GET /v1/tokens', answer: () => [{ id: 't1', description: 'a token', colour: 'red' }] },
  { line: 'POST /v1/tokens', body: true, answer: () => ({ id: 't2', token: 'a secret' }) },
  { line: 'DELETE /v1/tokens/{id}', body: false, answer: () => ({}) },
  { line: 'GET /v1/applications/{id}', answer: ({ id }) => ({ id, title: 'Foghorn' }) },
  {
    line: 'GET /v1/applications/{id}/tokens',
    answer: () => [{ id: 'at1', description: 'its token' }],
  },
  {
    line: 'POST /v1/applications/{id}/tokens',
    body: ['description'],
    answer: () => ({ id: 'at2', token: 'another secret' }),
  },
  { line: 'DELETE /v1/applications/{id}/tokens/{id}', body: false, answer: () => ({}) },
  { line: 'GET /v1/partitions/all/users/current', answer: () => ({ login: 'ada' }) },
  { line: 'GET /v1/partitions/all/users/{id}', answer: ({ id }) => userOf(id) },
  { line: 'GET /v1/partitions', answer: () => [{ id: '7', ...partition }] },
  { line: 'GET /v1/partitions/{id}', answer: () => partition },
  {
    line: 'GET /v1/alias-url',
    query: { alias: undefined },
    answer: ({ query }) => ({ alias: query.get('alias'), fog: 'dense' }),
  },
  {
    line: 'POST /v1/alias-url/reactivate',
    query: { alias: undefined },
    body: false,
    answer: () => ({}),
  },
  {
    line: 'POST /v1/partitions/{id}/objects/search',
    query: { page: undefined, pageSize: ['10'] },
    body: ['type'],
    needs: 'type',
    answer: () => ({ data: [object] }),
  },
  {
    line: 'GET /v1/partitions/{id}/timelines/{id}/objects/latest',
    answer: ({ second }) =>
      second === 'tl-operator'
        ? { objectData: { userId: 'grace' } }
        : { objectData: { title: 'An account' }, references: object.references },
  },
];

/** What every HTTP client sends, and what the specification names. */
const headers = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'transfer-encoding',
  'user-agent',
  'x-akarion-api-token',
  // To find a request in the logs of both sides; harmless to any service.
  'x-request-id',
]);

function findCall(method: string, path: string): { call: Listed; ids: string[] } | undefined {
  const segments = path.split('/');
  for (const call of calls) {
    const [verb, pattern = ''] = call.line.split(' ');
    const parts = pattern.split('/');
    if (verb !== method || parts.length !== segments.length) continue;
    const isMatch = parts.every((part, index) =>
      part.startsWith('{') ? segments[index] !== '' : part === segments[index],
    );
    if (!isMatch) continue;
    const ids = segments.filter((_, index) => parts[index]?.startsWith('{'));
    return { call, ids: ids.map(decodeURIComponent) };
  }
  return undefined;
}

/** Why the specification does not list a request in this form; undefined if it does. */
function refusalOf(
  { method, url, headers: given, body }: StrictRequest,
  call: Listed | undefined,
): string | undefined {
  if (call === undefined) return 'path or method';
  const unknown = Object.keys(given).filter((name) => !headers.has(name));
  if (unknown.length > 0) return `header ${unknown.join(', ')}`;
  const query = new URL(url, 'http://service').searchParams;
  const named = call.query ?? {};
  const extra = [...new Set(query.keys())].filter((name) => !(name in named));
  if (extra.length > 0) return `parameter ${extra.join(', ')}`;
  for (const [name, values] of Object.entries(named)) {
    const sent = query.getAll(name);
    const isRight =
      values === undefined
        ? sent.length > 0 && !sent.includes('')
        : String(sent) === String(values);
    if (!isRight) return `parameter ${name}=${sent.join(',') || 'missing'}`;
  }
  if (call.needs !== undefined && !(call.needs in Object(body)))
    return `field ${call.needs} missing`;
  if (method === 'GET' || body === undefined)
    return method === 'GET' && body !== undefined ? 'a body' : undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return 'a body that is no object';
  if (call.body === true) return undefined;
  const listed = call.body || [];
  const fields = Object.keys(body).filter((name) => !listed.includes(name));
  return fields.length > 0 ? `field ${fields.join(', ')}` : undefined;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

export async function startStrictServices(): Promise<StrictServices> {
  const received: StrictRequest[] = [];
  const passwordCalls: StrictRequest[] = [];
  const failures = new Map<string, Failure>();
  let options: StrictOptions = {};
  let issued = 0;
  removed.clear();
  units.clear();
  units.set('o1', unitAtFirst);
  const accessToken = (owner = 'ada') =>
    options.opaque
      ? `opaque-${issued}-${owner}`
      : [
          encode({ alg: 'none' }),
          encode({ roles: ['GLOBAL_MASTER'], sub: options.subject }),
          `${issued}-${owner}`,
        ].join('.');
  const ownerOf = (token: string) => token.split('-').at(-1) ?? '';

  const answerOf = async (request: StrictRequest, response: ServerResponse): Promise<unknown> => {
    const { method, url, service } = request;
    const [path = ''] = url.split('?');
    const type = new URL(url, 'http://service').searchParams.get('type');
    if (
      service === 'authentication' &&
      method === 'POST' &&
      path === '/v1/auth' &&
      type !== 'REFRESH_TOKEN'
    ) {
      passwordCalls.push(request);
      const { username } = request.body as { username: string };
      return { accessToken: accessToken(username), refreshToken: `refresh-${username}` };
    }
    const found = service === 'authentication' ? findCall(method, path) : undefined;
    const refusal = refusalOf(request, found?.call);
    if (refusal !== undefined || found === undefined) {
      request.refusal = refusal ?? 'path or method';
      return 400;
    }
    const { call, ids } = found;
    const failure = failures.get(call.line);
    if (call.line === 'POST /v1/auth' && failure === undefined) {
      const { refreshToken } = request.body as { refreshToken: string };
      return { accessToken: accessToken(ownerOf(refreshToken)) };
    }
    // The specification sends the stored access token with each of these.
    if (call.line !== 'POST /v1/auth' && request.headers.authorization === undefined) {
      request.refusal = 'no access token';
      return 401;
    }
    if (failure === 'dropped') return response.destroy();
    if (failure === 'html') return '<!doctype html><title>Proxy</title><h1>Welcome</h1>';
    if (failure === 'null') return null;
    if (failure === 'empty list') return [];
    if (failure === 'late') await setTimeout(10_000);
    else if (failure !== undefined) return failure;
    const owner = ownerOf(request.headers.authorization ?? '');
    if (request.headers.authorization !== `Bearer ${accessToken(owner)}`) return 401;
    if (call.line === 'GET /v1/users/current') return userOf(owner);
    if (call.line === 'GET /v1/users' && options.users !== undefined)
      return Array.from({ length: options.users }, (_, index) => userOf(`u${index}`));
    if (call.line === 'GET /v1/users') return [userOf('ada'), userOf('grace')];
    if (call.line === 'GET /v1/roles')
      return options.roles ?? ['GLOBAL_MASTER', 'ORG_ADMIN', 'USER'];
    const answer = call.answer({
      id: ids[0] ?? '',
      second: ids[1] ?? '',
      body: (request.body ?? {}) as Record<string, unknown>,
      query: new URL(url, 'http://service').searchParams,
    });
    if (typeof answer !== 'string') return answer;
    request.refusal = answer;
    return 400;
  };

  const start = async (service: StrictRequest['service']): Promise<Server> => {
    const respond = async (incoming: IncomingMessage, response: ServerResponse) => {
      const sent = await text(incoming);
      const { method = '', url = '', headers: given } = incoming;
      const body = sent === '' ? undefined : (JSON.parse(sent) as unknown);
      const request: StrictRequest = { service, method, url, headers: given, body };
      received.push(request);
      const answer = await answerOf(request, response);
      if (response.destroyed) return;
      if (answer === 204) response.writeHead(204).end();
      else if (typeof answer === 'number')
        response
          .writeHead(answer, { 'content-type': 'application/json' })
          .end('{"error":"refused"}');
      else if (typeof answer === 'string')
        response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
      else
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    };
    const server = createServer((request, response) => void respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  };
  const authentication = await start('authentication');
  const data = await start('data');
  const origin = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    authenticationEndpoint: origin(authentication),
    dataEndpoint: origin(data),
    received,
    rejected: () =>
      received
        .filter(({ refusal }) => refusal !== undefined)
        .map(({ service, method, url, refusal }) => `${service}: ${method} ${url} (${refusal})`),
    passwordCalls,
    ownerOf,
    fail: (line, failure) => {
      if (failure === undefined) failures.delete(line);
      else failures.set(line, failure);
    },
    configure: (next) => {
      options = next;
    },
    accessToken,
    expireAccessTokens: () => {
      issued += 1;
    },
    close: async () => {
      for (const server of [authentication, data]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
