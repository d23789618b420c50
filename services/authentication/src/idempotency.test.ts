import { say } from '@annals/contracts/messages';
import sql from 'sql-template-tag';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { IdempotencyTable } from '@annals/kit/idempotency/idempotency-table';
import { IdempotentWrites, type HeldClaim } from '@annals/kit/idempotency/idempotent-writes';
import { storedKeyOf, type Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { Problem } from '@annals/kit/problem';
import { quiet, testDatabases } from '@annals/kit/testing/databases';
import { toTimestamp } from './context/clock.ts';
import { password, RunningService, type RequestOptions } from './testing/running-service.ts';
import { mailsTo } from './testing/written-mails.ts';

describe.each(testDatabases())('Idempotency-Key, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: { userId: string; token: string };
  let email: string;
  let count = 0;
  const key = () => `key-of-test-${(count += 1)}`;

  let signedIn = 0;

  beforeAll(async () => {
    master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    signedIn = running.now;
  });
  beforeEach(async () => {
    // Tests let minutes pass, and an access token is valid for five.
    if (running.now === signedIn) return;
    const { body } = await running.signIn('master@example.org');
    master = { ...master, token: body.accessToken ?? '' };
    signedIn = running.now;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const post = (path: string, idempotencyKey: string, asking: RequestOptions = {}) =>
    running.call('POST', path, {
      token: master.token,
      headers: { 'idempotency-key': idempotencyKey },
      ...asking,
    });
  const create = (idempotencyKey: string, as = master.token, name = 'New') => {
    email = `new-${count}@example.org`;
    return post('/v1/users', idempotencyKey, { token: as, body: { email, name } });
  };
  const usersOf = async (address: string) => {
    const [row] = await running.database.query<{ users: number; invitations: number }>(sql`
      select (select count(*) from authentication.user_account where email = ${address}) as users,
        (select count(*) from authentication.invitation i
          join authentication.user_account u on u.id = i.user_id where u.email = ${address}) as invitations`);
    return row;
  };
  const table = new IdempotencyTable('authentication.idempotency', () => running.now);
  const writes = new IdempotentWrites(table);
  /** Executes it as the frame of the routes does. */
  const execute = (
    request: Idempotency,
    write: Parameters<typeof writes.execute>[2],
    options: { secret?: boolean; log?: typeof quiet } = {},
  ) =>
    writes.execute(
      request,
      { database: running.database, secret: false, log: quiet, ...options },
      write,
    );
  const newRequest = () => ({ userId: master.userId, key: key(), hash: Buffer.from('request') });
  const answer = '{}';
  /** A write as the handlers have them, of which several would be there several times. */
  const insertName = async (name: string, claim: HeldClaim) =>
    running.database.transaction(async (transaction) => {
      await transaction.query(
        sql`insert into authentication.application (id, name, roles, created) values (${uuidv7()}, ${name}, '{}', now())`,
      );
      await claim.confirm(transaction);
    });
  const countNames = async (name: string) => {
    const [row] = await running.database.query<{ count: number }>(
      sql`select count(*) as count from authentication.application where name = ${name}`,
    );
    return row?.count;
  };
  const never = () => new Promise<never>(() => undefined);

  it('executes it once and repeats the first response, including the ETag', async () => {
    const k = key();
    const first = await create(k);
    const again = await create(k);
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(first.headers.get('etag')).toBe('"1"');
    expect(again.headers.get('etag')).toBe('"1"');
    expect(await usersOf(email)).toEqual({ users: 1, invitations: 1 });
    expect(await mailsTo(running.mailDirectory, email)).toHaveLength(1);
  });

  it('repeats a successful response without a body', async () => {
    const made = await post('/v1/applications', key(), { body: { name: 'Short', roles: [] } });
    const k = key();
    const remove = async () => {
      const headers = { 'idempotency-key': k };
      const path = `/v1/applications/${made.body.id}`;
      return (await running.call('DELETE', path, { token: master.token, headers })).status;
    };
    expect([await remove(), await remove()]).toEqual([204, 204]);
  });

  it('refuses the key with another body, path or method', async () => {
    const k = key();
    const { body } = await create(k);
    const refused = { status: 422, body: { code: 'idempotency_key_reused' } };
    await expect(create(k, master.token, 'Other')).resolves.toMatchObject(refused);
    await expect(post(`/v1/users/${body.id}/password-reset`, k)).resolves.toMatchObject(refused);
    expect(await usersOf(email)).toEqual({ users: 1, invitations: 1 });
  });

  it('executes it once for concurrent requests', async () => {
    const k = key();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(k)));
    const ids = answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []));
    expect(new Set(ids).size).toBe(1);
    for (const { status, body, headers } of answers.filter((sent) => sent.status !== 201)) {
      expect([status, body.code]).toEqual([409, 'in_progress']);
      expect(headers.get('retry-after')).toBe('2');
    }
    const later = await create(k);
    expect([later.status, later.body.id]).toEqual([201, ids[0]]);
    expect(await usersOf(email)).toEqual({ users: 1, invitations: 1 });
  });

  it('stores nothing of a failed request: the key can be used for a corrected one', async () => {
    const k = key();
    const taken = await post('/v1/users', k, { body: { email: 'master@example.org' } });
    expect(taken.status).toBe(409);
    const malformed = await post('/v1/users', k, { body: { email: 'no address' } });
    expect(malformed.status).toBe(400);
    expect((await create(k)).status).toBe(201);
  });

  it('allows a retry a minute after a server stopped before it wrote, not before', async () => {
    const request = newRequest();
    const began = vi.fn<() => void>();
    // A process that has stopped renews nothing.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    void execute(request, () => {
      began();
      return never();
    });
    await expect.poll(() => began).toHaveBeenCalled();
    const retry = () =>
      execute(request, async (claim) => {
        await insertName(request.key, claim);
        return answer;
      });
    running.advance(59);
    await expect(retry()).rejects.toMatchObject({ code: 'in_progress' });
    running.advance(1);
    await expect(execute({ ...request, hash: Buffer.from('other') }, never)).rejects.toMatchObject({
      status: 422,
    });
    await expect(retry()).resolves.toEqual(answer);
    await expect(retry()).resolves.toEqual(answer);
    await expect(countNames(request.key)).resolves.toBe(1);
  });

  it('never executes it again after a server stopped between the write and its response', async () => {
    const k = key();
    const createApplication = () =>
      post('/v1/applications', k, { body: { name: `Once ${k}`, roles: [] } });
    expect((await createApplication()).status).toBe(201);
    await running.database.query(sql`update authentication.idempotency set answer = null`);
    await expect(createApplication()).resolves.toMatchObject({
      status: 409,
      body: { code: 'in_progress' },
    });
    running.advance(60);
    for (const _ of [1, 2])
      await expect(createApplication()).resolves.toMatchObject({
        status: 409,
        body: { code: 'answered_already' },
      });
    await expect(countNames(`Once ${k}`)).resolves.toBe(1);
  });

  it('writes once if the claim is lost while the first still runs', async () => {
    const request = newRequest();
    const began = vi.fn<() => void>();
    let wakeUp: () => void = () => undefined;
    // A process that stands still renews nothing.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const first = execute(request, async (claim) => {
      began();
      await new Promise<void>((resolve) => (wakeUp = resolve));
      await insertName(request.key, claim);
      return '"first"';
    });
    await expect.poll(() => began).toHaveBeenCalled();
    running.advance(61);
    const second = await execute(request, async (claim) => {
      await insertName(request.key, claim);
      return '"second"';
    });
    wakeUp();
    await expect(first).rejects.toMatchObject({ code: 'in_progress' });
    await expect(countNames(request.key)).resolves.toBe(1);
    await expect(execute(request, never)).resolves.toEqual(second);
  });

  it('cannot be claimed by another while the write is being committed', async () => {
    const request = newRequest();
    let commit: () => void = () => undefined;
    const confirmed = vi.fn<() => void>();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const first = execute(request, async (claim) => {
      await running.database.transaction(async (transaction) => {
        await claim.confirm(transaction);
        confirmed();
        await new Promise<void>((resolve) => (commit = resolve));
      });
      return answer;
    });
    await expect.poll(() => confirmed).toHaveBeenCalled();
    running.advance(61);
    const write = vi.fn(async () => answer);
    const second = execute(request, write);
    second.catch(() => undefined);
    commit();
    await expect(first).resolves.toEqual(answer);
    // It is told to wait, or learns the answer, depending on which of both comes first.
    await second.then(
      (repeated) => expect(repeated).toEqual(answer),
      (error: unknown) =>
        expect(error).toMatchObject({
          code: expect.stringMatching(/^(in_progress|answered_already)$/),
        }),
    );
    expect(write).not.toHaveBeenCalled();
  });

  it.each([
    { error: new Error('The connection broke.'), executions: 1 },
    {
      error: new Problem(401, 'wrong', say('foreign', { text: 'Counted, and refused.' })),
      executions: 2,
    },
  ])(
    'executes what was written before $error.message $executions times',
    async ({ error, executions }) => {
      const request = newRequest();
      const attempt = () =>
        execute(request, async (claim) => {
          await insertName(request.key, claim);
          throw error;
        });
      await expect(attempt()).rejects.toBe(error);
      running.advance(61);
      await expect(attempt()).rejects.toMatchObject(
        executions === 1 ? { code: 'answered_already' } : error,
      );
      await expect(countNames(request.key)).resolves.toBe(executions);
    },
  );

  it('keeps the claim as long as the work lasts', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const idempotency = newRequest();
    const claimed = async () => {
      const [row] = await running.database.query<{ moment: string }>(
        sql`select max(claimed) as moment from authentication.idempotency`,
      );
      return Date.parse(row?.moment ?? '');
    };
    const began = vi.fn<() => void>();
    let finish: (answer: string) => void = () => {};
    const first = execute(idempotency, () => {
      began();
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    await expect.poll(() => began).toHaveBeenCalled();
    for (const _ of [1, 2, 3, 4]) {
      running.advance(20);
      vi.advanceTimersByTime(20_000);
      await expect.poll(async () => claimed()).toBe(running.now);
    }
    const second = vi.fn<() => Promise<never>>();
    await expect(execute(idempotency, second)).rejects.toMatchObject({
      code: 'in_progress',
    });
    finish('{}');
    await expect(first).resolves.toEqual('{}');
    await expect(execute(idempotency, second)).resolves.toEqual(await first);
    expect(second).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports success even if the response cannot be stored, and does not release the key', async () => {
    const idempotency = newRequest();
    const warn = vi.fn<(details: object, message: string) => void>();
    const warning = { log: { ...quiet, warn } };
    const write = vi.fn(async () => {
      vi.spyOn(running.database, 'query').mockRejectedValueOnce(new Error('away'));
      return answer;
    });
    await expect(execute(idempotency, write, warning)).resolves.toEqual(answer);
    expect(warn).toHaveBeenCalledOnce();
    await expect(execute(idempotency, write, warning)).rejects.toMatchObject({
      code: 'in_progress',
    });
    expect(write).toHaveBeenCalledOnce();
  });

  it('stores no secret: a repeated request learns that it was done, and the id', async () => {
    const k = key();
    const body = {
      description: 'mine',
      scopes: ['read'],
      expiresDate: toTimestamp(running.now + 864e5),
    };
    const first = await post('/v1/tokens', k, { body });
    expect(first.status).toBe(201);
    const again = await post('/v1/tokens', k, { body });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'answered_already', current: { id: first.body.id } },
    });
    const [made] = await running.database.query<{ tokens: number }>(sql`
      select count(*) as tokens from authentication.api_token where description = 'mine'`);
    expect(made).toEqual({ tokens: 1 });
    const stored = await running.database.query<{ answer: string }>(sql`
      select answer from authentication.idempotency
      where user_id = ${master.userId} and key = ${storedKeyOf(k)}`);
    expect(stored).toEqual([{ answer: JSON.stringify({ id: first.body.id }) }]);
    const other = await post('/v1/tokens', k, { body: { ...body, description: 'other' } });
    expect(other.status).toBe(422);
  });

  it('finds the id of the thing that a secret response wraps, if there is one', async () => {
    const tell = async (text: string) => {
      const idempotency = newRequest();
      await execute(idempotency, async () => text, { secret: true });
      return execute(idempotency, async () => text, { secret: true });
    };
    await expect(
      tell('{"factor":{"id":"f","name":"n"},"recoveryCodes":["c"]}'),
    ).rejects.toMatchObject({ extras: { current: { id: 'f' } } });
    await expect(tell('{"recoveryCodes":["c"]}')).rejects.toMatchObject({
      code: 'answered_already',
      extras: {},
    });
  });

  it('stores neither the key nor the request', async () => {
    const k = key();
    const proof = await post('/v1/users/current/reauthentication', k, { body: { password } });
    expect(proof.status).toBe(204);
    const rows = await running.database.query<{ row: string }>(
      sql`select i::text as row from authentication.idempotency i`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(k);
      expect(row).not.toContain(password);
    }
  });

  it('belongs to the caller: others can use the same key', async () => {
    const other = await running.createAndSignIn(`other-${count}@example.org`, 'GLOBAL_MASTER');
    const k = key();
    const first = await create(k);
    const theirs = await post('/v1/users', k, {
      token: other.token,
      body: { email: `theirs-${count}@example.org`, name: 'Theirs' },
    });
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(first.body.id);
  });

  it('refuses callers who lost the permission since', async () => {
    const admin = await running.createAndSignIn(`admin-${count}@example.org`, 'GLOBAL_MASTER');
    const k = key();
    expect((await create(k, admin.token)).status).toBe(201);
    const ended = await running.call('DELETE', '/v1/auth', { token: admin.token });
    expect(ended.status).toBe(204);
    expect((await create(k, admin.token)).status).toBe(401);
  });

  it.each(['', 'x'.repeat(7), 'x'.repeat(129), 'with a space', 'ümlautkey'])(
    'refuses the key %j',
    async (k) => {
      const { status, body } = await create(k);
      expect(status).toBe(400);
      expect(body.fields).toEqual([expect.objectContaining({ path: 'headers.idempotency-key' })]);
    },
  );

  it('ignores the header for public calls', async () => {
    const sign = () =>
      post('/v1/auth?type=PASSWORD', 'short', {
        token: undefined,
        body: { username: 'master@example.org', password },
      });
    const [first, second] = [await sign(), await sign()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.refreshToken).not.toBe(first.body.refreshToken);
  });

  it('expires after a day, and housekeeping deletes it', async () => {
    const k = key();
    const make = (name: string) =>
      post('/v1/applications', k, { token: master.token, body: { name, roles: [] } });
    expect((await make('Day one')).status).toBe(201);
    running.advance(24 * 3600 - 1);
    const { body } = await running.signIn('master@example.org');
    master = { ...master, token: body.accessToken ?? '' };
    expect((await make('Day two')).status).toBe(422);
    running.advance(1);
    expect((await make('Day two')).status).toBe(201);
    running.advance(1);
    await table.sweep(running.database);
    const left = await running.database.query(sql`select written from authentication.idempotency`);
    expect(left).toEqual([{ written: true }]);
  });
});
