import { request } from 'node:http';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createObject, listChanges } from '@annals/contracts/objects';
import type { CallInput } from '@annals/contracts/endpoint';
import type { AuthenticationRequest } from '@annals/kit/caller';
import { mountOn } from '@annals/kit/mount';
import { createService } from '@annals/kit/service';
import { bothDatabases } from '@annals/kit/testing/databases';
import { listenerForAll, startListener, type Listener } from '../testing/data-listener.ts';
import { ChangeWatch } from './change-watch.ts';
import { mountChanges } from './changes.routes.ts';

type Query = NonNullable<CallInput<typeof listChanges>['query']>;

describe.each(bothDatabases())('the change feed, $kind', ({ kind, open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  const write = async (n: number, through: Listener = service) =>
    (
      await through.call(createObject, {
        as: 'editor',
        params: { partitionId },
        body: { type: 'TAG', objectData: { n } },
      })
    ).body;
  const changes = async (query: Query, through: Listener = service) =>
    through.call(listChanges, { as: 'reader', params: { partitionId }, query });
  const numbers = (data: { objectData?: unknown }[]) =>
    data.map(({ objectData }) => (objectData as { n: number }).n);

  it('returns every version in order, from the first one or after a cursor', async () => {
    for (const n of [1, 2, 3]) await write(n);
    const first = await changes({ pageSize: 2 });
    expect(first.status).toBe(200);
    expect([numbers(first.body.data), first.body.hasMore]).toEqual([[1, 2], true]);
    const rest = await changes({ after: first.body.nextCursor });
    expect([numbers(rest.body.data), rest.body.hasMore]).toEqual([[3], false]);
    const none = await changes({ after: rest.body.nextCursor });
    expect(none.body).toEqual({ data: [], nextCursor: rest.body.nextCursor, hasMore: false });
    await write(4);
    expect(numbers((await changes({ after: none.body.nextCursor })).body.data)).toEqual([4]);
  });

  it('returns the cursor of the end at once for "now"', async () => {
    await write(1);
    const end = await changes({ after: 'now', wait: 25 });
    expect(end.body).toMatchObject({ data: [], hasMore: false });
    await write(2);
    expect(numbers((await changes({ after: end.body.nextCursor })).body.data)).toEqual([2]);
  });

  it('ends at a moment, without waiting', async () => {
    await write(1);
    const { modificationDate: asOf } = await write(2);
    await write(3);
    const { body } = await changes({ asOf });
    expect([numbers(body.data), body.hasMore]).toEqual([[1, 2], false]);
    const none = await changes({ asOf, after: body.nextCursor, wait: 25 });
    expect(none.body).toEqual({ data: [], nextCursor: body.nextCursor, hasMore: false });
    expect((await changes({ asOf, after: 'now' })).body.nextCursor).toBe(body.nextCursor);
    expect(numbers((await changes({ after: none.body.nextCursor })).body.data)).toEqual([3]);
  });

  it('returns only the requested fields, and always the id', async () => {
    const { id } = await write(1);
    const { body } = await changes({ include: ['sequence', 'type'] });
    expect(body.data).toEqual([{ id, sequence: 1, type: 'TAG' }]);
    expect((await changes({ include: ['references'] })).body.data).toEqual([
      { id, references: [] },
    ]);
    const whole = (await changes({})).body.data[0];
    expect(whole).toMatchObject({ id, partitionId, objectData: { n: 1 }, sequence: 1 });
  });

  it('waits for a version', async () => {
    const { body } = await changes({ after: 'now' });
    const waiting = changes({ after: body.nextCursor, wait: 25 });
    await changes({ after: body.nextCursor });
    await write(1);
    expect(numbers((await waiting).body.data)).toEqual([1]);
  });

  it.runIf(kind === 'postgresql')('waits for a version that another server writes', async () => {
    const other = await startListener(service.database);
    const { body } = await changes({ after: 'now' });
    const waiting = changes({ after: body.nextCursor, wait: 25 });
    await changes({ after: body.nextCursor });
    await write(1, other);
    expect(numbers((await waiting).body.data)).toEqual([1]);
    await other.close();
  });

  it('responds empty at the timeout, and at once when the service stops', async () => {
    const { body } = await changes({ after: 'now' });
    const empty = { data: [], nextCursor: body.nextCursor, hasMore: false };
    expect((await changes({ after: body.nextCursor, wait: 1 })).body).toEqual(empty);
    const ending = await startListener(service.database);
    const waiting = changes({ after: body.nextCursor, wait: 25 }, ending);
    await changes({ after: body.nextCursor }, ending);
    await ending.close();
    expect((await waiting).body).toEqual(empty);
  });

  it('skips and repeats nothing under concurrent writes', async () => {
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 8; n += 1) await write(writer * 8 + n);
    });
    const sequences: unknown[] = [];
    for (let after: string | undefined; sequences.length < 32;) {
      const { body } = await changes({
        pageSize: 3,
        wait: 5,
        ...(after === undefined ? {} : { after }),
      });
      sequences.push(...body.data.map(({ sequence }) => sequence));
      after = body.nextCursor;
    }
    expect(sequences).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
    await Promise.all(writers);
  });

  it('refuses an unknown cursor, an unknown field, and a wait that is too long', async () => {
    await write(1);
    const ahead = Buffer.from('["changes",2]').toString('base64url');
    for (const [query, path] of [
      ['after=x', 'query.after'],
      [`after=${ahead}`, 'query.after'],
      ['include=secret', 'query.include'],
      ['wait=26', 'query.wait'],
      ['page=0', 'query'],
    ] as const) {
      const address = `/v1/partitions/${partitionId}/changes?${query}`;
      const { status, body } = await service.send('GET', address, { as: 'reader' });
      expect([query, status]).toEqual([query, 400]);
      expect(body.fields?.[0]?.path).toBe(path);
    }
  });

  describe('with a watch to look at', () => {
    let watch: ChangeWatch;
    let origin: string;
    let close: () => Promise<unknown>;
    let present: { user: boolean; member: boolean };

    beforeEach(async () => {
      watch = new ChangeWatch({ maxWaitingOfUser: 2 });
      const app = createService({ log: pino({ level: 'silent' }) });
      const caller = { username: 'u', name: 'U', sessionId: 's', roles: [] };
      present = { user: true, member: true };
      const guard = {
        database: service.database,
        authenticate: async ({ headers }: AuthenticationRequest) =>
          present.user
            ? { ...caller, userId: headers.authorization ?? 'ada', scope: () => undefined }
            : undefined,
        findMemberRole: async () => (present.member ? ('READER' as const) : undefined),
      };
      mountChanges(mountOn(app, guard), watch, guard);
      origin = await app.listen({ host: '127.0.0.1', port: 0 });
      close = () => app.close();
    });

    it('forgets clients that disconnect, and refuses only users with too many waits', async () => {
      const { body } = await changes({ after: 'now' });
      const url = `${origin}/v1/partitions/${partitionId}/changes?after=${body.nextCursor}&wait=25`;
      const connect = () => {
        const client = request(url).on('error', () => undefined);
        client.end();
        return client;
      };
      const first = connect();
      const second = connect();
      await expect.poll(() => watch.waiting).toBe(2);
      const refused = await fetch(url);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
      expect(await refused.json()).toMatchObject({ code: 'too_many_waits' });
      expect((await fetch(url.replace('&wait=25', ''))).status).toBe(200);
      const other = request(url, { headers: { authorization: 'ben' } }).on(
        'error',
        () => undefined,
      );
      other.end();
      await expect.poll(() => watch.waiting).toBe(3);
      for (const client of [first, second, other]) client.destroy();
      await expect.poll(() => watch.waiting).toBe(0);
      await close();
    });

    it.each([
      ['signed out', { user: false, member: true }, 401],
      ['removed from the partition', { user: true, member: false }, 404],
    ])('reveals nothing to a user who was %s while waiting', async (_, then, status) => {
      const { body } = await changes({ after: 'now' });
      const path = `/v1/partitions/${partitionId}/changes?after=${body.nextCursor}&wait=25`;
      const waiting = fetch(origin + path);
      await expect.poll(() => watch.waiting).toBe(1);
      present = then;
      await write(1);
      watch.notifyChange(partitionId);
      const answer = await waiting;
      expect([answer.status, await answer.json()]).toEqual([
        status,
        expect.not.objectContaining({ data: expect.anything() }),
      ]);
      await close();
    });
  });
});
