import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { password, productName, RunningService } from '../testing/running-service.ts';
import { newApiToken } from '../tokens/api-token-form.ts';
import { secretHash } from '../tokens/secrets.ts';

const absent = '01980000-0000-7000-8000-000000000000';
const unit = '01980000-0000-7000-8000-0000000000c1';

interface Shown {
  id: string;
  current: boolean;
  userAgent: string;
  address: string | null;
}

describe.each(testDatabases())('sessions of users, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const people: Record<string, { userId: string; token: string }> = {};

  beforeAll(async () => {
    await running.database.query(
      sql`insert into authentication.organizational_unit (id, name) values (${unit}, 'Unit')`,
    );
    await running.database.query(sql`
      insert into authentication.organizational_unit_path (ancestor_id, descendant_id, depth)
      values (${unit}, ${unit}, 0)`);
    for (const [name, role] of [
      ['master', 'GLOBAL_MASTER'],
      ['admin', 'ORG_ADMIN'],
      ['auditor', 'AUDITOR'],
      ['user', 'USER'],
    ] as const)
      people[name] = await running.createAndSignIn(`${name}@example.org`, role);
    await join(people['admin']?.userId);
  });

  const join = (userId = '') =>
    running.database.query(sql`
      insert into authentication.organizational_unit_member_period (unit_id, user_id, assigned_at)
      values (${unit}, ${userId}, now())`);
  const someone = () => running.someone('USER');
  const tokenOf = (name: string) => people[name]?.token;
  const list = async (token: string | undefined, whose = 'current') => {
    const { status, body } = await running.get(`/v1/users/${whose}/sessions`, token);
    return { status, data: (body.data ?? []) as unknown as Shown[] };
  };
  const end = (token: string | undefined, path: string) =>
    running.call('DELETE', `/v1/users/${path}`, { token });
  const isContinued = async (token: string) =>
    (await running.get('/v1/users/current', token)).status;
  const eventsOf = (subject: string) =>
    running.database.query(sql`
      select action, actor_id as actor, after from authentication.event where subject = ${subject} order by seq`);

  it('lists the caller’s active sessions, with the current one marked', async () => {
    const { email, token, userId } = await someone();
    const other = await running.app.inject({
      method: 'POST',
      url: '/v1/auth?type=PASSWORD',
      payload: { username: email, password },
      remoteAddress: '::ffff:203.0.113.77',
      headers: { 'user-agent': 'Telephone/1.0' },
    });
    const { data } = await list(token);
    expect(data).toHaveLength(2);
    expect(data.filter(({ current }) => current)).toMatchObject([
      { address: '127.0.0.1', userAgent: 'node' },
    ]);
    expect(data.filter(({ current }) => !current)).toMatchObject([
      { address: '203.0.113.77', userAgent: 'Telephone/1.0' },
    ]);
    expect((await list(token, userId.toUpperCase())).data).toHaveLength(2);
    const access = other.json<{ accessToken: string }>().accessToken;
    expect((await list(access)).data.find(({ current }) => current)?.userAgent).toBe(
      'Telephone/1.0',
    );
  });

  it('lists no ended, idle or expired sessions', async () => {
    const { email, token, refreshToken } = await someone();
    const { body } = await running.signIn(email);
    await running.call('DELETE', '/v1/auth', { token: body.accessToken });
    expect((await list(token)).data).toHaveLength(1);
    running.advance(29 * 60);
    await running.refresh(refreshToken);
    const idle = await running.signIn(email);
    running.advance(30 * 60);
    const last = await running.signIn(email);
    expect((await list(last.body.accessToken)).data).toHaveLength(1);
    expect(idle.status).toBe(200);
    for (const name of Object.keys(people)) {
      const again = await running.signIn(`${name}@example.org`);
      people[name] = {
        userId: people[name]?.userId ?? '',
        token: again.body.accessToken ?? '',
      };
    }
  });

  it('ends one, at once', async () => {
    const { email, token, userId } = await someone();
    const other = (await running.signIn(email)).body.accessToken ?? '';
    expect(await isContinued(other)).toBe(200);
    const { data } = await list(token);
    const id = data.find(({ current }) => !current)?.id;
    expect((await end(token, `current/sessions/${id}`)).status).toBe(204);
    expect(await isContinued(other)).toBe(401);
    expect(await isContinued(token)).toBe(200);
    expect((await end(token, `current/sessions/${id}`)).status).toBe(404);
    expect((await eventsOf(`session/${id}`)).at(-1)).toEqual({
      action: 'session.ended',
      actor: userId,
      after: { userId },
    });
    const own = data.find(({ current }) => current)?.id;
    expect((await end(token, `${userId}/sessions/${own}`)).status).toBe(204);
    expect(await isContinued(token)).toBe(401);
  });

  it('ends all of the caller’s sessions except the current one', async () => {
    const { email, token, userId } = await someone();
    const others = [await running.signIn(email), await running.signIn(email)];
    const { status, body } = await end(token, 'current/sessions');
    expect([status, body]).toEqual([200, { ended: 2 }]);
    expect(await isContinued(token)).toBe(200);
    for (const { body: problem } of others) {
      expect(await isContinued(problem.accessToken ?? '')).toBe(401);
      expect((await running.refresh(problem.refreshToken)).status).toBe(401);
    }
    expect((await eventsOf(`user/${userId}`)).at(-1)).toEqual({
      action: 'session.allEnded',
      actor: userId,
      after: { endedSessions: 2 },
    });
  });

  it('shows those of others to callers who may read the user, and ends them for those who may change the user', async () => {
    const { token, userId, email } = await someone();
    await join(userId);
    for (const name of ['master', 'admin', 'auditor']) {
      const { status, data } = await list(tokenOf(name), userId);
      expect([name, status, data.length, data[0]?.current]).toEqual([name, 200, 1, false]);
    }
    const [session] = (await list(token)).data;
    const one = `${userId}/sessions/${session?.id}`;
    expect((await end(tokenOf('auditor'), one)).status).toBe(403);
    expect((await end(tokenOf('auditor'), `${userId}/sessions`)).status).toBe(403);
    expect((await end(tokenOf('user'), one)).status).toBe(404);
    expect((await end(tokenOf('user'), `${userId}/sessions`)).status).toBe(404);
    expect(await isContinued(token)).toBe(200);
    expect((await end(tokenOf('admin'), one)).status).toBe(204);
    expect(await isContinued(token)).toBe(401);
    const again = await running.signIn(email);
    const all = await end(tokenOf('admin'), `${userId}/sessions`);
    expect([all.status, all.body]).toEqual([200, { ended: 1 }]);
    expect(await isContinued(again.body.accessToken ?? '')).toBe(401);
    expect((await eventsOf(`user/${userId}`)).at(-1)).toMatchObject({
      action: 'session.allEnded',
      actor: people['admin']?.userId,
    });
  });

  it('answers the same for sessions of others and unknown ones', async () => {
    const { token, userId } = await someone();
    const [session] = (await list(token)).data;
    for (const caller of ['user', 'admin'])
      for (const path of [
        `${userId}/sessions`,
        `${absent}/sessions`,
        `${userId}/sessions/${session?.id}`,
        `${absent}/sessions/${session?.id}`,
      ]) {
        const answers = [(await end(tokenOf(caller), path)).body];
        if (!path.includes('sessions/'))
          answers.push((await running.get(`/v1/users/${path}`, tokenOf(caller))).body);
        for (const { code, message } of answers)
          expect([path, code, message]).toEqual([
            path,
            'not_found',
            'There is no such user, or you do not have access to it.',
          ]);
      }
    const strange = `current/sessions/${session?.id}`;
    expect((await end(tokenOf('user'), strange)).status).toBe(404);
    expect((await end(tokenOf('user'), `current/sessions/${absent}`)).status).toBe(404);
    expect(await isContinued(token)).toBe(200);
  });

  it('does not let an administrator end those of a global master', async () => {
    await join(people['master']?.userId);
    const path = `${people['master']?.userId}/sessions`;
    expect((await end(tokenOf('admin'), path)).status).toBe(403);
  });

  it('is not available to API tokens', async () => {
    const { userId } = await someone();
    const { token, prefix } = newApiToken(productName, 'USER');
    const moment = new Date(running.now).toISOString();
    await running.database.query(sql`
      insert into authentication.api_token (id, hash, prefix, description, user_id, scopes, created)
      values (${uuidv7()}, ${secretHash(token)}, ${prefix}, 'test', ${userId}, '{read,write,admin}', ${moment})`);
    const headers = { 'x-akarion-api-token': token };
    expect((await running.call('GET', '/v1/users/current', { headers })).status).toBe(200);
    for (const [method, path] of [
      ['GET', 'current/sessions'],
      ['GET', `${userId}/sessions`],
      ['DELETE', 'current/sessions'],
      ['DELETE', `current/sessions/${absent}`],
      ['GET', 'current/factors'],
      ['POST', 'current/reauthentication'],
    ] as const)
      expect((await running.call(method, `/v1/users/${path}`, { headers })).status).toBe(403);
  });

  it('refuses strangers and invalid ids', async () => {
    expect((await list(undefined)).status).toBe(401);
    expect((await end(undefined, 'current/sessions')).status).toBe(401);
    expect((await end(undefined, `current/sessions/${absent}`)).status).toBe(401);
    expect((await list(tokenOf('master'), 'x')).status).toBe(400);
    expect((await end(tokenOf('master'), 'x/sessions')).status).toBe(400);
    expect((await end(tokenOf('master'), 'current/sessions/x')).status).toBe(400);
  });
});
