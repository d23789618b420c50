import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { searchTextOfEvent } from '@annals/authentication/audit/event-text';
import { verifySnapshot } from '@annals/data/verification/verify-partitions';
import type { Queryable } from '@annals/kit/database/database';
import {
  eventsProofHead,
  type EventLine,
  type EventsProofHead,
  type MemberEventLine,
} from '@annals/proofs/bundle';
import { joinBytes } from '@annals/proofs/bytes';
import { eventText } from '@annals/proofs/event-entry';
import { Frontier, leafHashOfText } from '@annals/proofs/merkle-tree';
import { Findings } from '@annals/proofs/findings';
import { EventsVerification } from '@annals/proofs/verify-events';
import { verifyEvidence } from '@annals/proofs/verify-evidence';
import { MembershipVerification } from '@annals/proofs/verify-membership';
import { zipEntries } from '@annals/proofs/zip-files';
import { verifyBundleCommand } from './commands/verify-bundle.ts';
import { storedEvents } from './embedded-verification.ts';
import { databaseLocations } from './testing/database-locations.ts';
import { password, ServicesUnderTest } from './testing/services-under-test.ts';

const eventsLog = '00000000-0000-0000-0000-000000000001';
const serviceLog = '00000000-0000-0000-0000-000000000000';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'annals-events-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const fileOf = (name: string, content: string): string => {
  const file = path.join(directory, name);
  writeFileSync(file, content);
  return file;
};

describe.each(databaseLocations)('the log of events, $kind', ({ make }) => {
  let place: Awaited<ReturnType<typeof make>>;
  let under: ServicesUnderTest;
  let token: string;
  let partitionId: string;
  let masterId: string;
  let adaId: string;
  /** When the partition had only its owner. */
  let beforeMember: string;
  /** The checkpoints of both logs, from when the log of events was shorter. */
  let earlier: { size: number; ofEvents: string; ofService: string };
  let output: string[];

  beforeAll(async () => {
    place = await make();
    under = await ServicesUnderTest.start(place.variables);
    token = await under.createAndSignIn('master@example.org', 'GLOBAL_MASTER', 'USER');
    const created = await under.succeed('POST', '/v1/partitions', {
      service: 'data',
      token,
      data: { partitionName: 'Patients' },
    });
    partitionId = String(created['id']);
    const { data: owners } = await under.succeed('GET', `/v1/partitions/${partitionId}/users`, {
      service: 'data',
      token,
    });
    masterId = (owners as { userId: string }[])[0]?.userId ?? '';
    const [clock] = await under.services.database.query<{ now: string }>(
      sql`select clock_timestamp() as now`,
    );
    beforeMember = clock?.now ?? '';
    ({ userId: adaId } = await under.services.authentication.createUser({
      email: 'ada@example.org',
      roles: ['USER'],
      password,
    }));
    await under.succeed('PUT', `/v1/partitions/${partitionId}/users/${adaId}`, {
      service: 'data',
      token,
      data: { role: 'READER' },
    });
    await vi.waitFor(
      async () => {
        const { data } = await under.succeed('GET', '/v1/events?action=member.added', { token });
        if (!Array.isArray(data) || data.length !== 1) throw new Error('Not recorded yet.');
      },
      { timeout: 30_000 },
    );
    const proof = await under.succeed('GET', '/v1/events/proof', { token });
    const service = await under.succeed('GET', '/v1/log/checkpoint', { service: 'data' });
    earlier = {
      size: Number(proof['size']),
      ofEvents: String(proof['checkpoint']),
      ofService: String(service['checkpoint']),
    };
    for (let n = 0; n < 5; n += 1) await under.signIn('ada@example.org', password);
    await under.succeed('GET', '/v1/events/proof', { token });
  });
  afterAll(async () => {
    await under.close();
    await place.remove();
  });
  beforeEach(() => {
    output = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => output.push(String(text)) > 0);
  });
  afterEach(() => vi.restoreAllMocks());

  const exportOf = async (query = '') => {
    const accept = { accept: 'application/x-ndjson' };
    const { text } = await under.send('GET', `/v1/events/proof${query}`, {
      token,
      headers: accept,
    });
    const [head, ...lines] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    return { text, head: head as EventsProofHead, lines: lines as EventLine[] };
  };
  const verdictOf = (head: unknown, lines: readonly unknown[], checkpoints: string[] = []) => {
    const verification = new EventsVerification(head, { checkpoints });
    for (const line of lines) verification.add(line);
    return verification.finish();
  };
  const verify = async (file: string, checkpoints: string) => {
    const checkpointFiles = [fileOf('known.txt', checkpoints)];
    const code = await verifyBundleCommand({ file, keys: [], checkpointFiles });
    return { code, text: output.splice(0).join('') };
  };

  it('is exported in parts that verify without the service, from where a checkpoint ends', async () => {
    const { text, head, lines } = await exportOf();
    expect(eventsProofHead.safeParse(head).success).toBe(true);
    const actions = lines.map(({ event }) => event.action);
    expect(actions).toEqual(
      expect.arrayContaining(['user.created', 'partition.created', 'member.added']),
    );
    // The export is an event itself.
    expect(actions.at(-1)).toBe('events.exported');
    expect(await verify(fileOf('all.ndjson', text), earlier.ofEvents)).toEqual({
      code: 0,
      text: expect.stringMatching(
        new RegExp(
          `^intact\n  checkpoint  \\S+/events\n[^]*  events      all from number 1 to ${lines.length}\n` +
            `[^]*consistent with the given checkpoint of ${earlier.size} entries\n  stands in   \\S+, size \\d+`,
        ),
      ),
    });
    const next = await exportOf(`?from=${earlier.size}`);
    expect(next.lines[0]?.index).toBe(earlier.size);
    expect(await verify(fileOf('next.ndjson', next.text), earlier.ofEvents)).toMatchObject({
      code: 0,
      text: expect.stringContaining(`all from number ${earlier.size + 1} to`),
    });
    const serviceSize = earlier.ofService.split('\n')[1];
    const anchored = await exportOf(`?serviceSize=${serviceSize}`);
    expect(await verify(fileOf('anchored.ndjson', anchored.text), earlier.ofService)).toMatchObject(
      {
        code: 0,
        text: expect.stringContaining(`the given checkpoint of ${earlier.size} entries`),
      },
    );
    const empty = await exportOf(`?from=${earlier.size}&to=${earlier.size}`);
    expect(empty.lines).toEqual([]);
    expect(verdictOf(empty.head, [], [earlier.ofEvents])).toMatchObject({
      verdict: { verdict: 'INTACT' },
      historyKnown: true,
    });
  });

  it('reveals in an exported part whatever was changed, removed, added or moved', async () => {
    const { head, lines } = await exportOf();
    for (const [index, { event }] of lines.entries())
      for (const [field, value] of Object.entries(event)) {
        if (value === null) continue;
        const changed = lines.with(index, { index, event: { ...event, [field]: `${value}.` } });
        expect(verdictOf(head, changed).verdict).toMatchObject({ verdict: 'TAMPERED' });
      }
    const moved = [...lines.slice(0, 2), lines[3], lines[2], ...lines.slice(4)];
    expect(verdictOf(head, moved).verdict).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ name: 'entryMisplaced', where: { index: 2 } }),
      ]),
    });
    for (const other of [lines.toSpliced(4, 1), [...lines, lines[0]], lines.slice(0, -1), []])
      expect(verdictOf(head, other).verdict).toMatchObject({ verdict: 'TAMPERED' });
    for (const other of [
      { ...head, from: { size: 1, frontier: [] } },
      { ...head, from: { size: 0, frontier: [head.from.frontier[0] ?? 'AAAA'] } },
      { ...head, key: `${head.key}x` },
      { ...head, more: 1 },
      {},
    ])
      expect(verdictOf(other, lines).verdict).toMatchObject({ verdict: 'TAMPERED' });
  });

  it('is exported by those who see all events, and only as far as it goes', async () => {
    const ada = await under.signIn('ada@example.org', password);
    for (const [as, query, status] of [
      [ada, '', 403],
      [undefined, '', 401],
      [token, '?to=999999', 400],
      [token, '?from=5&to=4', 400],
      [token, '?serviceSize=999999', 400],
      [token, '?from=-1', 400],
    ] as const)
      expect([
        query,
        (await under.call('GET', `/v1/events/proof${query}`, { token: as })).status,
      ]).toEqual([query, status]);
  });

  const findingsIn = async (
    snapshot: Queryable,
    checkpoints: string[] = [],
    partition?: string,
  ) => {
    const findings: string[] = [];
    await verifySnapshot(
      snapshot,
      { partition, keys: [], checkpoints, events: storedEvents },
      {
        onFinding: ({ kind }, { code, message }) => findings.push(`${kind} ${code} ${message}`),
        onProgress: () => undefined,
        onVerified: () => undefined,
      },
    );
    return findings;
  };

  class RolledBack extends Error {}
  /** The findings after a change by somebody who can write to the database, which is undone. */
  const findingsAfter = async (
    change: (transaction: Queryable) => Promise<void>,
    checkpoints: string[],
    partition?: string,
  ): Promise<string[]> => {
    let findings: string[] = [];
    await under.services.database
      .transaction(async (transaction) => {
        await transaction.query(
          sql`alter table authentication.event disable trigger event_is_append_only`,
        );
        await change(transaction);
        findings = await findingsIn(transaction, checkpoints, partition);
        throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    return findings;
  };

  const columns = [
    'id',
    'at',
    'action',
    'actor_id',
    'subject',
    'user_id',
    'before',
    'after',
    'address',
    'request_id',
    'credential',
    'hash',
  ];

  it('reveals each of 200 single-byte changes of stored events, and names the event', async () => {
    await exportOf();
    const { database } = under.services;
    expect(await findingsIn(database, [earlier.ofService, earlier.ofEvents])).toEqual([]);
    const rows = await database.query<{ seq: number } & Record<string, string | null>>(
      sql`select seq, ${raw(columns.map((name) => `${name}::text as ${name}`).join(', '))}
        from authentication.event order by seq`,
    );
    const places = rows.flatMap((row) =>
      columns.flatMap((column) =>
        (row[column] ?? '')
          .split('')
          .flatMap((character, at) =>
            /[0-9a-f]/.test(character) && (column !== 'at' || at > 20)
              ? [{ seq: row.seq, column, text: row[column] ?? '', at, character }]
              : [],
          ),
      ),
    );
    const step = Math.floor(places.length / 200);
    const chosen = places.filter((_, index) => index % step === 0).slice(0, 200);
    expect(chosen).toHaveLength(200);
    expect(new Set(chosen.map(({ column }) => column)).size).toBeGreaterThan(8);
    for (const { seq, column, text, at, character } of chosen) {
      const changed = `${text.slice(0, at)}${/[0-8]/.test(character) ? Number(character) + 1 : '0'}${text.slice(at + 1)}`;
      // JSON that no longer is any cannot be stored.
      if ((column === 'before' || column === 'after') && !isJson(changed)) continue;
      const findings = await findingsAfter(
        async (transaction) => {
          await transaction.query(
            sql`update authentication.event set ${raw(column)} = ${changed}::text::${raw(typeOf(column))} where seq = ${seq}`,
          );
        },
        [earlier.ofService],
      );
      expect([column, at, findings[0]]).toEqual([
        column,
        at,
        expect.stringMatching(new RegExp(`^EVENT_LOG CHAIN Event ${seq}: `)),
      ]);
    }
  });

  it('reveals each of 200 single-byte changes of stored members, a member nobody added and one who is missing', async () => {
    const options = { service: 'data', token } as const;
    const member = async (method: string, role?: string) =>
      under.call(method, `/v1/partitions/${partitionId}/users/${adaId}`, {
        ...options,
        ...(role !== undefined && { data: { role } }),
      });
    for (const role of ['EDITOR', 'OWNER']) expect((await member('PUT', role)).status).toBe(200);
    expect((await member('DELETE')).status).toBe(204);
    expect((await member('PUT', 'READER')).status).toBe(200);
    const { database } = under.services;
    // What is still on its way to the audit log counts.
    expect(await findingsIn(database, [], 'all')).toEqual([]);
    await vi.waitFor(
      async () => {
        const [left] = await database.query<{ count: number }>(
          sql`select count(*)::integer as count from data.outbox where destination = 'AUDIT'`,
        );
        expect(left?.count).toBe(0);
      },
      { timeout: 30_000 },
    );
    expect(await findingsIn(database, [], partitionId)).toEqual([]);

    const rows = await database.query<Record<string, string | null>>(
      sql`select user_id::text, given_date::text, since_date::text, given_user_id::text, removed_date::text,
          removed_user_id::text from data.member_period where partition_id = ${partitionId}`,
    );
    expect(rows).toHaveLength(5);
    const places = rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, text]) =>
        (text ?? '')
          .split('')
          .flatMap((character, at) =>
            /[0-9a-f]/.test(character) &&
            (!column.endsWith('_date') || (at > 17 && at < 25 && text?.[at] !== '.'))
              ? [{ row, column, text: text ?? '', at, character }]
              : [],
          ),
      ),
    );
    expect(places.length).toBeGreaterThan(200);
    const step = Math.floor(places.length / 200);
    const chosen = places.filter((_, index) => index % step === 0).slice(0, 200);
    const changed: unknown[] = [];
    for (const { row, column, text, at, character } of chosen) {
      const other = /[0-8]/.test(character) ? Number(character) + 1 : '0';
      const next = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
      const findings = await findingsAfter(
        async (transaction) => {
          await transaction.query(
            sql`update data.member_period set ${raw(column)} = ${next}::text::${raw(column.endsWith('_date') ? 'timestamptz' : 'uuid')}
              where partition_id = ${partitionId} and user_id = ${row['user_id']} and given_date::text = ${row['given_date']}`,
          );
        },
        [],
        partitionId,
      );
      // The user is named, with what is stored or what the audit log says.
      const user = column === 'user_id' ? next : row['user_id'];
      expect([
        column,
        at,
        findings.filter((each) => each.includes(String(user))).length > 0,
      ]).toEqual([column, at, true]);
      changed.push(findings);
    }
    expect(changed).toHaveLength(200);

    const found = async (statement: Parameters<Queryable['query']>[0]) =>
      findingsAfter(
        async (transaction) => {
          await transaction.query(statement);
        },
        [],
        partitionId,
      );
    const stranger = '01890a5d-ac96-774b-bcce-b302099a8057';
    const period = sql`partition_id = ${partitionId} and user_id = ${adaId} and removed_date is null`;
    expect(
      await found(sql`insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id)
        values (${partitionId}, ${stranger}, 'OWNER', now(), now(), ${masterId})`),
    ).toEqual([
      expect.stringMatching(
        `^PARTITION DERIVED the user ${stranger} was given the role OWNER by ${masterId} on .*, which no event`,
      ),
    ]);
    expect(await found(sql`update data.member_period set role = 'OWNER' where ${period}`)).toEqual([
      expect.stringContaining(`the user ${adaId} was given the role OWNER by`),
      expect.stringContaining(`the user ${adaId} was given the role READER by`),
    ]);
    expect(await found(sql`delete from data.member_period where ${period}`)).toEqual([
      expect.stringMatching(/^PARTITION DERIVED According to the audit log, .* is not stored\.$/),
    ]);
  });

  /** Makes the chain as if the events had been recorded as they are now. */
  async function rebuildChain(transaction: Queryable): Promise<Buffer> {
    const events = await transaction.query<Parameters<typeof eventText>[0] & { seq: number }>(
      sql`select seq, id, at, action, actor_id as "actorId", subject, user_id as "userId", before::text as before,
          after::text as after, address, request_id as "requestId", credential
        from authentication.event order by seq`,
    );
    let hash = createHash('sha256').update('annals events').digest();
    for (const { seq, ...event } of events) {
      hash = createHash('sha256').update(hash).update(eventText(event)).digest();
      await transaction.query(
        sql`update authentication.event set hash = ${hash}, search_text = ${searchTextOfEvent(event)}
          where seq = ${seq}`,
      );
    }
    await transaction.query(
      sql`update authentication.event_head set seq = ${events.at(-1)?.seq ?? 0}, hash = ${hash}`,
    );
    return hash;
  }

  /** The same for the log of events up to a size, and for the log of the service. */
  async function rebuildLogs(transaction: Queryable, size: number): Promise<void> {
    const frontier = new Frontier();
    for (const leaf of await storedEvents.readLeaves(transaction, 0, size)) frontier.append(leaf);
    const [key] = await transaction.query<{ name: string }>(
      sql`select name from data.log_key order by position desc limit 1`,
    );
    const root = Buffer.from(frontier.root());
    const service = new Frontier();
    service.append(leafHashOfText(`${key?.name}/events\n${size}\n${root.toString('base64')}\n`));
    await transaction.query(sql`delete from data.anchor`);
    await transaction.query(
      sql`insert into data.anchor (partition_id, size, root, log_index, anchored_date)
        values (${eventsLog}, ${size}, ${root}, 0, now())`,
    );
    await transaction.query(
      sql`update data.log_head set size = ${size}, anchored_size = ${size}, frontier = ${Buffer.from(frontier.toBytes())}
        where partition_id = ${eventsLog}`,
    );
    await transaction.query(
      sql`update data.log_head set size = 1, frontier = ${Buffer.from(joinBytes([service.root()]))}
        where partition_id = ${serviceLog}`,
    );
  }

  const sizeOf = async (): Promise<number> => (await exportOf()).lines.length;

  it('reveals a removed event, a reordered pair, a rebuilt chain and a database that was rolled back', async () => {
    const size = await sizeOf();
    const known = [earlier.ofService, earlier.ofEvents];
    const remove = async (transaction: Queryable) => {
      await transaction.query(sql`delete from authentication.event where seq = 4`);
    };
    expect((await findingsAfter(remove, known))[0]).toBe(
      'EVENT_LOG CHAIN Event 4: The entry is missing.',
    );
    const reorder = async (transaction: Queryable) => {
      for (const statement of [
        'update authentication.event set seq = -4 where seq = 4',
        'update authentication.event set seq = 4 where seq = 5',
        'update authentication.event set seq = 5 where seq = -4',
      ])
        await transaction.query(raw(statement));
    };
    expect((await findingsAfter(reorder, known))[0]).toBe(
      'EVENT_LOG CHAIN Event 4: The entry was altered.',
    );
    // Whoever adjusts the chain meets the checkpoints in the log of the service.
    const rebuild = async (transaction: Queryable) => {
      await transaction.query(
        sql`update authentication.event set after = '{"role":"OWNER"}' where action = 'member.added'`,
      );
      await rebuildChain(transaction);
    };
    expect(await findingsAfter(rebuild, [])).toContain(
      `EVENT_LOG ROOT The log does not continue its checkpoint of ${earlier.size} entries in the service log.`,
    );
    // Whoever adjusts everything stored meets whoever has an earlier checkpoint.
    const rebuildAll = async (transaction: Queryable) => {
      await rebuild(transaction);
      await rebuildLogs(transaction, size);
    };
    expect(await findingsAfter(rebuildAll, [])).toEqual([]);
    expect(await findingsAfter(rebuildAll, [earlier.ofEvents])).toEqual([
      `EVENT_LOG HISTORY The log does not continue the known checkpoint of ${earlier.size} entries.`,
    ]);
    expect(await findingsAfter(rebuildAll, [earlier.ofService])).toEqual([
      expect.stringMatching(/^SERVICE_LOG HISTORY The log /),
    ]);
    const rollBack = async (transaction: Queryable) => {
      await transaction.query(sql`delete from authentication.event where seq >= ${earlier.size}`);
      await rebuildChain(transaction);
      await rebuildLogs(transaction, earlier.size - 1);
    };
    expect(await findingsAfter(rollBack, [])).toEqual([]);
    expect(await findingsAfter(rollBack, known)).toContain(
      `EVENT_LOG HISTORY The log has ${earlier.size - 1} entries; according to a known checkpoint it had ${earlier.size}.`,
    );
  });

  it('proves in evidence who was a member at a moment, without where the events came from', async () => {
    const evidence = async (query = '') => {
      const response = await fetch(
        `${under.services.endpoints.data}/v1/partitions/${partitionId}/evidence${query}`,
        { headers: { authorization: `Bearer ${token}`, accept: 'application/zip' } },
      );
      expect(response.status).toBe(200);
      return response.blob();
    };
    const file = await evidence();
    expect(await verifyEvidence(file, { checkpoints: [earlier.ofEvents] })).toMatchObject({
      verdict: { verdict: 'INTACT' },
      membership: { proven: 2, unknown: [] },
    });
    const before = await evidence(`?asOf=${beforeMember}`);
    expect(await verifyEvidence(before, {})).toMatchObject({
      membership: { proven: 1, unknown: [] },
    });

    const entries = await zipEntries(file);
    const proof = entries.find(({ name }) => name === 'proofs/members.proof.ndjson');
    const text = await new Response(proof?.stream()).text();
    expect(text).not.toContain('127.0.0.1');
    const [head, created, added] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as MemberEventLine);
    if (!created || !added) throw new Error('Two events are expected.');
    const checked = (lines: unknown[]) => {
      const findings = new Findings();
      const verification = new MembershipVerification(head, {}, findings);
      for (const line of lines) verification.add(line);
      const listed = [
        { userId: masterId, role: 'OWNER' },
        { userId: added.event.userId ?? '', role: 'READER' },
      ];
      return { isFound: findings.any, ...verification.compare(listed) };
    };
    expect(checked([created, added])).toEqual({ isFound: false, proven: 2, unknown: [] });
    // Whoever lacks an event is unknown.
    expect(checked([created])).toEqual({
      isFound: false,
      proven: 1,
      unknown: [added.event.userId],
    });
    for (const line of [
      { ...added, event: { ...added.event, after: added.event.after?.replace('READER', 'OWNER') } },
      { ...added, event: { ...added.event, source: created.event.source } },
      { ...added, index: added.index + 1 },
      { ...added, more: 1 },
    ])
      expect(checked([created, line])).toMatchObject({ isFound: true });
    expect(checked([added, created])).toMatchObject({ isFound: true });
  });

  it('follows the events of several servers at once, in whole tiles', async () => {
    const { database } = under.services;
    const other = await ServicesUnderTest.start(place.variables).catch(() => undefined);
    try {
      const attempts = Array.from({ length: 300 }, (_, n) =>
        (other && n % 2 === 0 ? other : under).services.authentication
          .recordLogKeyRotation({ verifierKey: `key ${n}`, compromised: false })
          .then(() =>
            n % 50 === 0 ? under.succeed('GET', '/v1/events/proof', { token }) : undefined,
          ),
      );
      await Promise.all(attempts);
    } finally {
      await other?.close();
    }
    const { head, lines } = await exportOf();
    expect(lines.length).toBeGreaterThan(300);
    expect(verdictOf(head, lines, [earlier.ofEvents]).verdict).toEqual({ verdict: 'INTACT' });
    expect(await findingsIn(database, [earlier.ofService, earlier.ofEvents])).toEqual([]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function typeOf(column: string): string {
  switch (column) {
    case 'id':
    case 'actor_id':
    case 'user_id':
      return 'uuid';
    case 'at':
      return 'timestamptz';
    case 'before':
    case 'after':
      return 'json';
    case 'hash':
      return 'bytea';
    default:
      return 'text';
  }
}
