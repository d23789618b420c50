import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Convention, WireResponse } from './upstreams.ts';

/**
 * Services of another vendor. They know only the calls of the specification, return bare arrays with as few
 * fields as the specification shows, and add unknown fields. All other calls get a plain-text 404.
 */

const partition = '7';
const account = 'tl-account';
const operator = 'tl-operator';

const answers: Record<string, unknown> = {
  'GET /v1/users/current': { id: 'u1', username: 'ada', shoeSize: 39 },
  'GET /v1/users': [
    { id: 'u1', username: 'ada' },
    { id: 'u2', username: 'grace', shoeSize: 38 },
  ],
  'GET /v1/users/u1': { id: 'u1', username: 'ada' },
  'GET /v1/users/u2': { id: 'u2', username: 'grace' },
  'GET /v1/users/u4': {
    id: 'u4',
    username: 'hopper',
    roles: ['ORG_ADMIN'],
    organizationalUnits: [{ id: 'o1', name: 'Somewhere' }],
  },
  'GET /v1/users/forName/grace': { id: 'u2', username: 'grace' },
  'GET /v1/users/forNameContaining/gra': [{ id: 'u2', username: 'grace' }],
  'POST /v1/users': { id: 'u3' },
  'PUT /v1/users/u2/roles': {},
  'DELETE /v1/users/u2/roles': {},
  'PUT /v1/users/u2/organizational-unit': {},
  'DELETE /v1/users/u4/roles': {},
  'PUT /v1/users/u4/organizational-unit/unassign': {},
  'GET /v1/roles': ['GLOBAL_MASTER', 'ORG_ADMIN'],
  'GET /v1/organizational-units': [{ id: 'o1', name: 'Somewhere', altitude: 12 }],
  'GET /v1/organizational-units/o1': { id: 'o1', name: 'Somewhere' },
  'POST /v1/organizational-units': { id: 'o2', name: 'Elsewhere' },
  'PUT /v1/organizational-units/o1': { id: 'o1', name: 'Somewhere' },
  'GET /v1/identity-providers': [{ id: 'i1', name: 'Lantern', brightness: 7 }],
  'POST /v1/identity-providers': { id: 'i2' },
  'PATCH /v1/identity-providers/i1': { id: 'i1' },
  'GET /v1/tokens': [{ id: 't1', description: 'a token of theirs', smell: 'of salt' }],
  'POST /v1/tokens': { id: 't2', token: 'a secret of theirs' },
  'DELETE /v1/tokens/t1': {},
  'GET /v1/applications/a1': { id: 'a1', name: 'Foghorn', loud: true },
  'GET /v1/applications/a1/tokens': [{ id: 'at1', description: 'a token of the foghorn' }],
  'POST /v1/applications/a1/tokens': { id: 'at2', token: 'another secret of theirs' },
  'DELETE /v1/applications/a1/tokens/at1': {},
  'GET /v1/partitions/all/users/current': { key: 'value' },
  'GET /v1/partitions/all/users/u2': { id: 'u2', username: 'grace', shoeSize: 38 },
  'GET /v1/alias-url?alias=harbour': { alias: 'harbour', fog: 'dense' },
  'POST /v1/alias-url/reactivate?alias=harbour': {},
  'GET /v1/partitions': [{ id: partition, partitionName: 'Foreign ledger', colour: 'green' }],
  [`GET /v1/partitions/${partition}`]: { partitionName: 'Foreign ledger' },
  [`POST /v1/partitions/${partition}/objects/search`]: {
    data: [
      { references: [{ name: 'mainOperatorRef', timelineId: operator }], timelineId: account },
    ],
  },
  [`GET /v1/partitions/${partition}/timelines/${operator}/objects/latest`]: {
    objectData: { userId: 'u2' },
  },
  [`GET /v1/partitions/${partition}/timelines/${account}/objects/latest`]: {
    objectData: { title: 'An account' },
    references: [{ name: 'mainOperatorRef', timelineId: operator }],
  },
};

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const accessTokenOf = (count: number) =>
  `${encode({ alg: 'none' })}.${encode({ roles: ['GLOBAL_MASTER'] })}.${count}`;

export interface ReceivedCall {
  method: string;
  /** Path and query. */
  url: string;
  /** Undefined for a request without a body. */
  body: unknown;
}

export interface ForeignServices {
  authenticationEndpoint: string;
  dataEndpoint: string;
  /** The calls since the list was last emptied, as "METHOD /path?query". */
  calls: string[];
  /** The rejected calls among them. */
  rejected: string[];
  /** All calls since the start. */
  received: ReceivedCall[];
  /** Responses that replace those of the services, by "METHOD /path". */
  replacements: Map<string, unknown>;
  /** Rejects all access tokens issued so far, so that they have to be refreshed. */
  expireAccessTokens(): void;
  close(): Promise<void>;
}

const plain: Convention = {
  name: 'minimal',
  format: (body) => ({ body }),
};

/** @param convention the format of the responses */
export async function startForeignServices(
  convention: Convention = plain,
): Promise<ForeignServices> {
  const calls: string[] = [];
  const rejected: string[] = [];
  const received: ReceivedCall[] = [];
  const replacements = new Map<string, unknown>();
  let issued = 0;
  const answer = (request: IncomingMessage, url: string): unknown => {
    const path = url.split('?')[0] ?? '';
    calls.push(`${request.method} ${url}`);
    if (path === '/v1/auth')
      return {
        ...(request.method === 'POST' && {
          accessToken: accessTokenOf(issued),
          refreshToken: 'r1',
        }),
        weather: 'fair',
      };
    if (request.headers.authorization !== `Bearer ${accessTokenOf(issued)}`) return 401;
    const call = `${request.method} ${path}`;
    // keyed by the whole URL where the response depends on the query
    const found = replacements.get(call) ?? answers[`${request.method} ${url}`] ?? answers[call];
    if (found === undefined) rejected.push(`${request.method} ${url}`);
    return found ?? 404;
  };
  const authentication = await listen(answer, received, convention);
  const data = await listen(
    (request) => {
      calls.push(`data: ${request.method} ${request.url}`);
      return 404;
    },
    [],
    plain,
  );
  const origin = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    authenticationEndpoint: origin(authentication),
    dataEndpoint: origin(data),
    calls,
    rejected,
    received,
    replacements,
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

async function listen(
  answer: (request: IncomingMessage, url: string) => unknown,
  received: ReceivedCall[],
  { translateUrl = (url) => url, format }: Convention,
): Promise<Server> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '' } = request;
    const url = translateUrl(request.url ?? '');
    const sent = await text(request);
    received.push({ method, url, body: sent === '' ? undefined : JSON.parse(sent) });
    const found = answer(request, url);
    const [path = '', query] = url.split('?');
    if (typeof found === 'number')
      response.writeHead(found, { 'content-type': 'text/plain' }).end('no');
    else await send(format(found, { method, path, query: new URLSearchParams(query) }), response);
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function send(
  { status = 200, type, body, gzip, delay = 0 }: WireResponse,
  response: ServerResponse,
): Promise<void> {
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  const content = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const sent = gzip ? gzipSync(content) : content;
  await setTimeout(delay);
  response.writeHead(status, {
    'content-type': type ?? 'application/json',
    ...(gzip && { 'content-encoding': 'gzip' }),
  });
  const half = Math.floor(sent.length / 2);
  response.write(sent.subarray(0, half));
  await setTimeout(delay);
  response.end(sent.subarray(half));
}

/**
 * Whether a call matches one of the specification: its path with placeholders for ids, its required query, and
 * its body.
 */
export function isSpecified(specified: string, { method, url, body }: ReceivedCall): boolean {
  const [, verb, address = '', note] = /^(\w+) (\S+)(?: \((.+)\))?$/.exec(specified) ?? [];
  const [path = '', query = ''] = address.replace(/^\/authentication/, '').split('?');
  const requested = new URL(url, 'http://service');
  const segments = path.split('/').map((part) => (part.startsWith('{') ? '[^/]+' : part));
  return (
    method === verb &&
    new RegExp(`^${segments.join('/')}$`).test(requested.pathname) &&
    [...new URLSearchParams(query)].every(([name, value]) => {
      const values = requested.searchParams.getAll(name);
      return value === '' || value === '...' ? values.some(Boolean) : values.includes(value);
    }) &&
    bodyMatches(note, body)
  );
}

function bodyMatches(note: string | undefined, body: unknown): boolean {
  if (note === undefined) return true;
  const sent = JSON.stringify(body ?? {});
  if (note === 'empty body') return sent === '{}';
  if (note === 'type ACCOUNT') return sent === '{"type":"ACCOUNT"}';
  if (note.startsWith('body')) return sent !== '{}';
  return sent.includes(`"${note}":"`);
}
