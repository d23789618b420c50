import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { newApiToken } from '../tokens/api-token-form.ts';
import { RunningService } from '../testing/running-service.ts';
import { tokenCalls, type List } from '../testing/token-calls.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('use of API tokens, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string; token: string };
  let user: { userId: string; token: string };

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    user = await running.createAndSignIn('user@example.org', 'USER');
  });

  const { someone, issue, list, withKey, revoke } = tokenCalls(running);

  it('is refused from the next call on once it is revoked', async () => {
    const { body } = await issue(user.token);
    expect((await withKey(body.token)).status).toBe(200);
    expect(await revoke(user.token, body.id)).toBe(204);
    expect((await withKey(body.token)).status).toBe(401);
    expect(await revoke(user.token, body.id)).toBe(404);
    expect((await list(user.token)).body.data.map(({ id }) => id)).not.toContain(body.id);
  });

  it('is refused when it has expired, and shown as such', async () => {
    const { userId, token } = await someone();
    const { body } = await issue(token, {
      expiresDate: new Date(running.now + 60_000).toISOString(),
    });
    expect((await withKey(body.token)).status).toBe(200);
    running.advance(60);
    expect((await withKey(body.token)).status).toBe(401);
    expect((await list(token)).body.data).toMatchObject([{ id: body.id, expired: true }]);
    expect((await list(master.token, `?ownerId=${userId}&expired=false`)).body.data).toEqual([]);
  });

  it('is refused while its owner is disabled', async () => {
    const { userId, token } = await someone();
    const { body } = await issue(token);
    expect((await withKey(body.token)).status).toBe(200);
    await running.database.query(
      sql`update authentication.user_account set status = 'DISABLED' where id = ${userId}`,
    );
    running.advance(2);
    expect((await withKey(body.token)).status).toBe(401);
    await running.database.query(
      sql`update authentication.user_account set status = 'ACTIVE' where id = ${userId}`,
    );
    expect((await withKey(body.token)).status).toBe(200);
  });

  it('allows what its owner currently may do, and no more', async () => {
    const { userId, token } = await someone();
    const { body } = await issue(token, { scopes: ['read', 'write', 'admin'] });
    expect((await withKey(body.token, '/v1/users')).status).toBe(403);
    await running.database.query(
      sql`insert into authentication.user_role (user_id, role, granted_at) values (${userId}, 'AUDITOR', now())`,
    );
    running.advance(2);
    expect((await withKey(body.token, '/v1/users')).status).toBe(200);
    await running.database.query(
      sql`update authentication.user_role_period set removed_at = now() where user_id = ${userId} and role = 'AUDITOR'`,
    );
    running.advance(2);
    expect((await withKey(body.token, '/v1/users')).status).toBe(403);
  });

  it('reads with the scope read, and administers with the scope admin', async () => {
    const keys = Object.fromEntries(
      await Promise.all(
        ['read', 'write', 'admin'].map(async (scope) => [
          scope,
          (await issue(master.token, { scopes: [scope] })).body.token,
        ]),
      ),
    );
    const statuses = async (method: string, path: string, body?: unknown) =>
      Promise.all(
        ['read', 'write', 'admin'].map(
          async (scope) => (await withKey(keys[scope], path, method, body)).status,
        ),
      );
    expect(await statuses('GET', '/v1/users')).toEqual([200, 403, 403]);
    expect(await statuses('GET', '/v1/tokens')).toEqual([200, 403, 403]);
    expect(await statuses('DELETE', `/v1/tokens/${absent}`)).toEqual([403, 403, 404]);
    expect(await statuses('POST', '/v1/applications', { name: 'x' })).toEqual([403, 403, 201]);
    expect(
      await statuses('POST', '/v1/tokens', {
        description: 'x',
        scopes: ['read'],
        expiresDate: null,
      }),
    ).toEqual([403, 403, 403]);
  });

  it('can only access partitions if it is limited to some', async () => {
    const { body } = await issue(master.token, {
      scopes: ['read', 'admin'],
      partitionIds: [absent],
    });
    expect((await withKey(body.token, '/v1/users')).status).toBe(403);
    expect((await withKey(body.token, '/v1/applications')).status).toBe(403);
    const headers = { 'x-akarion-api-token': body.token };
    const caller = await running.service.authenticate({ headers });
    expect(caller?.token).toEqual({ scopes: ['read', 'admin'], partitionIds: new Set([absent]) });
    expect(caller?.scope('partitions:read-all')).toBe('all');
    expect(caller?.scope('partitions:write')).toBe('all');
    expect(caller?.scope('partitions:create')).toBeUndefined();
    expect(caller).toMatchObject({
      userId: master.userId,
      sessionId: body.id,
      username: 'master@example.org',
    });
    // It cannot see other users' tokens either.
    const { data } = (await withKey(body.token, '/v1/tokens')).body as unknown as List;
    expect(new Set(data.map(({ owner }) => owner?.id))).toEqual(new Set([master.userId]));
  });

  it('records when and from where a token was last used, and never moves it back', async () => {
    const { body } = await issue(user.token);
    await withKey(body.token);
    const lastUsed = async () => {
      const { body: found } = await list(user.token, '?pageSize=500');
      return found.data.find(({ id }) => id === body.id);
    };
    const used = new Date(running.now).toISOString().replace('Z', '000Z');
    expect(await lastUsed()).toMatchObject({ lastUsedDate: used, lastUsedAddress: '127.0.0.1' });
    running.now -= 5000;
    await withKey(body.token);
    expect(await lastUsed()).toMatchObject({ lastUsedDate: used });
  });

  it.each([
    ['nothing', ''],
    ['something else', 'other'],
    ['the token of another product', newApiToken('other', 'USER').token],
    ['a well-formed token that does not exist', newApiToken('annals', 'USER').token],
    ['a wrong checksum', `${newApiToken('annals', 'USER').token.slice(0, -1)}-`],
    ['a very long one', `annals_pat_${'a'.repeat(8000)}`],
    ['letters of other scripts', 'annals_pat_\u00fcber\u00e4'],
    ['SQL', "annals_pat_' or 1=1 --"],
  ])('refuses %s', async (_, key) => {
    expect((await withKey(key)).status).toBe(401);
  });

  it('does not query the database for what is not a token', async () => {
    const seen: string[] = [];
    const watching: Database = Object.assign(Object.create(running.database) as Database, {
      query: async (...given: Parameters<Database['query']>) => {
        // Mails are looked for in the background.
        if (!given[0].text.includes('authentication.mail')) seen.push(given[0].text);
        return running.database.query(...given);
      },
    });
    const other = await RunningService.start(watching);
    seen.length = 0;
    const { token } = newApiToken('annals', 'USER');
    const ask = (key: string) =>
      other.call('GET', '/v1/users/current', { headers: { 'x-akarion-api-token': key } });
    expect((await ask(`${token.slice(0, -2)}00`)).status).toBe(401);
    expect(seen).toEqual([]);
    expect((await ask(token)).status).toBe(401);
    expect(seen).toHaveLength(1);
    await other.stop();
  });

  it('is accepted only in its own header', async () => {
    const { body } = await issue(user.token);
    const { token: key } = body;
    const status = async (headers: Record<string, string>) =>
      (await running.call('GET', '/v1/users/current', { headers })).status;
    expect(await status({ authorization: `Bearer ${key}` })).toBe(401);
    expect(await status({ authorization: key })).toBe(401);
    expect(
      await status({ authorization: `Bearer ${user.token}`, 'x-akarion-api-token': key }),
    ).toBe(401);
    expect(await status({ 'x-akarion-api-token': `${key}, ${key}` })).toBe(401);
    expect(await status({ 'x-akarion-api-token': user.token })).toBe(401);
    expect(await status({ 'x-akarion-api-token': key })).toBe(200);
  });

  it('stores the collected uses at shutdown in one statement', async () => {
    const closing = await RunningService.start(running.database);
    const { body } = await issue(user.token);
    await closing.call('GET', '/v1/users/current', {
      headers: { 'x-akarion-api-token': body.token },
    });
    const read = async () =>
      running.database.query<{ used: string | null }>(
        sql`select last_used as used from authentication.api_token where id = ${body.id}`,
      );
    expect(await read()).toEqual([{ used: null }]);
    await closing.stop();
    expect(await read()).toEqual([{ used: expect.any(String) }]);
  });
});
