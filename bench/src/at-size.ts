import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { startChildServer } from './child-server.ts';
import { throwIfRequestsFailed } from './failed-requests.ts';
import { cpuOf, cpuOfTree, memoryOf, memoryOfTree } from './process-tree.ts';
import { password, programFile, skippedWithoutPostgresql, startProgram } from './program.ts';
import { query, settings } from './services/stored.ts';
import { mean } from './statistics.ts';
import { table } from './table.ts';

const partitionName = 'At size';
const secondsOfCreates = 5;

/** What each command has to reach. */
const goals = { importing: 5000, importingTimesFloor: 2, verifyingTimesFloor: 8, rows: 25_000 };

/**
 * What an operator waits for with many versions of 1 kB, by the commands that the documentation names: the import of a
 * file into a server with the default number of workers, the verification of its partition, a backup, and its restore.
 * The baseline's creates are measured before and after the import. Sets the exit code if a goal is missed.
 */
export async function measureAtSize(versions: number): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return skippedWithoutPostgresql;
  const server = await startPostgresql(bin, { fsync: true, settings });
  const directory = await mkdtemp(join(tmpdir(), 'annals-at-size-'));
  try {
    return await measureOn(server.url, directory, versions);
  } finally {
    await server.remove();
    await rm(directory, { recursive: true, force: true });
  }
}

async function measureOn(server: string, directory: string, versions: number): Promise<string> {
  const urlOf = (name: string) => new URL(`/${name}`, server).href;
  await query(
    server,
    'create database floor',
    'create database annals',
    'create database restored',
  );
  const sql = await readFile(new URL('services/floor.sql', import.meta.url), 'utf8');
  await query(urlOf('floor'), sql.replace('$LINES', '0'), 'vacuum (analyze)');
  const file = join(directory, 'versions.ndjson');
  await writeFileOf(urlOf('floor'), file, versions);
  const [place] = await query<{ text: string }>(
    server,
    `select pg_read_file('postmaster.pid') as text`,
  );
  const postgresql = Number(place?.text.split('\n', 1)[0]);

  const environment = { DATABASE_URL: urlOf('annals'), DEMO_PASSWORD: password };
  const workers = String(availableParallelism());
  const program = await startProgram(['--demo'], { ...environment, WORKERS: workers });
  const creates: number[] = [];
  const run = (words: string[], env: Record<string, string>) =>
    runCommand(words, { DATA_DIR: directory, ...env }, postgresql, program.pid);
  try {
    creates.push(await floorCreates(urlOf('floor')));
    const progress = watchProgress(environment.DATABASE_URL, versions);
    const imported = await run(
      [
        'import',
        file,
        '--partition',
        partitionName,
        '--url',
        program.console,
        '--user',
        'master@example.org',
      ],
      { ANNALS_PASSWORD: password },
    );
    const [first, last] = await progress.stop();
    creates.push(await floorCreates(urlOf('floor')));
    const memory = await memoryOfTree(program.pid);
    const floor = mean(creates);
    const verified = await run(['verify', '--partition', partitionName], environment);
    const backup = join(directory, 'annals.backup.gz');
    const backedUp = await run(['backup', backup], environment);
    const restored = await run(['restore', backup], { DATABASE_URL: urlOf('restored') });
    const rows = Number(/([\d,]+) rows of/.exec(backedUp.printed)?.[1]?.replaceAll(',', ''));

    const rowOf = (name: string, { seconds, cpu, most }: CommandRun, count: number) => [
      name,
      Math.round(count / seconds),
      (count / seconds / floor).toFixed(1),
      ...[cpu.command, cpu.server, cpu.postgresql].map((used) => Math.round((used / count) * 1e6)),
      Math.round(most),
    ];
    const perSecond = versions / imported.seconds;
    const isMissed =
      perSecond < goals.importing ||
      perSecond / floor < goals.importingTimesFloor ||
      versions / verified.seconds / floor < goals.verifyingTimesFloor ||
      Math.min(rows / backedUp.seconds, rows / restored.seconds) < goals.rows;
    if (isMissed) process.exitCode = 1;
    return [
      `${versions} versions, ${workers} workers. The floor created ${creates.map(Math.round).join(' and ')} a second before and after the import.`,
      table(
        [
          'command',
          'a second',
          'times the floor',
          'command (µs)',
          'server (µs)',
          'PostgreSQL (µs)',
          'command at most (MB)',
        ],
        [
          rowOf('import', imported, versions),
          rowOf('verify', verified, versions),
          rowOf('backup', backedUp, rows),
          rowOf('restore', restored, rows),
        ],
      ),
      `Import of the first tenth: ${Math.round(first)} a second, of the last: ${Math.round(last)}. Memory of the server's processes afterwards: ${memory.map(Math.round).join(', ')} MB.`,
    ].join('\n\n');
  } finally {
    await program.stop();
  }
}

/** Writes rows as `annals import` reads them, oldest first. */
async function writeFileOf(floorUrl: string, file: string, versions: number): Promise<void> {
  const client = new pg.Client({ connectionString: floorUrl });
  await client.connect();
  async function* lines() {
    let left = versions;
    for (let round = 0; left > 0; round += 1) {
      await client.query('begin');
      await client.query(
        `declare versions no scroll cursor for select jsonb_build_object('key', $1 || object, 'type', type,
           'objectData', data, 'references', '[]'::jsonb, 'modificationDate',
           to_char((at + $2 * interval '3 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))::text as row
         from floor.version order by at, object`,
        [`r${round}o`, round],
      );
      for (;;) {
        const { rows } = await client.query<{ row: string }>('fetch 2000 from versions');
        if (rows.length === 0 || left === 0) break;
        const taken = rows.slice(0, left);
        left -= taken.length;
        yield taken.map(({ row }) => `${row}\n`).join('');
      }
      await client.query('commit');
    }
  }
  try {
    await pipeline(lines, createWriteStream(file));
  } finally {
    await client.end();
  }
}

/** Creates a second of the baseline, over ten connections. */
async function floorCreates(floorUrl: string): Promise<number> {
  const [one] = await query<{ document: object }>(
    floorUrl,
    'select data as document from floor.head limit 1',
  );
  const body = JSON.stringify(one?.document);
  let object = Math.floor(performance.timeOrigin) % 1_000_000_000;
  const floor = await startChildServer('services/floor-server', floorUrl);
  const request = (): autocannon.Request => {
    object += 1;
    return { method: 'POST', path: `/create?p=${object % 20}&o=${object}`, body };
  };
  const load = (duration: number) =>
    autocannon({
      url: floor.url,
      connections: 10,
      duration,
      requests: [{ ...request(), setupRequest: (sent) => Object.assign(sent, request()) }],
    });
  try {
    await load(1); // warm-up
    const result = await load(secondsOfCreates);
    throwIfRequestsFailed('create', result);
    return result.requests.average;
  } finally {
    floor.stop();
  }
}

/** @returns a function that stops watching and returns the versions a second of the first and of the last tenth */
function watchProgress(databaseUrl: string, versions: number) {
  const reached: { at: number; count: number }[] = [];
  const client = new pg.Client({ connectionString: databaseUrl });
  const connected = client.connect();
  const look = async () => {
    await connected;
    const { rows } = await client.query<{ count: number }>(
      `select (next_seq - 1)::float8 as count from data.partition_head join data.partition using (partition_id)
       where partition_name = $1`,
      [partitionName],
    );
    reached.push({ at: performance.now() / 1000, count: rows[0]?.count ?? 0 });
  };
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, 200);
  const rate = (part: typeof reached): number => {
    const [from, to] = [part[0], part.at(-1)];
    return from && to ? (to.count - from.count) / (to.at - from.at) : 0;
  };
  return {
    stop: async (): Promise<[number, number]> => {
      clearInterval(timer);
      await looking.then(look);
      await client.end();
      const within = (from: number, to: number) =>
        reached.filter(({ count }) => count > from * versions && count <= to * versions);
      return [rate(within(0, 0.1)), rate(within(0.9, 1))];
    },
  };
}

interface CommandRun {
  seconds: number;
  /** Seconds of CPU time. */
  cpu: { command: number; server: number; postgresql: number };
  /** Megabytes of the command. */
  most: number;
  printed: string;
}

async function runCommand(
  words: string[],
  environment: Record<string, string>,
  postgresql: number,
  server: number,
): Promise<CommandRun> {
  const before = { server: await cpuOfTree(server), postgresql: await cpuOfTree(postgresql) };
  const started = performance.now();
  const child = spawn(process.execPath, [programFile, ...words], {
    env: { ...process.env, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  let [command, most] = [0, 0];
  const timer = setInterval(() => {
    const pid = child.pid ?? 0;
    void memoryOf(pid).then((memory) => (most = Math.max(most, memory.most)));
    // Not of its tree: to read all processes so often would take a tenth of a processor.
    void cpuOf(pid).then((cpu) => (command = Math.max(command, cpu)));
  }, 500);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(timer);
  if (code !== 0)
    throw new Error(`annals ${words.join(' ')} ended with ${String(code)}: ${printed}`);
  const seconds = (performance.now() - started) / 1000;
  const cpu = {
    command,
    server: (await cpuOfTree(server)) - before.server,
    postgresql: (await cpuOfTree(postgresql)) - before.postgresql,
  };
  return { seconds, cpu, most, printed };
}
