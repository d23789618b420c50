import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { fillWithVersions, type ManyVersions } from '@annals/data/testing/many-versions';
import { openDatabase } from '@annals/kit/database/database';
import { quiet } from '@annals/kit/testing/databases';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { Caller, type Call } from '../caller.ts';
import { SharedSession } from '../ledger/session.ts';
import { spread, Tally } from '../ledger/tally.ts';
import { pause } from '../pause.ts';
import { writeResult } from '../result.ts';
import { environment, runCommand, ServerProcess } from '../server-process.ts';
import { buildCommit, buildWith, findBefore, type Build } from './builds.ts';
import { contracting, expanding, filling } from './migrations.ts';
import { CallTimes, DatabaseWatch, readForLong } from './watch.ts';

const callers = 4;
/** The size of a version in characters of JSON. */
const maxDataLength = 200;
/** The number of servers running at the same time. */
const serverCount = 3;
/** The duration of calls before the upgrade, as the baseline of the machine. */
const beforeMs = 15_000;
/** A migration may wait this long for a table lock, and other queries behind it. */
const maxWaitMs = 1_000;

/**
 * Replaces every server of the previous version by the current one while a large database is read and written,
 * and then by a next version: its migrations expand the schema, fill all versions in batches, are killed
 * halfway, resume, and contract. No call may fail, each row must be filled once, and nobody may wait for a lock
 * for more than a second.
 */
export async function replaceUnderLoad({
  port,
  versions,
  before: commit,
}: {
  port: number;
  versions: number;
  before: string | undefined;
}): Promise<boolean> {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-upgrade-'));
  const started: ServerProcess[] = [];
  const bin = await findPostgresql();
  if (bin === undefined) throw new Error('PostgreSQL is not installed here.');
  const postgresql = await startPostgresql(bin, {
    fsync: true,
    settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
  });
  const { url } = postgresql;
  const variables = {
    DATA_DIR: path.join(directory, 'data'),
    DATABASE_URL: url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  const client = new pg.Client({ connectionString: url });
  const stop = new AbortController();
  const own = async (name: string) => {
    const place = path.join(directory, name);
    await mkdir(place);
    return place;
  };
  let taken = 0;
  const launch = ({ program: build }: Build) => {
    const server = new ServerProcess({ port: port + 3 * (taken++ % 12), variables, build });
    started.push(server);
    return server;
  };
  const start = async (build: Build) => {
    const server = launch(build);
    await server.ready();
    return server;
  };
  const faults: string[] = [];
  const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
  try {
    const before = await buildCommit(commit ?? (await findBefore()), await own('before'));
    const present = await buildWith('this one', {}, await own('present'));
    const next = await buildWith(
      'this one, and a migration that expands',
      expanding(before.newest),
      await own('next'),
    );
    const last = await buildWith(
      'the next one, and migrations that contract',
      { ...expanding(before.newest), ...contracting },
      await own('last'),
    );
    if (present.newest <= before.newest) throw new Error('The version before has the same schema.');
    say(`the version before is ${before.version}, with migration ${before.newest}`);

    const first = await start(before);
    while (!first.output.includes('Ready.')) await pause(10);
    let rotation = [first];
    let turn = 0;
    const caller = new Caller(() => rotation[(turn += 1) % rotation.length]?.origin ?? '');
    const session = new SharedSession(new Tally());
    await session.setUp(caller, first.output);
    const make = async (partitionName: string) => {
      const data = { partitionName };
      const call = { method: 'POST', url: '/v1/partitions', data } as const;
      return (await caller.must<{ id: string }>(call)).id;
    };
    const [large, busy] = [await make('Large'), await make('Busy')];
    await client.connect();
    const filled = await fill(client, url, { partitionId: large, versions });
    say(`${versions} versions are there`);
    const number = async (text: string) =>
      Number((await client.query<{ n: string }>(`select ${text} as n`)).rows[0]?.n);
    const done = () => number(`(select done from data.schema_backfill where name = '${filling}')`);

    while (rotation.length < serverCount) rotation.push(await start(before));
    const times = new CallTimes();
    const work = { caller, times, filled, busy, written: { large: 0, busy: 0 } };
    const load = Promise.all([
      session.refreshUntil(caller, stop.signal),
      ...Array.from({ length: callers }, () => readAndWrite(work, stop.signal)),
    ]);
    load.catch(() => undefined);
    await pause(beforeMs);
    const watch = await DatabaseWatch.begin(url);
    const reader = readForLong(url, stop.signal);
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1000);

    times.phase = 'migrating';
    const migrating = runMigration(next, variables);
    while (!((await done().catch(() => 0)) >= 1)) {
      if (migrating.hasEnded()) throw new Error(`annals migrate ended:\n${migrating.printed()}`);
      await pause(50);
    }
    const migratedSeconds = seconds();
    say(`migrated after ${migratedSeconds} s, filling`);
    times.phase = 'filling';
    while ((await done()) < versions / 2) {
      if (migrating.hasEnded()) throw new Error(`annals migrate ended:\n${migrating.printed()}`);
      await pause(50);
    }
    migrating.child.kill('SIGKILL');
    await migrating.ended;
    // The database may still be committing the last batch.
    await pause(1_000);
    const filledAtKill = await done();
    say(`killed at ${filledAtKill} after ${seconds()} s`);
    // Nothing continues the backfill, because only servers of the previous version are running.
    await pause(2_000);
    const stood = await done();
    if (stood !== filledAtKill)
      faults.push(`${stood - filledAtKill} rows were filled after the kill`);

    // A server that does not know the schema starts beside it, even while another one is migrating.
    const again = runMigration(next, variables);
    rotation = [...rotation, await start(before)];
    times.phase = 'replacing';
    const replaceAll = async (build: Build) => {
      for (const leaving of rotation) {
        rotation = [...rotation.filter((each) => each !== leaving), await start(build)];
        await pause(200);
        const code = await leaving.end('SIGTERM');
        if (code !== 0) faults.push(`a server that was replaced ended with ${code}`);
      }
    };
    const replaced = rotation.length;
    await replaceAll(next);
    say(`${replaced} servers are replaced after ${seconds()} s`);
    const code = await again.ended;
    if (code !== 0) faults.push(`annals migrate, again, ended with ${code}: ${again.printed()}`);
    if (!/has finished: \d+ rows/.test(again.printed()))
      faults.push(`annals migrate, again, said: ${again.printed()}`);
    const filledSeconds = seconds();
    say(`filled after ${filledSeconds} s: ${await done()}`);

    times.phase = 'contracting';
    const contracted = runMigration(last, variables);
    const lastCode = await contracted.ended;
    if (lastCode !== 0)
      faults.push(
        `annals migrate of the one after ended with ${lastCode}: ${contracted.printed()}`,
      );
    say(`contracted after ${seconds()} s`);
    rotation = [...rotation, await start(next)];
    await replaceAll(last);
    const tookSeconds = seconds();
    times.phase = 'after';
    await pause(beforeMs);
    stop.abort();
    await load;
    await reader;
    await watch.end();
    say('checking');

    const wrong = await number(
      `(select count(*) from data.version where partition_id = '${large}' and seq <= ${versions} and upgraded is distinct from 1)`,
    );
    if (wrong > 0) faults.push(`${wrong} rows were not filled once`);
    for (const [name, id, had] of [
      ['large', large, versions],
      ['busy', busy, 0],
    ] as const) {
      const stored = await number(
        `(select next_seq - 1 from data.partition_head where partition_id = '${id}')`,
      );
      if (stored - had !== work.written[name])
        faults.push(`of ${work.written[name]} acknowledged writes ${stored - had} are there`);
    }
    const verified = await runCommand(['verify', '--partition', busy], variables, last.program);
    if (verified.code !== 0) faults.push(`annals verify: ${verified.output}`);
    const refused = launch(before);
    const refusedCode = await refused.exited;
    if (refusedCode !== 1 || !refused.errors.includes('older than the schema'))
      faults.push(`a server that is too old ended with ${refusedCode}: ${refused.errors}`);
    for (const [status, count] of caller.statuses)
      if (status < 200 || status > 299) faults.push(`${count} calls were answered ${status}`);
    for (const [who, ms] of [
      ['a migration', watch.maxMigrationMs],
      ['who reads or writes', watch.maxOthersMs],
    ] as const)
      if (ms > maxWaitMs) faults.push(`${who} waited ${Math.round(ms)} ms for a table`);

    const passed = faults.length === 0;
    const rows = watch.batches.map((batch) => batch.rows);
    await writeResult(
      'upgrade',
      {
        versions,
        before: { version: before.version, newestMigration: before.newest },
        after: {
          newestMigration: present.newest,
          and: Object.keys({ ...expanding(''), ...contracting }),
        },
        filledAtKill,
        migratedSeconds,
        filledSeconds,
        tookSeconds,
        replaced: replaced + serverCount,
        rowsOfABatch: spread(rows),
        batchAndPauseMs: spread(watch.batches.map(({ ms }) => ms)),
        maxWaitForATableMs: {
          migration: Math.round(watch.maxMigrationMs),
          others: Math.round(watch.maxOthersMs),
        },
        calls: Object.fromEntries(caller.statuses),
        written: work.written,
        phases: times.summary(),
        faults,
      },
      passed,
    );
    return passed;
  } finally {
    stop.abort();
    await Promise.all(started.map((server) => server.end('SIGKILL')));
    await client.end().catch(() => undefined);
    await postgresql.remove();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Fills the partition as fast as possible, and lets the log continue from there. */
async function fill(
  client: pg.Client,
  url: string,
  { partitionId, versions }: { partitionId: string; versions: number },
): Promise<ManyVersions> {
  const settings = {
    synchronous_commit: 'off',
    maintenance_work_mem: '512MB',
    work_mem: '128MB',
    max_wal_size: '16GB',
    checkpoint_timeout: '30min',
  };
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter system set ${name} = '${value}'`);
  await client.query('select pg_reload_conf()');
  const statementTimeoutMs = 7_200_000;
  const database = await openDatabase({ databaseUrl: url, log: quiet, statementTimeoutMs });
  const filled = await fillWithVersions(database, partitionId, versions, maxDataLength);
  await database.close();
  const hashes = versions.toString(2).replaceAll('0', '').length;
  await client.query(
    `update data.log_head set size = ${versions}, version_count = ${versions},
        frontier = decode(repeat('00', ${32 * hashes}), 'hex') where partition_id = '${partitionId}'`,
  );
  await client.query('alter system reset all');
  await client.query('select pg_reload_conf()');
  await client.query('checkpoint');
  return filled;
}

/** Runs `annals migrate` of a build. */
function runMigration({ program: build }: Build, variables: Record<string, string>) {
  const child = spawn(process.execPath, [build, 'migrate'], {
    env: environment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, printed: () => printed, hasEnded: () => child.exitCode !== null };
}

interface Work {
  caller: Caller;
  times: CallTimes;
  filled: ManyVersions;
  busy: string;
  /** The number of acknowledged versions. */
  written: { large: number; busy: number };
}

interface Written {
  id: string;
  timelineId: string;
}

/** The work of users in the large partition and in a busy one, repeated. */
async function readAndWrite(work: Work, stop: AbortSignal): Promise<void> {
  const { caller, times, filled, written } = work;
  const [large, busy] = [filled.partitionId, work.busy].map((id) => `/v1/partitions/${id}`);
  const call = async <Body>(what: string, made: Call) => {
    const began = performance.now();
    const answer = await caller.call<Body>(made);
    times.note(what, performance.now() - began);
    return answer;
  };
  const write = async (place: 'large' | 'busy', what: string, data: object) => {
    const url = `${place === 'large' ? large : busy}/objects`;
    const answer = await call<Written>(what, { method: 'POST', url, data });
    if (answer.status === 201) written[place] += 1;
    return answer.body;
  };
  while (!stop.aborted) {
    const note = { type: 'NOTE', objectData: { at: Date.now() } };
    const { id, timelineId } = await write('busy', 'create', note);
    const more = { objectData: { at: Date.now(), more: true }, timelineId, predecessorId: id };
    await write('busy', 'change', more);
    await write('large', 'create among many', note);
    await call('latest', { url: `${busy}/timelines/${timelineId}/objects/latest` });
    await call('history', {
      url: `${large}/timelines/${filled.long.timelineId}/objects?pageSize=20`,
    });
    await call('as of', {
      url: `${large}/timelines/${filled.popular.timelineId}/objects/latest?asOf=${filled.middle}`,
    });
    await call('recent', { url: `${large}/objects/recent?pageSize=10` });
    await call('search', {
      method: 'POST',
      url: `${large}/objects/search?pageSize=10`,
      data: { type: filled.type },
    });
    await call('partitions', { url: '/v1/partitions?sort=-lastChangeDate' });
  }
}
