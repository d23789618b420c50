import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessActions, type EventAction } from '@annals/contracts/events';
import { testDatabases } from '@annals/kit/testing/databases';
import { joinUnit, makeUnit } from '../testing/organizational-units.ts';
import { RunningService } from '../testing/running-service.ts';
import { unlimitedScope } from '../authority/scope.sql.ts';
import { record } from './audit-log.sql.ts';
import { findSearchedWords, hasWords } from './search-events.sql.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

interface Shown {
  seq: number;
  action: string;
  subject: string | null;
  credential: string | null;
}

const isAccess = (action: string) => accessActions.some((each) => each === action);

describe.each(testDatabases())('the list of events, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const tokens: Record<string, string> = {};
  const ids: Record<string, string> = {};

  const sign = async (name: string, ...roles: string[]) => {
    const { userId, token } = await running.createAndSignIn(`${name}@example.org`, ...roles);
    tokens[name] = token;
    ids[name] = userId;
  };
  const write = (
    action: EventAction,
    subject: string | null,
    actor?: string,
    address = '192.0.2.1',
  ) =>
    running.database.transaction((transaction) =>
      record(
        transaction,
        {
          id: actor === undefined ? null : (ids[actor] ?? null),
          at: running.now,
          source: { requestId: null, address, userAgent: '' },
        },
        action,
        subject,
      ),
    );
  const ask = (who: string, query = '') => running.get(`/v1/events${query}`, tokens[who]);
  const list = async (who: string, query = ''): Promise<Shown[]> => {
    const { body } = await ask(who, query);
    return (body.data ?? []) as unknown as Shown[];
  };
  const subjects = async (who: string, query = '') =>
    new Set((await list(who, query)).map(({ subject }) => subject));

  beforeAll(async () => {
    await sign('master', 'GLOBAL_MASTER');
    await sign('auditor', 'AUDITOR');
    await sign('admin', 'ORG_ADMIN');
    await sign('inside', 'USER');
    await sign('outside', 'USER');
    const master = tokens['master'] ?? '';
    ids['north'] = await makeUnit(running, master, 'North');
    ids['ward'] = await makeUnit(running, master, 'Ward', ids['north']);
    ids['south'] = await makeUnit(running, master, 'South');
    await joinUnit(running, ids['admin'] ?? '', ids['north']);
    await joinUnit(running, ids['inside'] ?? '', ids['ward']);
    const created = new Date(running.now).toISOString();
    for (const [name, unit] of [
      ['robot', 'ward'],
      ['stranger', 'south'],
    ] as const) {
      ids[name] = uuidv7();
      ids[`${name}-token`] = uuidv7();
      await running.database.query(sql`
        insert into authentication.application (id, unit_id, name, roles, created)
        values (${ids[name]}, ${ids[unit]}, ${name}, '{}', ${created})`);
      await running.database.query(sql`
        insert into authentication.api_token (id, hash, prefix, description, application_id, scopes, created)
        values (${ids[`${name}-token`]}, sha256(${name}::bytea), 'p', 'Token', ${ids[name]}, '{}', ${created})`);
      await write('application.created', `application/${ids[name]}`, 'master');
      await write('token.created', `token/${ids[`${name}-token`]}`, 'master');
    }
    running.advance(60);
    await write('user.changed', `user/${ids['inside']}`, 'robot', '198.51.100.7');
    await write('user.changed', `user/${ids['outside']}`, 'inside');
    await write('role.changed', 'role/USER', 'master');
    await write('signIn.failed', null);
  });

  it('shows all events to callers who may read all, newest first, with current names', async () => {
    const { status, body } = await ask('auditor', '?pageSize=500');
    expect(status).toBe(200);
    const events = (body.data ?? []) as unknown as Shown[];
    const count = events.length;
    expect(events.map(({ seq }) => seq)).toEqual(
      Array.from({ length: count }, (_, index) => count - index),
    );
    expect(await verifyAuditLog(running.database)).toEqual({ intact: true, count });
    expect(events.slice(0, 4)).toMatchObject([
      { action: 'signIn.failed', actor: null, subject: null, subjectName: null },
      { subject: 'role/USER', subjectName: 'USER', actor: { name: 'master@example.org' } },
      {
        subjectName: 'outside@example.org',
        actor: { id: ids['inside'], name: 'inside@example.org' },
      },
      { subjectName: 'inside@example.org', actor: { id: ids['robot'], name: 'robot' } },
    ]);
    const named = (subject: string) => events.find((event) => event.subject === subject);
    expect(named(`unit/${ids['ward']}`)).toMatchObject({
      subjectName: 'Ward',
      before: null,
      after: { name: 'Ward', parentId: ids['north'] },
      at: expect.stringMatching(/Z$/),
    });
    expect(named(`token/${ids['robot-token']}`)).toMatchObject({ subjectName: 'Token' });
    expect(named(`application/${ids['robot']}`)).toMatchObject({ subjectName: 'robot' });
  });

  it('continues where the previous page ended', async () => {
    const all = await list('master', '?pageSize=500');
    const walked: number[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await ask('master', `?pageSize=7${cursor ? `&cursor=${cursor}` : ''}`);
      walked.push(...((body.data ?? []) as unknown as Shown[]).map(({ seq }) => seq));
      cursor = body.nextCursor;
    } while (cursor);
    expect(walked).toEqual(all.map(({ seq }) => seq));
    expect(await list('master', '?pageSize=3&page=1')).toEqual(all.slice(3, 6));
    expect(await list('admin', '?pageSize=2&page=1')).toEqual((await list('admin')).slice(2, 4));
  });

  it('filters by subject, actor, action, time and address', async () => {
    const only = async (query: string) => (await list('master', query)).map(({ action }) => action);
    expect(await only(`?subject=user/${ids['outside']}`)).toEqual(
      expect.arrayContaining(['user.changed', 'user.created']),
    );
    expect(await subjects('master', `?subject=user/${ids['outside']}`)).toHaveProperty('size', 1);
    expect(await only(`?actorId=${ids['robot']}`)).toEqual(['user.changed']);
    expect(await only('?action=role.changed')).toEqual(['role.changed']);
    expect(await only('?address=198.51.100.7')).toEqual(['user.changed']);
    const started = (await list('master', `?actorId=${ids['master']}&pageSize=500`)).find(
      ({ credential }) => credential?.startsWith('session/') === true,
    );
    const withSession = `?pageSize=500&credential=${started?.credential}`;
    const found = await list('master', withSession);
    expect(new Set(found.map(({ credential }) => credential))).toEqual(
      new Set([started?.credential]),
    );
    // Nobody finds by it what they would not be shown of it.
    expect(await list('admin', withSession)).toEqual([]);
    const at = new Date(running.now).toISOString();
    expect(await only(`?from=${at}`)).toHaveLength(4);
    const before = await only(`?to=${at}&pageSize=500`);
    expect(before.length).toBeGreaterThan(4);
    expect(before).not.toContain('role.changed');
    expect(await only(`?from=${at}&to=${at}`)).toEqual([]);
    expect(await only('?to=0000-06-01T00:00:00Z')).toEqual([]);
    expect(await only('?from=0000-06-01T00:00:00Z&pageSize=500')).toEqual(
      await only('?pageSize=500'),
    );
    expect(await only('?from=9999-01-01T00:00:00Z')).toEqual([]);
  });

  it('says since when events are recorded for a period that begins earlier', async () => {
    const since = async (path: string, who = 'admin') => {
      const { body } = await running.get(`/v1/events${path}`, tokens[who]);
      return (body as { knownSince?: string }).knownSince;
    };
    const { body } = await ask('master', '?pageSize=500');
    const first = (body.data as unknown as { at: string }[]).at(-1)?.at ?? '';
    expect(await since('?to=0000-06-01T00:00:00Z')).toBe(first);
    expect(await since('?from=0000-06-01T00:00:00Z')).toBe(first);
    expect(await since('/counts?count=3&to=2001-01-01T00:00:00Z')).toBe(first);
    const none = ['', `?from=${first}`, '?to=9999-01-01T00:00:00Z', `/counts?from=${first}`];
    for (const path of none) expect([path, await since(path)]).toEqual([path, undefined]);
  });

  it('shows administrators the events of their units, the units below and everything in them', async () => {
    const seen = await subjects('admin', '?pageSize=500');
    for (const subject of [
      `unit/${ids['north']}`,
      `unit/${ids['ward']}`,
      `user/${ids['inside']}`,
      `user/${ids['admin']}`,
      `application/${ids['robot']}`,
      `token/${ids['robot-token']}`,
    ])
      expect(seen).toContain(subject);
    for (const subject of [
      null,
      'role/USER',
      `unit/${ids['south']}`,
      `user/${ids['outside']}`,
      `user/${ids['master']}`,
      `application/${ids['stranger']}`,
      `token/${ids['stranger-token']}`,
    ])
      expect(seen).not.toContain(subject);
    const started = await list('admin', '?action=session.started');
    expect(started).toHaveLength(2);
    expect(await list('admin', `?subject=user/${ids['outside']}`)).toEqual([]);
  });

  it('shows users the events about themselves and their own actions', async () => {
    const seen = await list('inside');
    expect(seen.map(({ action }) => action)).toEqual([
      'user.changed',
      'user.changed',
      'session.started',
      'password.set',
      'user.created',
    ]);
    expect(await list('inside', `?actorId=${ids['master']}`)).toEqual([]);
    expect(await list('inside', `?subject=user/${ids['master']}`)).toEqual([]);
    expect(await subjects('outside')).not.toContain(`user/${ids['inside']}`);
  });

  it('still shows the sessions of users after the sessions were deleted', async () => {
    const session = (await list('outside', '?action=session.started'))[0]?.subject ?? '';
    await write('session.ended', session, 'master');
    await running.database
      .query(sql`delete from authentication.session where user_id = ${ids['outside']}
      and 'session/' || id = ${session}`);
    await sign('outside2', 'USER');
    tokens['outside'] = (await running.signIn('outside@example.org')).body.accessToken ?? '';
    expect(await list('outside', `?subject=${session}`)).toMatchObject([
      { action: 'session.ended' },
      { action: 'session.started' },
    ]);
  });

  it('finds old events within a narrow scope', async () => {
    await running.database.query(
      sql`alter table authentication.event disable trigger event_is_append_only`,
    );
    await running.database.query(sql`
      insert into authentication.event (seq, at, action, hash)
      select seq, now(), 'signIn.failed', '' from generate_series(1000000, 1006000) as seq`);
    try {
      expect(await subjects('admin', '?pageSize=500')).toContain(`unit/${ids['ward']}`);
      const { body } = await ask('admin', '?pageSize=3');
      const next = await list('admin', `?pageSize=3&cursor=${body.nextCursor}`);
      expect(next).toHaveLength(3);
      expect([...((body.data ?? []) as unknown as Shown[]), ...next]).toEqual(
        (await list('admin')).slice(0, 6),
      );
    } finally {
      await running.database.query(sql`delete from authentication.event where seq >= 1000000`);
      await running.database.query(
        sql`alter table authentication.event enable trigger event_is_append_only`,
      );
    }
  });

  it.each([
    '?action=all.done',
    '?actorId=x',
    '?from=yesterday',
    '?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z',
    '?cursor=x',
    '?order=asc',
  ])('refuses %s', async (query) => {
    const { status, body } = await ask('master', query);
    expect(status).toBe(400);
    expect(body.fields?.[0]?.path).toMatch(/^query/);
  });

  it('requires a sign-in', async () => {
    expect((await ask('nobody')).status).toBe(401);
  });

  it('includes the migrations of the service for its operators', async () => {
    const { status, body } = await running.get('/v1/migrations', tokens['auditor']);
    expect(status).toBe(200);
    expect(body.data?.[0]).toEqual({
      name: '0001-initial.sql',
      state: 'APPLIED',
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      appliedDate: expect.stringMatching(/Z$/),
      durationMs: expect.any(Number),
    });
    expect((await running.get('/v1/migrations', tokens['admin'])).status).toBe(403);
    expect((await running.get('/v1/migrations')).status).toBe(401);
  });

  describe('counted by day and hour', () => {
    interface Counted {
      data: { from: string; eventCount: number; failureCount: number }[];
      complete: boolean;
    }
    const count = async (who: string, query = '') =>
      (await running.get(`/v1/events/counts${query}`, tokens[who])).body as unknown as Counted;
    const sumOf = ({ data }: Counted) => data.reduce((all, { eventCount }) => all + eventCount, 0);

    it('counts what the list shows each caller, on every day up to now', async () => {
      for (const who of ['auditor', 'admin', 'inside'])
        for (const query of [
          '',
          '&action=user.changed',
          `&actorId=${ids['robot']}`,
          '&outcome=FAILURE',
        ]) {
          const shown = await list(who, `?pageSize=500${query}`);
          const counted = await count(who, `?count=7${query}`);
          expect(counted.data, `${who} ${query}`).toHaveLength(7);
          expect(sumOf(counted), `${who} ${query}`).toBe(shown.length);
        }
      const { data, complete } = await count('auditor', '?count=2');
      const today = new Date(running.now).toISOString().slice(0, 10);
      expect(complete).toBe(true);
      expect(data.at(-1)).toMatchObject({ from: `${today}T00:00:00Z`, failureCount: 1 });
      expect(data[0]).toMatchObject({ eventCount: 0, failureCount: 0 });
    });

    it('counts sign-ins by hour, across midnight', async () => {
      const hour = 3_600_000;
      const start = Math.floor(running.now / hour) * hour;
      const { data } = await count('auditor', '?kind=SIGN_IN&interval=HOUR&count=25');
      expect(data.map(({ from }) => Date.parse(from))).toEqual(
        Array.from({ length: 25 }, (_, index) => start - (24 - index) * hour),
      );
      const shown = await list('auditor', '?kind=SIGN_IN&pageSize=500');
      expect(new Set(shown.map(({ action }) => action))).toEqual(
        new Set(['session.started', 'signIn.failed']),
      );
      expect(data.at(-1)).toMatchObject({ eventCount: shown.length, failureCount: 1 });
    });

    it('ends before the given moment, and refuses reversed ranges', async () => {
      const tomorrow = new Date(running.now + 86_400_000).toISOString().slice(0, 10);
      const all = sumOf(await count('auditor', '?count=1'));
      expect(sumOf(await count('auditor', `?count=1&to=${tomorrow}T00:00:00Z`))).toBe(all);
      const status = async (query: string) =>
        (await running.get(`/v1/events/counts${query}`, tokens['auditor'])).status;
      expect(await status('?count=0')).toBe(400);
      expect(await status('?outcome=MAYBE')).toBe(400);
      expect(await status('?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z')).toBe(400);
    });
  });

  it('finds only access changes', async () => {
    const found = await list('auditor', '?kind=ACCESS&pageSize=500');
    const all = await list('auditor', '?pageSize=500');
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(all.filter(({ action }) => isAccess(action)));
    const counted = await running.get('/v1/events/counts?kind=ACCESS&count=1', tokens['auditor']);
    expect(counted.body.data?.[0]).toMatchObject({ eventCount: found.length });
    expect((await ask('auditor', '?kind=NOTHING')).status).toBe(400);
  });

  it('divides all events into access, exports and others', async () => {
    await write('events.exported', null, 'master');
    const all = await list('auditor', '?pageSize=500');
    const parts = [];
    for (const kind of ['ACCESS', 'EXPORT', 'OTHER'])
      parts.push(await list('auditor', `?kind=${kind}&pageSize=500`));
    expect(parts[1]?.map(({ action }) => action)).toEqual(['events.exported']);
    expect(parts.flat().length).toBe(all.length);
    expect(new Set(parts.flat().map((event) => JSON.stringify(event))).size).toBe(all.length);
  });

  it('finds failures, and successes', async () => {
    const failed = await list('auditor', '?outcome=FAILURE&pageSize=500');
    expect(failed.map(({ action }) => action)).toEqual(['signIn.failed']);
    const rest = await list('auditor', '?outcome=SUCCESS&pageSize=500');
    const all = await list('auditor', '?pageSize=500');
    expect(rest).toHaveLength(all.length - 1);
  });

  describe('the search for words', () => {
    const found = async (who: string, text: string, more = '') => {
      const { body } = await ask(who, `?text=${encodeURIComponent(text)}&pageSize=500${more}`);
      return (body.data ?? []) as unknown as (Shown & {
        actor: { name: string } | null;
        after: object | null;
        requestId: string | null;
      })[];
    };
    const writeFull = (
      actor: string,
      subject: string,
      { after, requestId = null }: { after?: object; requestId?: string | null },
    ) =>
      running.database.transaction((transaction) =>
        record(
          transaction,
          {
            id: ids[actor] ?? null,
            at: running.now,
            source: { requestId, address: '198.51.100.77', userAgent: '' },
          },
          'user.changed',
          subject,
          { after },
        ),
      );

    beforeAll(async () => {
      await writeFull('master', `user/${ids['outside']}`, {
        after: { name: 'Zoë Ødegård', note: 'Wälder' },
        requestId: 'req-4711-abc',
      });
      await writeFull('master', `user/${ids['inside']}`, { after: { note: 'quokka' } });
      await writeFull('inside', `user/${ids['inside']}`, { after: { note: 'wombat' } });
    });

    it.each([
      ['a value, without accents', 'odegard'],
      ['words in any order', 'walder zoe'],
      ['a request id', 'REQ-4711'],
      ['an address, with a name', '198.51.100 outside'],
    ])('finds %s', async (_, text) => {
      const events = await found('auditor', text);
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({ requestId: 'req-4711-abc' });
    });

    it('finds who acted and what was changed by their present names', async () => {
      const byActor = await found('auditor', 'inside@example');
      expect(byActor.some(({ actor }) => actor?.name === 'inside@example.org')).toBe(true);
      expect(byActor.some(({ subject }) => subject === `user/${ids['inside']}`)).toBe(true);
      const others = byActor.filter(
        (event) => !JSON.stringify(event).includes(ids['inside'] ?? ''),
      );
      expect(others).toEqual([]);
      const unit = await found('auditor', 'ward', '&action=unit.created');
      expect(unit.map(({ subject }) => subject)).toEqual([`unit/${ids['ward']}`]);
      expect(await found('auditor', 'nosuchword')).toEqual([]);
    });

    it('goes with the other filters, in pages and in counts', async () => {
      const filter = `&actorId=${ids['master']}&from=${new Date(running.now - 60_000).toISOString()}`;
      expect(await found('auditor', 'quokka', filter)).toHaveLength(1);
      expect(await found('auditor', 'wombat', filter)).toEqual([]);
      const counts = await running.get(`/v1/events/counts?text=quokka&count=2`, tokens['auditor']);
      const data = counts.body.data as unknown as { eventCount: number }[];
      expect(data.map(({ eventCount }) => eventCount)).toEqual([0, 1]);
      const pages: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await ask('auditor', `?text=198.51.100.77&pageSize=1${cursor}`);
        pages.push(...(body.data ?? []).map(({ id }) => id));
        if (!body.nextCursor) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect(new Set(pages).size).toBe(3);
    });

    it('tells nobody of what they may not see', async () => {
      // The administrator sees the event, but neither its address nor who acted.
      expect(await found('admin', '198.51.100.77')).toEqual([]);
      expect(await found('admin', 'outside')).toEqual([]);
      expect((await found('admin', 'inside')).length).toBeGreaterThan(0);
      expect(await found('admin', 'master@example')).toEqual([]);
      expect(await found('inside', 'wombat')).toHaveLength(1);
      expect(await found('inside', 'quokka')).toEqual([]);
    });

    it('is by index in a log of many events, whose newest do not have the word', async () => {
      await running.database.query(sql`
        insert into authentication.event (seq, at, action, search_text, hash)
        select -n, '2020-01-01'::timestamptz, 'signIn.succeeded', 'noise ' || n, 'x'::bytea from generate_series(1, 6000) n`);
      await running.database.query(sql`
        insert into authentication.event (seq, at, action, search_text, hash)
        values (-7000, '2019-01-01', 'signIn.succeeded', 'axolotl', 'x')`);
      await running.database.query(sql`analyze authentication.event`);
      expect((await found('auditor', 'axolotl')).map(({ seq }) => seq)).toEqual([-7000]);
      const words = await findSearchedWords(running.database, unlimitedScope, 'axolotl');
      const plan = await running.database.query<Record<string, string>>(sql`
        explain select e.seq from authentication.event e where ${hasWords(unlimitedScope, words, true)}
        order by e.seq desc limit 51`);
      expect(plan.map((line) => Object.values(line)[0]).join('\n')).toContain('event_by_grams');
    });

    it('refuses more words than it looks up', async () => {
      const many = Array.from({ length: 13 }, (_, index) => `w${index}`).join(' ');
      const { status, body } = await ask('auditor', `?text=${encodeURIComponent(many)}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ fields: [{ path: 'query.text' }] });
    });
  });

  it('names the partition of a membership to the member, and nobody else in it', async () => {
    const partition = { id: '0190aaaa-0000-7000-8000-00000000cafe', name: 'Rooms' };
    const userId = ids['inside'] ?? '';
    await running.database.transaction((transaction) =>
      record(
        transaction,
        {
          id: ids['master'] ?? null,
          at: running.now,
          source: { requestId: null, address: '192.0.2.1', userAgent: '' },
        },
        'member.added',
        `partition/${partition.id}`,
        { after: { partition, userId, friend: { id: ids['outside'] } }, aboutUserId: userId },
      ),
    );
    const [added] = await list('inside', '?action=member.added');
    expect(added).toMatchObject({
      actor: { id: '' },
      subjectName: 'Rooms',
      after: { partition, userId, friend: { id: '' } },
    });
  });
});
