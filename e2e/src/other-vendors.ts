import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/**
 * Services as other vendors could build them from the specification, each with habits of its own: how it writes JSON, what
 * it leaves out, how it fails. They share no code with the other fixtures.
 */

/** A call as received. */
interface Asked {
  /** The line of the specification, with `{}` for ids, such as `GET /v1/users/{}`. */
  line: string;
  path: string;
  query: URLSearchParams;
}

/** What goes over the wire. */
interface Wire {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  delayMs?: number;
}

export interface Vendor {
  name: string;
  /** The access token of the person who is signed in. */
  token?: string;
  /** What is told instead of the usual; undefined: the usual. */
  tells?: (asked: Asked) => unknown;
  write: (answer: unknown, asked: Asked) => Wire;
  /** What pages show of it, by their paths. */
  shows?: Record<string, string>;
}

export interface VendorServices {
  authenticationEndpoint: string;
  dataEndpoint: string;
  /** The calls that the specification does not list. */
  unlisted: string[];
  close(): Promise<void>;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const tokenWith = (claims: object) => `${encode({ alg: 'none' })}.${encode(claims)}.x`;

export const tokenOf = ({ token = tokenWith({ roles: ['GLOBAL_MASTER'] }) }: Vendor): string =>
  token;

const person = (id: string) => ({
  id,
  username: id === 'u1' ? 'marie' : 'lise',
  email: `${id}@lab.example`,
  department: { code: 7 },
});
const last = (path: string) => decodeURIComponent(path.split('/').at(-1) ?? '');

/** The listed calls and what is usually told. */
const listed: Readonly<Record<string, (asked: Asked) => unknown>> = {
  'GET /v1/auth': () => ({}),
  'POST /v1/auth': () => ({}),
  'GET /v1/users/current': () => ({ ...person('u1'), roles: ['GLOBAL_MASTER'] }),
  'GET /v1/organizational-units': () => [
    { id: 'k1', name: 'Radium' },
    { id: 'k2', name: 'Polonium', parentId: 'k1' },
  ],
  'GET /v1/organizational-units/{}': ({ path }) => ({ id: last(path), name: 'Radium' }),
  'PUT /v1/users/{}/organizational-unit': () => ({}),
  'PUT /v1/users/{}/organizational-unit/unassign': () => ({}),
  'POST /v1/organizational-units': ({ query }) => ({ id: 'k9', name: query.get('name') }),
  'PUT /v1/organizational-units/{}': () => ({}),
  'GET /v1/users': () => [person('u1'), person('u2')],
  'POST /v1/users': () => ({ id: 'u9' }),
  'GET /v1/users/forName/{}': () => person('u2'),
  'GET /v1/users/forNameContaining/{}': () => [person('u2')],
  'GET /v1/users/{}': ({ path }) => ({
    ...person(last(path)),
    roles: ['CHEMIST'],
    organizationalUnits: [{ id: 'k1', name: 'Radium' }],
  }),
  'GET /v1/roles': () => ['GLOBAL_MASTER', 'ORG_ADMIN', 'CHEMIST'],
  'PUT /v1/users/{}/roles': () => ({}),
  'DELETE /v1/users/{}/roles': () => ({}),
  'GET /v1/identity-providers': () => [{ id: 'p1', name: 'Sorbonne' }],
  'POST /v1/identity-providers': () => ({ id: 'p9' }),
  'PATCH /v1/identity-providers/{}': () => ({}),
  'GET /v1/tokens': () => [{ id: 't1', description: 'for the balance' }],
  'POST /v1/tokens': () => ({ id: 't9', token: 'a secret' }),
  'DELETE /v1/tokens/{}': () => ({}),
  'GET /v1/applications/{}': ({ path }) => ({ id: last(path), name: 'Electrometer' }),
  'GET /v1/applications/{}/tokens': () => [{ id: 'at1', description: 'of the electrometer' }],
  'POST /v1/applications/{}/tokens': () => ({ id: 'at9', token: 'a secret' }),
  'DELETE /v1/applications/{}/tokens/{}': () => ({}),
  'GET /v1/partitions/all/users/current': () => ({ id: 'u1' }),
  'GET /v1/partitions/all/users/{}': ({ path }) => person(last(path)),
  'GET /v1/partitions': () => [{ id: '3', partitionName: 'Notebooks' }],
  'GET /v1/partitions/{}': ({ path }) => ({ id: last(path), partitionName: 'Notebooks' }),
  'GET /v1/alias-url': ({ query }) => ({ alias: query.get('alias'), fog: 'dense' }),
  'POST /v1/alias-url/reactivate': () => ({}),
  'POST /v1/partitions/{}/objects/search': () => ({
    data: [
      { timelineId: 'tl-acc', references: [{ name: 'mainOperatorRef', timelineId: 'tl-op' }] },
    ],
  }),
  'GET /v1/partitions/{}/timelines/{}/objects/latest': ({ path }) =>
    path.includes('tl-op')
      ? { objectData: { userId: 'u2' } }
      : { objectData: { weight: 0.1 }, references: [] },
};

const patterns = Object.keys(listed).map(
  (line) => [new RegExp(`^${line.replaceAll('{}', '[^/]+')}$`), line] as const,
);

const json = (answer: unknown): Wire => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(answer),
});

/** An error page of an intermediate server. */
const errorPage = (status: number): Wire => ({
  status,
  headers: { 'content-type': 'text/html; charset=iso-8859-1', 'retry-after': '1' },
  body: `<html><head><title>${status}</title></head><body><h1>nginx</h1></body></html>`,
});

const isList = ({ line }: Asked) =>
  /^GET .*\/(?:organizational-units|users|roles|identity-providers|tokens|partitions|forNameContaining\/\{\})$/.test(
    line,
  );
const isStart = ({ line }: Asked) => /\/current$|\/v1\/auth$/.test(line);
const isWrite = ({ line }: Asked) => !line.startsWith('GET') && !/search$|auth$|tokens$/.test(line);
const isRead = (asked: Asked) => asked.line.startsWith('GET') && !isStart(asked);

function changeObjects(value: unknown, change: (thing: object) => object): unknown {
  if (Array.isArray(value)) return value.map((each) => changeObjects(each, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, changeObjects(each, change)]);
  return change(Object.fromEntries(fields) as object);
}

const reversed = (thing: object) => Object.fromEntries(Object.entries(thing).toReversed());
const many = <Row>(make: (n: number) => Row) => Array.from({ length: 20_000 }, (_, n) => make(n));
const strange = `| |<b>bold</b>|\u202Eevil|${'a'.repeat(400)}|👩‍🔬|../../etc|null|undefined|%2F|{{name}}`;
const strangeNames = strange.split('|');

const ownNames: Readonly<Record<string, string>> = {
  'GET /v1/users': 'users',
  'GET /v1/organizational-units': 'organizationalUnits',
  'GET /v1/tokens': 'tokens',
  'GET /v1/identity-providers': 'identityProviders',
  'GET /v1/partitions': 'partitions',
  'GET /v1/roles': 'roles',
};

export const vendors: readonly Vendor[] = [
  {
    name: 'keys in another order, null for what is absent, as plain text',
    write: (answer) => {
      const nulls = { email: null, parentId: null, lastSignInDate: null, owner: null };
      const told = changeObjects(answer, (thing) => reversed({ ...nulls, ...thing }));
      return { headers: { 'content-type': 'text/plain' }, body: JSON.stringify(told) };
    },
    shows: { '/v1/users': 'lise', '/v1/users/u2': 'Radium', '/v1/partitions/3': 'lise' },
  },
  {
    name: 'numbers as ids, people without names, units with unknown parents',
    tells: ({ line }) =>
      ({
        'GET /v1/users': [{ id: 1 }, { id: 2, name: '' }, { email: 'five@lab.example' }, {}],
        'GET /v1/users/{}': { id: 2 },
        'GET /v1/organizational-units': [
          { id: 10, name: 'Radium', parentId: 99 },
          { id: 11, name: 'Polonium', parentId: 10 },
          { id: 12, name: 'Itself', parentId: 12 },
          { id: 13, name: 'One', parentId: 14 },
          { id: 14, name: 'Other', parentId: 13 },
        ],
        'GET /v1/partitions': [
          { id: 3, partitionName: 'Notebooks' },
          { id: 4, partitionName: '' },
        ],
        'GET /v1/tokens': [{ id: 1 }, { id: 2, description: '' }, { tokenId: 3 }],
        'GET /v1/identity-providers': [{ id: 1 }, { id: 'p1', name: null }],
      })[line],
    write: json,
    shows: { '/v1/organizational-units': 'Other', '/v1/users': 'five@lab.example' },
  },
  {
    name: 'empty bodies after writes, no content for what may be absent',
    write: (answer, asked) => {
      if (isWrite(asked)) return { headers: { 'content-length': '0' } };
      const isAbsent = /auth$|all\/users\/current|alias|applications\/\{\}\/tokens$/;
      return asked.line.startsWith('GET') && isAbsent.test(asked.line)
        ? { status: 204 }
        : json(answer);
    },
    shows: { '/v1/users': 'lise' },
  },
  {
    name: 'roles as objects in objects, an access token without claims',
    token: tokenWith({}),
    tells: ({ line }) => {
      const role = (name: string) => ({
        role: { id: 7, name, scope: { unit: 'k1' } },
        since: 2020,
      });
      return {
        'GET /v1/roles': { roles: { content: [role('CHEMIST'), role('GLOBAL_MASTER')] } },
        'GET /v1/users/{}': { id: 'u2', username: 'lise', roles: { items: [role('CHEMIST')] } },
        'GET /v1/users': [
          { id: 'u1', username: 'marie', roles: [role('CHEMIST')] },
          { id: 'u2', username: 'lise', roles: { CHEMIST: true } },
        ],
      }[line];
    },
    write: json,
    shows: { '/v1/users/u2?tab=roles': 'CHEMIST', '/v1/users': 'Not readable' },
  },
  {
    name: 'redirects to paths with a slash at the end',
    write: (answer, asked) =>
      isRead(asked) ? { status: 301, headers: { location: `${asked.path}/` } } : json(answer),
    shows: { '/v1/users': 'HTTP 301' },
  },
  {
    name: 'slow, compressed, indented, after a byte order mark',
    write: (answer, { line }) => {
      const compress = [gzipSync, brotliCompressSync, deflateSync][line.length % 3] ?? gzipSync;
      const encoding = ['gzip', 'br', 'deflate'][line.length % 3] ?? 'gzip';
      return {
        delayMs: 300,
        headers: {
          'Content-Type': 'Application/JSON;Charset="UTF-8"',
          'content-encoding': encoding,
        },
        body: compress(`\uFEFF ${JSON.stringify(answer, undefined, 4)}\r\n`),
      };
    },
    shows: { '/v1/users': 'lise', '/v1/partitions/3': 'lise', '/v1/tokens': 'for the balance' },
  },
  {
    name: 'error pages for lists',
    write: (answer, asked) => (isList(asked) ? errorPage(502) : json(answer)),
    shows: { '/v1/users': 'HTTP 502', '/v1/users/u2': 'Radium' },
  },
  {
    name: 'error pages for single things',
    write: (answer, asked) =>
      isRead(asked) && !isList(asked)
        ? errorPage([403, 429, 410][asked.line.length % 3] ?? 403)
        : json(answer),
    shows: { '/v1/users': 'lise' },
  },
  {
    name: '20,000 rows in each list',
    tells: ({ line }) => {
      if (line.endsWith('/users') || line.endsWith('forNameContaining/{}'))
        return many((n) => ({
          id: `u${n}`,
          username: `user ${n}`,
          roles: ['CHEMIST'],
          organizationalUnits: [{ id: `k${n % 500}`, name: `Unit ${n % 500}` }],
        }));
      if (line === 'GET /v1/organizational-units')
        return many((n) => ({
          id: `k${n}`,
          name: `Unit ${n}`,
          parentId: n > 0 ? `k${Math.floor((n - 1) / 20)}` : null,
        }));
      if (/^GET .*tokens$/.test(line))
        return many((n) => ({ id: `t${n}`, description: `Token ${n}` }));
      if (line === 'GET /v1/partitions')
        return many((n) => ({ id: n, partitionName: `Notebook ${n}` }));
      return line === 'GET /v1/identity-providers'
        ? many((n) => ({ id: `p${n}`, name: `Provider ${n}` }))
        : undefined;
    },
    write: json,
    shows: {
      '/v1/users': '1–50 of 20,000',
      '/v1/tokens': '1–50 of 20,000',
      '/v1/partitions': '1–50 of 20,000',
      '/v1/organizational-units': '20,000',
    },
  },
  {
    name: 'further fields everywhere, in an envelope',
    write: (answer, { line }) => {
      const more = {
        meta: { tenant: { id: 'z', name: 'Wrong name' }, tags: ['a', 'b'] },
        type: 3,
        active: 'yes',
        total: 'many',
        version: '1.2',
        error: null,
      };
      if (line.endsWith('auth')) return json(answer);
      const data = changeObjects(answer, (thing) => ({ ...thing, ...more }));
      return json({ success: true, data, message: 'OK', status: 200 });
    },
    shows: { '/v1/users': 'lise', '/v1/organizational-units/k1': 'Radium' },
  },
  {
    name: 'names that are no names',
    tells: ({ line }) =>
      ({
        'GET /v1/users': strangeNames.map((username, n) => ({ id: `u${n}`, username })),
        'GET /v1/users/{}': { id: 'u2', username: '<b>bold</b>', roles: strangeNames },
        'GET /v1/organizational-units': strangeNames.map((name, n) => ({ id: `k${n}`, name })),
        'GET /v1/partitions': strangeNames.map((partitionName, n) => ({ id: n, partitionName })),
        'GET /v1/partitions/{}': { partitionName: '\u202Eevil' },
        'GET /v1/roles': strangeNames,
        'GET /v1/tokens': strangeNames.map((description, id) => ({ id, description })),
      })[line],
    write: json,
    shows: { '/v1/users': '<b>bold</b>', '/v1/users/u2?tab=roles': '../../etc' },
  },
  {
    name: 'lists under their own names, an access token in each answer',
    token: tokenWith({ roles: ['GLOBAL_MASTER'], jti: 'shown to nobody' }),
    write: (answer, { line }) => {
      const name = ownNames[line];
      const told = name === undefined ? answer : { count: 2, [name]: answer };
      return Array.isArray(told)
        ? json(told)
        : json({
            accessToken: tokenWith({ roles: ['GLOBAL_MASTER'], jti: 'shown to nobody' }),
            ...(told as object),
          });
    },
    shows: {
      '/v1/users': 'lise',
      '/v1/tokens': 'for the balance',
      '/v1/organizational-units': 'Polonium',
      '/v1/identity-providers': 'Sorbonne',
      '/v1/partitions': 'Notebooks',
      '/v1/users/u2/roles': 'ORG_ADMIN',
    },
  },
];

export async function startVendor(vendor: Vendor): Promise<VendorServices> {
  const unlisted: string[] = [];
  const respond = async (
    service: 'authentication' | 'data',
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    await text(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    const call = `${request.method} ${pathname}`;
    const line = patterns.find(([pattern]) => pattern.test(call))?.[1];
    const send = async ({ status = 200, headers = {}, body, delayMs = 0 }: Wire) => {
      await setTimeout(delayMs);
      response.writeHead(status, headers).end(body);
    };
    if (line === undefined || service === 'data') {
      unlisted.push(`${service}: ${request.method} ${request.url}`);
      return send(errorPage(404));
    }
    const asked: Asked = { line, path: pathname, query: searchParams };
    if (request.headers.authorization !== `Bearer ${tokenOf(vendor)}`) return send({ status: 401 });
    return send(vendor.write(vendor.tells?.(asked) ?? listed[line]?.(asked), asked));
  };
  const listen = async (service: 'authentication' | 'data'): Promise<Server> => {
    const server = createServer((request, response) => void respond(service, request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  };
  const servers = [await listen('authentication'), await listen('data')] as const;
  const [authenticationEndpoint, dataEndpoint] = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ) as [string, string];
  return {
    authenticationEndpoint,
    dataEndpoint,
    unlisted,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
