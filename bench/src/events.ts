import { createHash, randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { type EventEntry, eventText } from '@annals/proofs/event-entry';
import { measureOnPostgresql, password, startProgram } from './program.ts';
import { signInMaster, timesOf } from './single-client.ts';
import { quantile } from './statistics.ts';
import { table } from './table.ts';

/** What the page of the audit log may take for a filter, in milliseconds. */
const budgetMs = 200;
const amount = { warmUp: 3, measured: 30 };
const batchSize = 5_000;
const days = 400;

const id = (kind: number, n: number): string =>
  `${kind.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const busyPartition = id(1, 0);
const rareToken = id(4, 999_999);
const rareActor = id(2, 999_999);
const rareAddress = '203.0.113.77';

/** Of 1,000 events: mostly work in partitions, sign-ins, and little administration. */
const actions: readonly (readonly [action: string, weight: number])[] = [
  ['session.started', 250],
  ['session.ended', 200],
  ['changeSet.submitted', 140],
  ['changeSet.approved', 120],
  ['changeSet.committed', 120],
  ['partition.exported', 60],
  ['savedSearch.changed', 40],
  ['member.added', 20],
  ['member.changed', 15],
  ['member.removed', 10],
  ['signIn.failed', 15],
  ['token.created', 5],
  ['user.changed', 5],
];
const weighted = actions.flatMap(([action, weight]) => Array<string>(weight).fill(action));

/** The filters of the page, as it sends them. */
const requests: readonly (readonly [name: string, query: string])[] = [
  ['first page', ''],
  ['an action, common', 'action=session.started'],
  ['an action, rare (5 of 1,000)', 'action=token.created'],
  ['an action that never happened', 'action=checkpointKey.rotated'],
  ['a busy partition', `subject=partition/${busyPartition}`],
  ['a busy partition and an action', `subject=partition/${busyPartition}&action=member.removed`],
  ['a subject without events', `subject=partition/${id(1, 999_999)}`],
  ['an actor', `actorId=${id(2, 7)}`],
  ['an actor with one old event', `actorId=${rareActor}`],
  ['an actor and an action', `actorId=${id(2, 7)}&action=token.created`],
  ['failures', 'outcome=FAILURE'],
  ['failures of an actor, none', `outcome=FAILURE&actorId=${rareActor}`],
  ['successes', 'outcome=SUCCESS'],
  ['access', 'kind=ACCESS'],
  ['sign-ins', 'kind=SIGN_IN'],
  ['an address', 'address=192.0.2.7'],
  ['an address with one old event', `address=${rareAddress}`],
  ['a token', `credential=token/${id(4, 3)}`],
  ['a token with one old event', `credential=token/${rareToken}`],
  ['a month long ago', `from=${daysAgo(370)}&to=${daysAgo(340)}`],
  ['a month long ago, an actor', `from=${daysAgo(370)}&to=${daysAgo(340)}&actorId=${id(2, 7)}`],
  ['a month long ago, failures', `from=${daysAgo(370)}&to=${daysAgo(340)}&outcome=FAILURE`],
  ['access in a busy partition', `kind=ACCESS&subject=partition/${busyPartition}`],
  ['access, long ago', `kind=ACCESS&to=${daysAgo(390)}`],
  ['before anything happened', `to=${daysAgo(800)}`],
];
const counts: readonly (readonly [name: string, query: string])[] = [
  ['chart of 30 days', 'interval=DAY&count=30'],
  ['chart of 3 days by hour', 'interval=HOUR&count=72'],
  ['chart of 30 days, an actor', `interval=DAY&count=30&actorId=${id(2, 7)}`],
];

function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString();
}

/** Measures the page and the export of an audit log of so many events, for a single client, on PostgreSQL. */
export const measureEvents = (size: number): Promise<string> =>
  measureOnPostgresql(async (url) => {
    const program = await startProgram(['--demo'], { DATABASE_URL: url, DEMO_PASSWORD: password });
    try {
      await fill(url, size);
      const headers = await signInMaster(program.authentication);
      const events = `${program.authentication}/v1/events`;
      const rows: (string | number)[][] = [];
      for (const [name, path] of [
        ...requests.map(([each, query]) => [each, `?${query}`] as const),
        ...counts.map(([each, query]) => [each, `/counts?${query}`] as const),
      ]) {
        const times = await timesOf(events + path, headers, amount);
        const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
        if (p95 > budgetMs) process.exitCode = 1;
        rows.push([name, p50.toFixed(1), p95.toFixed(1), p95 > budgetMs ? 'target missed' : '']);
      }
      const report = table(['request', 'p50 (ms)', `p95 (ms, ≤ ${budgetMs})`, ''], rows);
      return `${report}\n\n${await measureExport(program.pid, events, headers)}`;
    } finally {
      await program.stop();
    }
  });

/** How long an export takes, when it begins, and what it needs in memory. */
async function measureExport(
  pid: number,
  events: string,
  headers: { authorization: string },
): Promise<string> {
  // The events become entries of their log first, which otherwise happens once a minute.
  const extended = performance.now();
  await (await fetch(`${events}/proof`, { headers })).arrayBuffer();
  const extendMs = performance.now() - extended;
  const before = await residentMb(pid);
  const started = performance.now();
  const answer = await fetch(`${events}/proof`, {
    headers: { ...headers, accept: 'application/x-ndjson' },
  });
  const headMs = performance.now() - started;
  let [bytes, lines, most] = [0, 0, before];
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (lines % 50 === 0) most = Math.max(most, await residentMb(pid));
  }
  const seconds = (performance.now() - started) / 1000;
  return table(
    ['export', ''],
    [
      ['events', lines - 1],
      ['size (MB)', Math.round(bytes / 1e6)],
      ['log of events extended in (s)', (extendMs / 1000).toFixed(1)],
      ['first byte after (ms)', Math.round(headMs)],
      ['complete after (s)', seconds.toFixed(1)],
      ['events/s', Math.round(lines / seconds)],
      ['memory of the process before, at most (MB)', `${before}, ${most}`],
    ],
  );
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Appends events to the chain, as if they had happened in the last 400 days. */
async function fill(url: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ seq: string; hash: Buffer }>(
      'select seq, hash from authentication.event_head',
    );
    let seq = Number(rows[0]?.seq ?? 0);
    let hash = rows[0]?.hash ?? Buffer.alloc(0);
    const end = Date.now() - 60_000;
    const stepMs = (days * 86_400_000) / size;
    for (let done = 0; done < size; done += batchSize) {
      const events: object[] = [];
      for (let n = done; n < Math.min(done + batchSize, size); n += 1) {
        const event = eventAt(n, new Date(end - (size - n) * stepMs), size);
        hash = createHash('sha256').update(hash).update(eventText(event)).digest();
        seq += 1;
        events.push({ seq, ...event, hash: `\\x${hash.toString('hex')}` });
      }
      await client.query(insert, [JSON.stringify(events)]);
    }
    await client.query('update authentication.event_head set seq = $1, hash = $2', [seq, hash]);
    await client.query('vacuum analyze authentication.event');
  } finally {
    await client.end();
  }
}

function eventAt(n: number, moment: Date, size: number): EventEntry {
  const action = weighted[randomInt(weighted.length)] ?? '';
  const isOld = n === Math.floor(size / 100);
  const actorId = isOld ? rareActor : id(2, randomInt(2_000));
  const partition = randomInt(10) < 6 ? busyPartition : id(1, 1 + randomInt(50));
  const session = randomInt(10) < 8;
  return {
    id: randomUUID(),
    at: moment.toISOString().replace('Z', '000Z'),
    action,
    actorId,
    subject: /^(?:session|signIn|user|token)/.test(action)
      ? `user/${actorId}`
      : `partition/${partition}`,
    userId: action.startsWith('member') ? id(2, randomInt(2_000)) : actorId,
    before: null,
    after: JSON.stringify({ partition: { id: partition, name: 'Busy' }, role: 'READER' }),
    address: isOld ? rareAddress : `192.0.2.${randomInt(200)}`,
    requestId: randomUUID(),
    credential: isOld
      ? `token/${rareToken}`
      : session
        ? `session/${id(3, Math.floor(n / 20))}`
        : `token/${id(4, randomInt(50))}`,
  };
}

const insert = `
  insert into authentication.event (seq, id, at, action, actor_id, subject, user_id, before, after, address, request_id,
    credential, hash)
  select e.seq, e.id, e.at, e.action, e."actorId", e.subject, e."userId", null, e.after::json, e.address, e."requestId",
    e.credential, e.hash
  from json_to_recordset($1::json) as e (seq bigint, id uuid, at timestamptz, action text, "actorId" uuid, subject text,
    "userId" uuid, after text, address text, "requestId" text, credential text, hash bytea)`;
