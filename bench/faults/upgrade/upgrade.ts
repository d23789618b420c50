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
import { Tally } from '../ledger/tally.ts';
import { pause } from '../pause.ts';
import { writeResult } from '../result.ts';
import { runCommand, ServerProcess, startCommand } from '../server-process.ts';
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
  const postgresql = await startDatabase();
  const { url } = postgresql;
  const variables = {
    DATA_DIR: path.join(directory, 'data'),
    DATABASE_URL: url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  const client = new pg.Client({ connectionString: url });
  const servers = new Servers(port, variables);
  const stop = new AbortController();
  try {
    const builds = await prepareBuilds(commit, directory);
    const { caller, session } = await startFirstServer(servers, builds.before);
    await client.connect();
    const work = await storeVersions({ caller, client, url, versions });
    while (servers.count < serverCount) await servers.add(builds.before);
    const load = startLoad(session, work, stop.signal);
    await pause(baselineMs);
    const watch = await DatabaseWatch.begin(url);
    const reader = runLongReads(url, stop.signal);

    const upgrade: Upgrade = {
      builds,
      variables,
      versions,
      servers,
      client,
      work,
      seconds: stopwatch(),
      faults: [],
    };
    const figures = {
      ...(await migrateUntilKilled(upgrade)),
      ...(await resumeWhileReplacing(upgrade)),
      ...(await contract(upgrade)),
    };
    work.times.phase = 'after';
    await pause(baselineMs);
    stop.abort();
    await load;
    await reader;
    await watch.end();
    log('checking');
    const faults = [...upgrade.faults, ...(await findFaults(upgrade, watch))];

    const passed = faults.length === 0;
    await writeResult(
      'upgrade',
      {
        versions,
        before: { version: builds.before.version, newestMigration: builds.before.newest },
        after: {
          newestMigration: builds.present.newest,
          addedMigrations: Object.keys({ ...expandMigrations(''), ...contractMigrations }),
        },
        ...figures,
        ...watch.summary(),
        calls: Object.fromEntries(caller.statuses),
        written: work.written,
        phases: work.times.summary(),
        faults,
      },
      passed,
    );
    return passed;
  } finally {
    stop.abort();
    await servers.kill();
    await client.end().catch(() => undefined);
    await postgresql.remove();
    await rm(directory, { recursive: true, force: true });
  }
}

const log = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

/** Whole seconds since this call. */
function stopwatch(): () => number {
  const began = performance.now();
  return () => Math.round((performance.now() - began) / 1000);
}

async function startDatabase() {
  const bin = await findPostgresql();
  if (bin === undefined) throw new Error('PostgreSQL is not installed here.');
  return startPostgresql(bin, {
    fsync: true,
    settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
  });
}

/** The servers of a run. Those in rotation answer the calls in turn. */
class Servers {
  /** The number of servers that another one has replaced. */
  replaced = 0;
  readonly #firstPort: number;
  readonly #variables: Record<string, string>;
  readonly #launched: ServerProcess[] = [];
  #rotation: ServerProcess[] = [];
  #turn = 0;

  constructor(firstPort: number, variables: Record<string, string>) {
    this.#firstPort = firstPort;
    this.#variables = variables;
  }

  /** The number of servers in rotation. */
  get count(): number {
    return this.#rotation.length;
  }

  nextOrigin(): string {
    this.#turn += 1;
    return this.#rotation[this.#turn % this.#rotation.length]?.origin ?? '';
  }

  /** Launches a server without waiting for it; it gets no calls. */
  launch({ program: build }: Build): ServerProcess {
    const port = this.#firstPort + 3 * (this.#launched.length % 12);
    const server = new ServerProcess({ port, variables: this.#variables, build });
    this.#launched.push(server);
    return server;
  }

  /** Adds a server to the rotation once it is ready. */
  async add(build: Build): Promise<ServerProcess> {
    const server = this.launch(build);
    await server.ready();
    this.#rotation = [...this.#rotation, server];
    return server;
  }

  /** Replaces the servers in rotation one by one, and returns the faults. */
  async replaceAll(build: Build): Promise<string[]> {
    const faults: string[] = [];
    for (const old of this.#rotation) {
      await this.add(build);
      this.#rotation = this.#rotation.filter((server) => server !== old);
      await pause(200);
      const code = await old.end('SIGTERM');
      if (code !== 0) faults.push(`a replaced server ended with ${code}`);
      this.replaced += 1;
    }
    return faults;
  }

  async kill(): Promise<void> {
    await Promise.all(this.#launched.map((server) => server.end('SIGKILL')));
  }
}

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
  if (present.newest < before.newest) throw new Error('The previous version has a newer schema.');
  log(`the previous version is ${before.version}, with migration ${before.newest}`);
  return { before, present, next, last };
}

/** Starts the first server, which creates the tables, and signs in its first user. */
async function startFirstServer(servers: Servers, build: Build) {
  const server = await servers.add(build);
  while (!server.output.includes('Ready.')) await pause(10);
  const caller = new Caller(() => servers.nextOrigin());
  const session = new SharedSession(new Tally());
  await session.setUp(caller, server.output);
  return { caller, session };
}

/** Creates both partitions and fills the large one. */
async function storeVersions({
  caller,
  client,
  url,
  versions,
}: {
  caller: Caller;
  client: pg.Client;
  url: string;
  versions: number;
}): Promise<Work> {
  const createPartition = async (partitionName: string) => {
    const data = { partitionName };
    const call = { method: 'POST', url: '/v1/partitions', data } as const;
    return (await caller.must<{ id: string }>(call)).id;
  };
  const [large, busy] = [await createPartition('Large'), await createPartition('Busy')];
  const filled = await fill(client, url, { partitionId: large, versions });
  log(`${versions} versions are stored`);
  return { caller, times: new CallTimes(), filled, busy, written: { large: 0, busy: 0 } };
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

/** Starts the calls of all users, which go on until `stop`. */
function startLoad(session: SharedSession, work: Work, stop: AbortSignal): Promise<unknown> {
  const load = Promise.all([
    session.refreshUntil(work.caller, stop),
    ...Array.from({ length: callers }, () => readAndWrite(work, stop)),
  ]);
  // A failure is reported where the load is awaited.
  load.catch(() => undefined);
  return load;
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

/** What the steps of an upgrade share. */
interface Upgrade {
  builds: Awaited<ReturnType<typeof prepareBuilds>>;
  variables: Record<string, string>;
  versions: number;
  servers: Servers;
  client: pg.Client;
  work: Work;
  /** The time since the start of the upgrade. */
  seconds: () => number;
  /** What the steps have found so far. */
  faults: string[];
}

/** Expands the schema, and kills the migration when half of the rows are filled. */
async function migrateUntilKilled(upgrade: Upgrade) {
  const { builds, variables, versions, client, work, seconds, faults } = upgrade;
  work.times.phase = 'migrating';
  const migration = runMigration(builds.next, variables);
  await migration.runUntil(async () => (await filledRows(client).catch(() => 0)) >= 1);
  const migratedSeconds = seconds();
  log(`migrated after ${migratedSeconds} s, filling`);
  work.times.phase = 'filling';
  await migration.runUntil(async () => (await filledRows(client)) >= versions / 2);
  migration.child.kill('SIGKILL');
  await migration.ended;
  // The database may still be committing the last batch.
  await pause(1_000);
  const filledAtKill = await filledRows(client);
  log(`killed at ${filledAtKill} rows after ${seconds()} s`);
  // Nothing continues the backfill, because only servers of the previous version are running.
  await pause(2_000);
  const filledLater = await filledRows(client);
  if (filledLater !== filledAtKill)
    faults.push(`${filledLater - filledAtKill} rows were filled after the kill`);
  return { filledAtKill, migratedSeconds };
}

/** Resumes the killed migration, and meanwhile replaces the servers by ones of the next version. */
async function resumeWhileReplacing(upgrade: Upgrade) {
  const { builds, variables, servers, client, work, seconds, faults } = upgrade;
  const resumed = runMigration(builds.next, variables);
  // A server that does not know the schema can start, even while another one is migrating.
  await servers.add(builds.before);
  work.times.phase = 'replacing';
  faults.push(...(await servers.replaceAll(builds.next)));
  log(`${servers.replaced} servers are replaced after ${seconds()} s`);
  const code = await resumed.ended;
  if (code !== 0) faults.push(`the resumed annals migrate ended with ${code}: ${resumed.output()}`);
  if (!/has finished: \d+ rows/.test(resumed.output()))
    faults.push(`the resumed annals migrate printed: ${resumed.output()}`);
  const filledSeconds = seconds();
  log(`filled after ${filledSeconds} s: ${await filledRows(client)}`);
  return { filledSeconds };
}

/** Contracts the schema and replaces the servers by ones of the last version. */
async function contract(upgrade: Upgrade) {
  const { builds, variables, servers, work, seconds, faults } = upgrade;
  work.times.phase = 'contracting';
  const { code, output } = await runCommand(['migrate'], variables, builds.last.program);
  if (code !== 0) faults.push(`annals migrate of the last version ended with ${code}: ${output}`);
  log(`contracted after ${seconds()} s`);
  // A server of the next version can still start.
  await servers.add(builds.next);
  faults.push(...(await servers.replaceAll(builds.last)));
  return { tookSeconds: seconds(), replaced: servers.replaced };
}

/** Runs `annals migrate` of a build. */
function runMigration({ program: build }: Build, variables: Record<string, string>) {
  const command = startCommand(['migrate'], variables, build);
  return {
    ...command,
    /** @throws if the process ends before the condition holds */
    runUntil: async (holds: () => Promise<boolean>) => {
      while (!(await holds())) {
        if (command.child.exitCode !== null)
          throw new Error(`annals migrate ended:\n${command.output()}`);
        await pause(50);
      }
    },
  };
}

async function findFaults(upgrade: Upgrade, watch: DatabaseWatch): Promise<string[]> {
  return [
    ...(await findStoredFaults(upgrade)),
    ...(await findUnverified(upgrade)),
    ...(await findIncompatibleServer(upgrade)),
    ...findFailedCalls(upgrade.work.caller),
    ...findLongWaits(watch),
  ];
}

/** Finds rows that were not filled once, and acknowledged writes that are missing. */
async function findStoredFaults({ client, versions, work }: Upgrade): Promise<string[]> {
  const faults: string[] = [];
  const large = work.filled.partitionId;
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

/** Verifies the proofs of the busy partition with the program of the last version. */
async function findUnverified({ builds, variables, work }: Upgrade): Promise<string[]> {
  const args = ['verify', '--partition', work.busy];
  const { code, output } = await runCommand(args, variables, builds.last.program);
  return code === 0 ? [] : [`annals verify: ${output}`];
}

/** A server of the previous version refuses to start on the contracted schema. */
async function findIncompatibleServer({ builds, servers }: Upgrade): Promise<string[]> {
  const server = servers.launch(builds.before);
  const code = await server.exited;
  return code === 1 && server.errors.includes('older than the schema')
    ? []
    : [`an incompatible server ended with ${code}: ${server.errors}`];
}

function findFailedCalls({ statuses }: Caller): string[] {
  return [...statuses]
    .filter(([status]) => status < 200 || status > 299)
    .map(([status, count]) => `${count} calls were answered ${status}`);
}

function findLongWaits({ maxMigrationMs, maxOthersMs }: DatabaseWatch): string[] {
  return (
    [
      ['a migration', maxMigrationMs],
      ['a read or write', maxOthersMs],
    ] as const
  )
    .filter(([, ms]) => ms > maxWaitMs)
    .map(([who, ms]) => `${who} waited ${Math.round(ms)} ms for a table`);
}

/** The number of rows that the backfill has processed. */
const filledRows = (client: pg.Client): Promise<number> =>
  queryNumber(client, `(select done from data.schema_backfill where name = '${backfillName}')`);

async function queryNumber(client: pg.Client, expression: string): Promise<number> {
  const { rows } = await client.query<{ value: string }>(`select ${expression} as value`);
  return Number(rows[0]?.value);
}
