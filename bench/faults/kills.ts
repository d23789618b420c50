import { Load, type LoadKind, verifyAll } from './load.ts';
import { summaryOf, Tally } from './ledger/tally.ts';
import { randomBetween, pause } from './pause.ts';
import type { ScriptOptions } from './options.ts';
import { writeResult } from './result.ts';
import { ServerProcess } from './server-process.ts';
import { openCluster, openStore, selectDatabases, type DatabaseKind, type Store } from './store.ts';

interface KillsOptions {
  rounds: number;
  database: DatabaseKind | typeof cluster;
  port: number;
  load: LoadKind;
}

/** Runs only when it is named. */
const cluster = 'cluster';
const defaultRounds = 200;
const roundsBetweenVerifications = 10;
const roundsBetweenDatabaseKills = 5;
const roundsBetweenKillsInRecovery = 10;
const maxFaults = 20;

/**
 * Repeatedly kills the server with SIGKILL at a random moment during writes, and compares the stored data with
 * the acknowledged writes after each restart. Runs on both databases unless one is named, or on a cluster.
 * @returns whether no write was lost or partial
 */
export const killUnderAllWrites = (options: ScriptOptions): Promise<boolean> =>
  runOnDatabases('all', options);

/** Does the same while only transactions and change sets of 200 operations are committed. */
export const killUnderCommits = (options: ScriptOptions): Promise<boolean> =>
  runOnDatabases('commits', options);

/** Does the same while only that is changed which leaves events in the audit log, so that each kill hits one. */
export const killUnderEvents = (options: ScriptOptions): Promise<boolean> =>
  runOnDatabases('events', options);

async function runOnDatabases(load: LoadKind, options: ScriptOptions): Promise<boolean> {
  let passed = true;
  const selected =
    options.database === cluster ? ([cluster] as const) : selectDatabases(options.database);
  for (const database of selected) {
    const store = await (database === cluster ? openCluster() : openStore(database));
    try {
      const { rounds = defaultRounds, port } = options;
      if (!(await runRounds({ rounds, database, port, load }, store))) passed = false;
    } finally {
      await store.remove();
    }
  }
  return passed;
}

async function runRounds(
  { rounds, port, database, load: kind }: KillsOptions,
  { variables, postgresql }: Store,
): Promise<boolean> {
  const tally = new Tally();
  const kills = { ofTheServer: 0, duringRecovery: 0, ofPostgresql: 0 };
  const start = () => new ServerProcess({ port, variables });
  let server = start();
  await server.ready();
  const load = await Load.setUp(server, tally, kind);
  let passed = true;
  for (let round = 1; round <= rounds && tally.faults.length < maxFaults; round += 1) {
    await writeAndKill(server, load, kind);
    kills.ofTheServer += 1;
    if (postgresql && round % roundsBetweenDatabaseKills === 0) {
      await postgresql.kill();
      await postgresql.restart();
      kills.ofPostgresql += 1;
    }
    if (round % roundsBetweenKillsInRecovery === 0) {
      const recovering = start();
      await pause(randomBetween(0, 1_000));
      await recovering.end('SIGKILL');
      kills.duringRecovery += 1;
    }
    server = start();
    tally.starts.push(await server.ready());
    await load.check();
    if (round % roundsBetweenVerifications !== 0 && round !== rounds) continue;
    if (round === rounds) await load.finish();
    await endAndVerify(server, variables, tally);
    if (load.caller.statuses.has(500)) tally.fault('other', 'a call was answered 500');
    passed = tally.faults.length === 0;
    const name = `${kind === 'all' ? 'kills' : kind}-${database}`;
    await writeResult(name, { rounds: round, kills, ...summaryOf(tally) }, passed);
    server = start();
    await server.ready();
  }
  await server.end('SIGKILL');
  return passed && tally.faults.length === 0;
}

async function writeAndKill(server: ServerProcess, load: Load, kind: LoadKind): Promise<void> {
  const stop = new AbortController();
  const writing = load.write(stop.signal);
  await load.nextAcknowledgement();
  await pause(kind === 'events' ? randomBetween(0, 600) : randomBetween(100, 1_600));
  const killed = server.end('SIGKILL');
  stop.abort();
  await Promise.all([killed, writing]);
}

async function endAndVerify(
  server: ServerProcess,
  variables: Record<string, string>,
  tally: Tally,
): Promise<void> {
  const code = await server.end('SIGTERM');
  if (code !== 0) tally.fault('other', `the server ended with ${code} after SIGTERM`);
  await verifyAll(variables, tally);
}
