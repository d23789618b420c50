import { say } from '@annals/contracts/messages';
import pino from 'pino';
import { afterAll, beforeAll, inject } from 'vitest';
import type { CallInput, Endpoint, ResponseOf } from '@annals/contracts/endpoint';
import type { ObjectVersion } from '@annals/contracts/objects';
import { createPartition, putMember } from '@annals/contracts/partitions';
import type { Problem as ProblemBody } from '@annals/contracts/problem';
import type { Permission, RoleScope, TokenScope } from '@annals/contracts/permissions';
import type { AuthenticationRequest, Caller } from '@annals/kit/caller';
import type { Database } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import { createService } from '@annals/kit/service';
import { quiet, type TestDatabase } from '@annals/kit/testing/databases';
import { dataService } from '../service.ts';
import type { DataServiceOptions } from '../service-options.ts';

/** With this header a call has an API token, in JSON, and lacks roles of its owner. */
export const limitsHeader = 'x-test-limits';

export interface Limits {
  scopes?: TokenScope[];
  partitionIds?: string[];
  without?: Permission[];
  /** A rule wants a recent proof of identity for all actions, and there is none. */
  unproved?: boolean;
  /** Additional permissions, and their scope. */
  more?: { permissions: Permission[]; scope: RoleScope };
}

/** The callers of the tests: the bearer token is the name. */
export const people = {
  owner: person(1, 'partitions:create'),
  editor: person(2),
  reader: person(3),
  stranger: person(4),
  writesAll: person(5, 'partitions:create', 'partitions:write-all'),
  readsAll: person(6, 'partitions:read-all', 'data-users:read'),
} as const;
export type Person = keyof typeof people;

function person(number: number, ...more: Permission[]) {
  const permissions: Permission[] = [...more, 'partitions:write'];
  return { userId: `01890a5d-ac96-774b-bcce-b3020000000${number}`, permissions };
}

export interface Answer<Body> {
  status: number;
  /** The contract's response, or a problem: the tests assert which. */
  body: Body & ProblemBody & { current?: ObjectVersion };
  headers: Headers;
}

export interface RawRequest {
  as?: Person | undefined;
  body?: string | undefined;
  headers?: Record<string, string>;
}

export interface Sender {
  as?: Person | undefined;
  headers?: Record<string, string>;
}

export interface Listener {
  readonly origin: string;
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E> & Sender,
  ): Promise<Answer<ResponseOf<E>>>;
  /** For requests that the contract's types do not allow. */
  send(method: string, path: string, request?: RawRequest): Promise<Answer<unknown>>;
  /** A partition of the owner, with the editor and the reader as members. */
  makePartition(partitionName?: string): Promise<string>;
  close(): Promise<void>;
}

type ListenerOptions = Pick<
  DataServiceOptions,
  | 'aliasHosts'
  | 'userExists'
  | 'findUserNames'
  | 'findAccess'
  | 'searchLimits'
  | 'signatureKey'
  | 'reports'
  | 'mailDelayMs'
  | 'anchorEveryMs'
  | 'webhooks'
  | 'replicas'
  | 'maxEvidenceBytes'
  | 'evidenceHeapMb'
  | 'evidenceProgram'
  | 'subscriptions'
  | 'isActivePerson'
  | 'scopeOfUser'
>;

/** Outside of Vitest, as in benchmarks, no evidence is made. */
const builtProgram = (): string | undefined =>
  process.env['VITEST'] === undefined ? undefined : inject('evidenceProgram');

/** The data service behind a real listener on loopback. */
export async function startListener(
  database: Database,
  options: ListenerOptions = {},
): Promise<Listener> {
  const service = dataService({
    scopeOfUser: scopeOfPerson,
    ...options,
    evidenceProgram: options.evidenceProgram ?? builtProgram(),
    database,
    log: quiet,
    authenticate,
    checkResponses: true,
  });
  await service.migrate();
  await service.start();
  const app = createService({ log: pino({ level: 'silent' }), bodyLimit: 16 * 1024 * 1024 });
  service.mountPartitionRoutes(app);
  service.mountOwnRoutes(app);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });

  const send = async (method: string, path: string, { as, body, headers }: RawRequest = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    };
  };
  const call: Listener['call'] = async (endpoint, input) => {
    const {
      as,
      headers = {},
      params = {},
      query = {},
      body,
    } = Object.assign<LooseInput, unknown>({}, input);
    return send(endpoint.method, pathOf(endpoint.path, params, query), {
      as,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  };
  return {
    origin,
    call,
    send,
    async makePartition(partitionName = 'Products') {
      const { body } = await call(createPartition, { as: 'owner', body: { partitionName } });
      for (const [name, role] of [
        ['editor', 'EDITOR'],
        ['reader', 'READER'],
      ] as const)
        await call(putMember, {
          as: 'owner',
          params: { partitionId: body.id, userId: people[name].userId },
          body: { role },
        });
      return body.id;
    },
    async close() {
      // Connections that were busy when the shutdown began become idle later.
      const closeIdle = setInterval(() => app.server.closeIdleConnections(), 20);
      await app.close().finally(() => clearInterval(closeIdle));
      await service.close();
    },
  };
}

/** For all tests of a `describe`: started before them on a new database, and stopped after them. */
export function listenerForAll(
  open: TestDatabase['open'],
  options: ListenerOptions = {},
): Listener & { database: Database } {
  const listener = {} as Listener & { database: Database };
  beforeAll(async () => {
    const database = await open();
    Object.assign(listener, await startListener(database, options), { database });
  });
  afterAll(async () => {
    await listener.close();
    await listener.database.close();
  });
  return listener;
}

type Parameters = Record<string, string | number | string[] | undefined>;

interface LooseInput extends Sender {
  params?: Parameters;
  query?: Parameters;
  body?: unknown;
}

function pathOf(path: string, params: Parameters, query: Parameters): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat())
      if (value !== undefined) search.append(name, String(value));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}

async function authenticate({ headers }: AuthenticationRequest): Promise<Caller | undefined> {
  const name = headers.authorization?.replace('Bearer ', '');
  if (name === undefined || !isPerson(name)) return undefined;
  const { userId, permissions } = people[name];
  const { scopes, partitionIds, without = [], more, unproved } = limitsOf(headers);
  const held = new Set(permissions.filter((permission) => !without.includes(permission)));
  return {
    userId,
    username: `${name}@example.org`,
    name: name.toUpperCase(),
    sessionId: userId,
    roles: [],
    scope: (permission) =>
      held.has(permission)
        ? 'all'
        : more?.permissions.includes(permission)
          ? more.scope
          : undefined,
    ...(unproved === true && {
      requireProofFor: async () => {
        throw new Problem(403, 'reauthentication_needed', say('reauthenticate'));
      },
    }),
    ...(scopes ? { token: { scopes, partitionIds: partitionIds && new Set(partitionIds) } } : {}),
  };
}

function limitsOf(headers: AuthenticationRequest['headers']): Limits {
  const given = headers[limitsHeader];
  return typeof given === 'string' ? JSON.parse(given) : {};
}

/** As the authentication service reports it for somebody other than the caller. */
export async function scopeOfPerson(userId: string): Promise<Caller['scope']> {
  const found = Object.values(people).find((each) => each.userId === userId);
  return (permission) => (found?.permissions.includes(permission) ? 'all' : undefined);
}

const isPerson = (name: string): name is Person => name in people;
