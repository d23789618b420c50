import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { createDatabase, testServerUrl } from '@annals/kit/testing/databases';
import {
  password,
  send,
  SeveralServers,
  type Answer,
  type Call,
  type Tokens,
} from './testing/several-servers.ts';

interface Version {
  id: string;
  sequence: number;
  modificationDate: string;
  objectData: Record<string, unknown>;
}

describe.runIf(testServerUrl())('several servers on one database, behind a round robin', () => {
  let servers: SeveralServers;
  let drop: () => Promise<void>;
  let master: string;
  let partition: string;
  let people = 0;

  const a = (call: Call) => send(servers.origins[0] ?? '', { as: master, ...call });
  const b = (call: Call) => send(servers.origins[1] ?? '', { as: master, ...call });
  const any = (call: Call) => send(servers.roundRobin.origin, { as: master, ...call });
  const nobody = { as: undefined };

  beforeAll(async () => {
    const database = await createDatabase();
    drop = database.drop;
    servers = await SeveralServers.start(2, database.url);
    master = (await servers.makeMaster('master@example.org')).accessToken;
    const made = await any({ method: 'POST', url: '/v1/partitions', data: { partitionName: 'P' } });
    partition = `/v1/partitions/${String(made.body['id'])}`;
  });
  afterAll(async () => {
    await servers.stop();
    await drop();
  });

  const create = (n: number, more: Partial<Call> = {}): Call => ({
    method: 'POST',
    url: `${partition}/objects`,
    data: { type: 'TAG', objectData: { n } },
    ...more,
  });
  const signIn = (username: string, typed = password): Call => ({
    ...nobody,
    method: 'POST',
    url: '/v1/auth?type=PASSWORD',
    data: { username, password: typed },
  });
  const refresh = (refreshToken: string): Call => ({
    ...nobody,
    method: 'POST',
    url: '/v1/auth?type=REFRESH_TOKEN',
    data: { refreshToken },
  });
  const tokensOf = ({ status, body }: Answer): Tokens => {
    expect(status).toBe(200);
    return body as unknown as Tokens;
  };
  const statusesOf = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))];

  /** A user who was invited through A and has set the password through B. */
  async function makeUser(): Promise<{ id: string; email: string; tokens: Tokens }> {
    const email = `person-${(people += 1)}@example.org`;
    const { body } = await a({ method: 'POST', url: '/v1/users', data: { email, name: 'Person' } });
    await expect.poll(() => servers.linkTo(email)).toBeDefined();
    const data = { token: await servers.linkTo(email), password };
    const set = await b({ ...nobody, method: 'POST', url: '/v1/auth/password', data });
    return { id: String(body['id']), email, tokens: tokensOf(set) };
  }

  it('a session continues and ends on all of them', async () => {
    const { email } = await makeUser();
    const first = tokensOf(await a(signIn(email)));
    const current = { url: '/v1/users/current' };
    expect((await b({ ...current, as: first.accessToken })).body['email']).toBe(email);
    const second = tokensOf(await b(refresh(first.refreshToken)));
    const third = tokensOf(await any(refresh(second.refreshToken)));
    expect((await b({ ...current, as: third.accessToken })).status).toBe(200);

    // The first token is used again after its successor: somebody has stolen one of them.
    expect((await a(refresh(first.refreshToken))).status).toBe(401);
    expect((await b(refresh(third.refreshToken))).status).toBe(401);
    const statusOf = (ask: typeof a, as: string) => async () =>
      (await ask({ ...current, as })).status;
    await expect.poll(statusOf(b, third.accessToken)).toBe(401);

    const other = tokensOf(await b(signIn(email)));
    expect((await a({ ...current, as: other.accessToken })).status).toBe(200);
    const end = { method: 'DELETE', url: '/v1/auth', as: other.accessToken } as const;
    expect((await b(end)).status).toBe(204);
    await expect.poll(statusOf(a, other.accessToken)).toBe(401);
    expect((await a(refresh(other.refreshToken))).status).toBe(401);
  });

  it.runIf(exhaustive)(
    'a change of roles, and disabling a user, on one applies on the other',
    async () => {
      const { id, tokens } = await makeUser();
      let as = tokens.accessToken;
      // As the console does before each call.
      const seenByB = async () => {
        const renewed = await b({ url: '/v1/auth', as });
        if (typeof renewed.body['accessToken'] === 'string') as = renewed.body['accessToken'];
        return (await b({ url: '/v1/users?pageSize=1', as })).status;
      };
      expect(await seenByB()).toBe(403);
      const role = { url: `/v1/users/${id}/roles?role=AUDITOR` };
      expect((await a({ ...role, method: 'PUT' })).status).toBe(200);
      await expect.poll(seenByB).toBe(200);
      expect((await a({ ...role, method: 'DELETE' })).status).toBe(200);
      await expect.poll(seenByB).toBe(403);
      const off = { url: `/v1/users/${id}/status`, data: { status: 'DISABLED' } };
      expect((await a({ ...off, method: 'PUT' })).status).toBe(200);
      await expect.poll(seenByB).toBe(401);
    },
  );

  it.runIf(exhaustive)('failed sign-ins are counted together', async () => {
    const wrong = signIn('nobody@example.org', 'a wrong password');
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await any(wrong)).status).toBe(401);
    // Five at each so far, and four more: each would allow nine if it counted alone.
    const more = await Promise.all(
      [a, b].map((ask) => Promise.all([1, 2, 3, 4].map(() => ask(wrong)))),
    );
    for (const answers of more) {
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    }
  });

  it('a request that waits on one is woken by a write on the other', async () => {
    const changes = (after: string, wait: number) => ({
      url: `${partition}/changes?after=${encodeURIComponent(after)}&wait=${wait}`,
    });
    const now = String((await b(changes('now', 0))).body['nextCursor']);
    const waiting = b(changes(now, 25));
    await b(changes(now, 0));
    const written = await a(create(1));
    const woken = (await waiting).body['data'] as Version[];
    expect(woken.map(({ id }) => id)).toEqual([written.body['id']]);
    // Without being woken it would respond too, but only at the timeout.
  });

  it('one key sent to both concurrently writes one row', async () => {
    const key = 'the same key for all';
    const answers = await Promise.all(
      [a, b, a, b, any, any].map((ask) => ask(create(2, { key: key.replaceAll(' ', '-') }))),
    );
    expect(statusesOf(answers)).toEqual([201]);
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);

    const email = 'once@example.org';
    const invite = {
      method: 'POST',
      url: '/v1/users',
      data: { email, name: 'Once' },
      key: 'invite-once',
    } as const;
    const invited = await Promise.all([a, b, a, b].map((ask) => ask(invite)));
    // 409: the first one is still in progress.
    expect(invited.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const again = await Promise.all([a, b].map((ask) => ask(invite)));
    const found = await any({ url: `/v1/users/forName/${email}` });
    expect(again.map(({ status, body }) => [status, body['id']])).toEqual(
      Array.from({ length: 2 }, () => [201, found.body['id']]),
    );
  });

  it('a partition written through both has one order without gaps, and no errors', async () => {
    const before = Number((await any(create(0))).body['sequence']);
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => [a, b][n % 2]?.(create(n)) ?? any(create(n))),
    );
    expect(statusesOf(answers)).toEqual([201]);
    const written = answers
      .map(({ body }) => body as unknown as Version)
      .sort((left, right) => left.sequence - right.sequence);
    expect(written.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 120 }, (_, index) => before + 1 + index),
    );
    const dates = written.map(({ modificationDate }) => modificationDate);
    expect(dates).toEqual([...new Set(dates)].toSorted());
    const recent = await b({ url: `${partition}/objects/recent?pageSize=120` });
    expect((recent.body['data'] as Version[]).map(({ id }) => id)).toEqual(
      written.map(({ id }) => id).toReversed(),
    );
  });

  it('a schema and an archived state set on one apply to the next write on the other', async () => {
    const type = { url: `${partition}/types/NOTE`, method: 'PUT' } as const;
    const note = create(0, { data: { type: 'NOTE', objectData: { title: 1 } } });
    expect((await b(note)).status).toBe(201);
    const jsonSchema = { type: 'object', properties: { title: { type: 'string' } } };
    expect((await a({ ...type, data: { jsonSchema } })).status).toBe(200);
    expect((await b(note)).status).toBe(400);
    expect((await a({ ...type, data: { jsonSchema: null } })).status).toBe(200);
    expect((await b(note)).status).toBe(201);

    const archive = { url: `${partition}/archive`, method: 'POST' } as const;
    expect((await a({ ...archive, data: { archived: true } })).status).toBe(200);
    expect((await b(note)).body['code']).toBe('partition_archived');
    expect((await b({ ...archive, data: { archived: false } })).status).toBe(200);
    expect((await a(note)).status).toBe(201);
  });

  it('both answer waiting requests when stopped, and exit with 0', async () => {
    const now = String((await any({ url: `${partition}/changes?after=now` })).body['nextCursor']);
    const url = `${partition}/changes?after=${encodeURIComponent(now)}&wait=25`;
    const waiting = [a, b].map((ask) => ask({ url }));
    // Each has received the previous one by now.
    await Promise.all([a, b].map((ask) => ask({ url: `${partition}/changes?after=now` })));
    expect(await servers.stop()).toEqual([0, 0]);
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => [200, 503].includes(status))).toEqual([true, true]);
    expect(servers.logged).not.toContain('are aborted');
  });
});
