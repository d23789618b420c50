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
import { percentilesOf, Tally } from '../ledger/tally.ts';
import { pause } from '../pause.ts';
import { writeResult } from '../result.ts';
import { environment, runCommand, ServerProcess } from '../server-process.ts';
import { buildCommit, buildWithMigrations, findPreviousCommit, type Build } from './builds.ts';
import { backfillName, contractMigrations, expandMigrations } from './migrations.ts';
import { CallTimes, DatabaseWatch, runLongReads } from './watch.ts';

const callers = 4;
/** The size of a version in characters of JSON. */
const maxDataLength = 200;
/** The number of servers running at the same time. */
const serverCount = 3;
/** How long calls are measured before and after the upgrade, as the baseline of the machine. */
const baselineMs = 15_000;
/** The maximum time that a migration, and other queries behind it, may wait for a table lock. */
const maxWaitMs = 1_000;

/**
 * Replaces every server of the previous version by the current one while a large database is read and written,
 * and then by a next version: its migrations expand the schema, fill all versions in batches, are killed
 * halfway, resume, and contract. No call may fail, each row must be filled once, and nobody may wait for a lock
 * for more than a second.
 */
export async function upgradeUnderLoad({
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
  const launch = ({ program: build }: Build) => {
    const server = new ServerProcess({ port: port + 3 * (started.length % 12), variables, build });
    started.push(server);
    return server;
  };
  const start = async (build: Build) => {
    const server = launch(build);
    await server.ready();
    return server;
  };
  const faults: string[] = [];
  try {
    const { before, present, next, last } = await prepareBuilds(commit, directory);
    log(`the previous version is ${before.version}, with migration ${before.newest}`);

    const first = await start(before);
    while (!first.output.includes('Ready.')) await pause(10);
    let rotation = [first];
    let turn = 0;
    const caller = new Caller(() => rotation[(turn += 1) % rotation.length]?.origin ?? '');
    const session = new SharedSession(new Tally());
    await session.setUp(caller, first.output);
    const createPartition = async (partitionName: string) => {
      const data = { partitionName };
      const call = { method: 'POST', url: '/v1/partitions', data } as const;
      return (await caller.must<{ id: string }>(call)).id;
    };
    const [large, busy] = [await createPartition('Large'), await createPartition('Busy')];
    await client.connect();
    const filled = await fill(client, url, { partitionId: large, versions });
    log(`${versions} versions are stored`);
    const filledRows = () =>
      queryNumber(client, `(select done from data.schema_backfill where name = '${backfillName}')`);

    while (rotation.length < serverCount) rotation.push(await start(before));
    const times = new CallTimes();
    const work = { caller, times, filled, busy, written: { large: 0, busy: 0 } };
    const load = Promise.all([
      session.refreshUntil(caller, stop.signal),
      ...Array.from({ length: callers }, () => readAndWrite(work, stop.signal)),
    ]);
    load.catch(() => undefined);
    await pause(baselineMs);
    const watch = await DatabaseWatch.begin(url);
    const reader = runLongReads(url, stop.signal);
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1000);

    times.phase = 'migrating';
    const killed = runMigration(next, variables);
    await killed.runUntil(async () => (await filledRows().catch(() => 0)) >= 1);
    const migratedSeconds = seconds();
    log(`migrated after ${migratedSeconds} s, filling`);
    times.phase = 'filling';
    await killed.runUntil(async () => (await filledRows()) >= versions / 2);
    killed.child.kill('SIGKILL');
    await killed.ended;
    // The database may still be committing the last batch.
    await pause(1_000);
    const filledAtKill = await filledRows();
    log(`killed at ${filledAtKill} rows after ${seconds()} s`);
    // Nothing continues the backfill, because only servers of the previous version are running.
    await pause(2_000);
    const filledLater = await filledRows();
    if (filledLater !== filledAtKill)
      faults.push(`${filledLater - filledAtKill} rows were filled after the kill`);

    // A server that does not know the schema can start, even while another one is migrating.
    const resumed = runMigration(next, variables);
    rotation = [...rotation, await start(before)];
    times.phase = 'replacing';
    const replaceAll = async (build: Build) => {
      for (const old of rotation) {
        rotation = [...rotation.filter((each) => each !== old), await start(build)];
        await pause(200);
        const code = await old.end('SIGTERM');
        if (code !== 0) faults.push(`a replaced server ended with ${code}`);
      }
    };
    const replaced = rotation.length;
    await replaceAll(next);
    log(`${replaced} servers are replaced after ${seconds()} s`);
    const code = await resumed.ended;
    if (code !== 0)
      faults.push(`the resumed annals migrate ended with ${code}: ${resumed.output()}`);
    if (!/has finished: \d+ rows/.test(resumed.output()))
      faults.push(`the resumed annals migrate printed: ${resumed.output()}`);
    const filledSeconds = seconds();
    log(`filled after ${filledSeconds} s: ${await filledRows()}`);

    times.phase = 'contracting';
    const contracting = runMigration(last, variables);
    const contractingCode = await contracting.ended;
    if (contractingCode !== 0)
      faults.push(
        `annals migrate of the last version ended with ${contractingCode}: ${contracting.output()}`,
      );
    log(`contracted after ${seconds()} s`);
    rotation = [...rotation, await start(next)];
    await replaceAll(last);
    const tookSeconds = seconds();
    times.phase = 'after';
    await pause(baselineMs);
    stop.abort();
    await load;
    await reader;
    await watch.end();
    log('checking');

    faults.push(...(await findStoredFaults(client, { large, versions, work })));
    const verified = await runCommand(['verify', '--partition', busy], variables, last.program);
    if (verified.code !== 0) faults.push(`annals verify: ${verified.output}`);
    const refused = launch(before);
    const refusedCode = await refused.exited;
    if (refusedCode !== 1 || !refused.errors.includes('older than the schema'))
      faults.push(`an incompatible server ended with ${refusedCode}: ${refused.errors}`);
    for (const [status, count] of caller.statuses)
      if (status < 200 || status > 299) faults.push(`${count} calls were answered ${status}`);
    for (const [who, ms] of [
      ['a migration', watch.maxMigrationMs],
      ['a read or write', watch.maxOthersMs],
    ] as const)
      if (ms > maxWaitMs) faults.push(`${who} waited ${Math.round(ms)} ms for a table`);

    const passed = faults.length === 0;
    await writeResult(
      'upgrade',
      {
        versions,
        before: { version: before.version, newestMigration: before.newest },
        after: {
          newestMigration: present.newest,
          addedMigrations: Object.keys({ ...expandMigrations(''), ...contractMigrations }),
        },
        filledAtKill,
        migratedSeconds,
        filledSeconds,
        tookSeconds,
        replaced: replaced + serverCount,
        rowsPerBatch: percentilesOf(watch.batches.map(({ rows }) => rows)),
        batchAndPauseMs: percentilesOf(watch.batches.map(({ ms }) => ms)),
        maxTableWaitMs: {
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

const log = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

/** Builds the previous version, the current one, and two that follow it. */
async function prepareBuilds(commit: string | undefined, directory: string) {
  const createFolder = async (name: string) => {
    const folder = path.join(directory, name);
    await mkdir(folder);
    return folder;
  };
  const before = await buildCommit(
    commit ?? (await findPreviousCommit()),
    await createFolder('before'),
  );
  const present = await buildWithMigrations('this one', {}, await createFolder('present'));
  const next = await buildWithMigrations(
    'this one, and a migration that expands',
    expandMigrations(before.newest),
    await createFolder('next'),
  );
  const last = await buildWithMigrations(
    'the next one, and migrations that contract',
    { ...expandMigrations(before.newest), ...contractMigrations },
    await createFolder('last'),
  );
  if (present.newest <= before.newest) throw new Error('The previous version has the same schema.');
  return { before, present, next, last };
}

/** Finds rows that were not filled once, and acknowledged writes that are missing. */
async function findStoredFaults(
  client: pg.Client,
  { large, versions, work }: { large: string; versions: number; work: Work },
): Promise<string[]> {
  const faults: string[] = [];
  const wrong = await queryNumber(
    client,
    `(select count(*) from data.version where partition_id = '${large}' and seq <= ${versions} and upgraded is distinct from 1)`,
  );
  if (wrong > 0) faults.push(`${wrong} rows were not filled once`);
  for (const [name, id, filled] of [
    ['large', large, versions],
    ['busy', work.busy, 0],
  ] as const) {
    const stored = await queryNumber(
      client,
      `(select next_seq - 1 from data.partition_head where partition_id = '${id}')`,
    );
    if (stored - filled !== work.written[name])
      faults.push(
        `${stored - filled} of ${work.written[name]} acknowledged writes are stored in the ${name} partition`,
      );
  }
  return faults;
}

async function queryNumber(client: pg.Client, expression: string): Promise<number> {
  const { rows } = await client.query<{ value: string }>(`select ${expression} as value`);
  return Number(rows[0]?.value);
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
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    ended,
    output: () => output,
    /** @throws if the process ends before the condition holds */
    runUntil: async (holds: () => Promise<boolean>) => {
      while (!(await holds())) {
        if (child.exitCode !== null) throw new Error(`annals migrate ended:\n${output}`);
        await pause(50);
      }
    },
  };
}

interface Work {
  caller: Caller;
  times: CallTimes;
  filled: ManyVersions;
  busy: string;
  /** The number of acknowledged versions. */
  written: { large: number; busy: number };
}

interface WriteResponse {
  id: string;
  timelineId: string;
}

/** The work of users in the large partition and in a busy one, repeated. */
async function readAndWrite(work: Work, stop: AbortSignal): Promise<void> {
  const { caller, times, filled, written } = work;
  const [large, busy] = [filled.partitionId, work.busy].map((id) => `/v1/partitions/${id}`);
  const call = async <Body>(what: string, request: Call) => {
    const began = performance.now();
    const answer = await caller.call<Body>(request);
    times.record(what, performance.now() - began);
    return answer;
  };
  const write = async (partition: 'large' | 'busy', what: string, data: object) => {
    const url = `${partition === 'large' ? large : busy}/objects`;
    const answer = await call<WriteResponse>(what, { method: 'POST', url, data });
    if (answer.status === 201) written[partition] += 1;
    return answer.body;
  };
  while (!stop.aborted) {
    const note = { type: 'NOTE', objectData: { at: Date.now() } };
    const { id, timelineId } = await write('busy', 'create', note);
    const change = { objectData: { at: Date.now(), more: true }, timelineId, predecessorId: id };
    await write('busy', 'change', change);
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
