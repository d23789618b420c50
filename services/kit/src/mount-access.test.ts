import pino from 'pino';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { endpoint, type Access, type Endpoint } from '@annals/contracts/endpoint';
import {
  tokenScopes,
  type MemberRole,
  type Permission,
  type TokenScope,
} from '@annals/contracts/permissions';
import type { Caller } from './caller.ts';
import { mountOn } from './mount.ts';
import { noDatabase } from './testing/databases.ts';
import { createService } from './service.ts';

const partitionId = '01890a5d-ac96-774b-bcce-b302099a8057';
const another = '01890a5d-ac96-774b-bcce-b302099a8058';

interface Who {
  permissions?: readonly Permission[];
  /** Undefined: a session. */
  scopes?: readonly TokenScope[];
  partitionIds?: readonly string[];
  member?: MemberRole;
}

/** A service with this one call, made by the given caller. */
function serviceFor(row: Endpoint, who: Who) {
  const caller: Caller = {
    userId: 'u',
    username: 'u',
    name: 'U',
    sessionId: 's',
    roles: [],
    scope: (permission) => (who.permissions?.includes(permission) ? 'all' : undefined),
    ...(who.scopes && {
      token: {
        scopes: who.scopes,
        partitionIds: who.partitionIds && new Set(who.partitionIds),
      },
    }),
  };
  const app = createService({ log: pino({ level: 'silent' }) });
  const asked: string[] = [];
  const mount = mountOn(app, {
    database: noDatabase,
    authenticate: async () => caller,
    findMemberRole: async (_caller, id) => {
      asked.push(id);
      return who.member;
    },
  });
  mount(row, async () => ({}));
  return { app, asked };
}

function rowWith(access: Access, method: Endpoint['method'] = 'GET'): Endpoint {
  const inPartition = access.kind === 'partition';
  return endpoint({
    method,
    path: inPartition ? '/v1/partitions/{partitionId}/things' : '/v1/things',
    records: 'nothing',
    summary: 'A call',
    access,
    params: inPartition ? z.strictObject({ partitionId: z.uuid() }) : undefined,
    response: z.looseObject({}),
  });
}

async function statusOf(row: Endpoint, who: Who, id = partitionId): Promise<number> {
  const { method, path } = row;
  const url = path.replace('{partitionId}', id);
  return (await serviceFor(row, who).app.inject({ method, url })).statusCode;
}

const statusesOf = (row: Endpoint, who: Omit<Who, 'scopes'> = {}) =>
  Promise.all(tokenScopes.map((scope) => statusOf(row, { ...who, scopes: [scope] })));

describe('a call that needs a session', () => {
  it.each([
    { kind: 'session' },
    { kind: 'permission', permission: 'users:write', inSession: true },
  ] as const)('accepts a session and no API token at all (%#)', async (access) => {
    const permissions = ['users:write'] as const;
    for (const method of ['GET', 'POST'] as const) {
      const row = rowWith(access, method);
      expect(await statusOf(row, { permissions })).toBe(200);
      expect(await statusOf(row, { permissions, scopes: tokenScopes })).toBe(403);
    }
  });
});

describe('an API token', () => {
  const permissions = ['users:write', 'partitions:write'] as const;

  it.each([
    { kind: 'signedIn' },
    { kind: 'permission', permission: 'users:write' },
    { kind: 'partition', role: 'READER' },
  ] as const)('reads with the read scope only, if the rule is $kind', async (access) => {
    const who = { permissions, member: 'OWNER' } as const;
    expect(await statusesOf(rowWith(access), who)).toEqual([200, 403, 403]);
    const search: Endpoint = { ...rowWith(access, 'POST'), requestClass: 'read' };
    expect(await statusesOf(search, who)).toEqual([200, 403, 403]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'writes in partitions with one scope and administers with another (%s)',
    async (method) => {
      const who = { permissions, member: 'OWNER' } as const;
      const inPartition = rowWith({ kind: 'partition', role: 'EDITOR' }, method);
      expect(await statusesOf(inPartition, who)).toEqual([403, 200, 403]);
      const ofOwners = rowWith({ kind: 'partition', role: 'OWNER' }, method);
      expect(await statusesOf(ofOwners, who)).toEqual([403, 403, 200]);
      expect(await statusesOf(rowWith({ kind: 'signedIn' }, method), who)).toEqual([403, 403, 200]);
      const withPermission = { kind: 'permission', permission: 'users:write' } as const;
      expect(await statusesOf(rowWith(withPermission, method), who)).toEqual([403, 403, 200]);
    },
  );

  it('reads with any scope if the rule says so', async () => {
    const row = rowWith({ kind: 'signedIn', anyScope: true });
    expect(await statusesOf(row)).toEqual([200, 200, 200]);
  });

  it('grants no permission that its owner lacks', async () => {
    const row = rowWith({ kind: 'permission', permission: 'users:read' });
    expect(await statusOf(row, { permissions, scopes: tokenScopes })).toBe(403);
  });

  it('can access the partitions it is limited to, and does not learn of others', async () => {
    const row = rowWith({ kind: 'partition', role: 'READER' });
    const who = {
      permissions,
      scopes: tokenScopes,
      member: 'OWNER',
      partitionIds: [partitionId],
    } as const;
    expect(await statusOf(row, who)).toBe(200);
    expect(await statusOf(row, who, partitionId.toUpperCase())).toBe(200);
    const { app, asked } = serviceFor(row, who);
    const beyond = await app.inject(`/v1/partitions/${another}/things`);
    expect(beyond.statusCode).toBe(404);
    expect(asked).toEqual([]);
    const { member: _, ...stranger } = who;
    const absent = await serviceFor(row, stranger).app.inject(
      `/v1/partitions/${partitionId}/things`,
    );
    expect({ ...beyond.json(), requestId: '' }).toEqual({ ...absent.json(), requestId: '' });
  });
});

describe('a partition', () => {
  it.each(['OWNER', 'EDITOR'] as const)(
    'is written to by an %s with a role that allows writing',
    async (role) => {
      const row = rowWith({ kind: 'partition', role }, 'POST');
      expect(await statusOf(row, { member: role, permissions: ['partitions:write'] })).toBe(200);
      expect(await statusOf(row, { member: role })).toBe(403);
    },
  );

  it('is read by a member whose roles allow nothing', async () => {
    const row = rowWith({ kind: 'partition', role: 'READER' });
    expect(await statusOf(row, { member: 'READER' })).toBe(200);
  });
});
