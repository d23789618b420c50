import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { people, startListener } from '@annals/data/testing/data-listener';
import { openDatabase } from '@annals/kit/database/database';
import { quiet } from '@annals/kit/testing/databases';
import { ConsoleClient, type Call } from './console-client.ts';
import { durationQuantile, runAtPeak } from './load.ts';
import { createNote, createNotePartitions, latestNote, type NotePartition } from './notes.ts';
import { measureOnPostgresql, password, startProgram } from './program.ts';
import {
  inlineValues,
  literalOf,
  recordingStatements,
  type Statement,
} from './recorded-statements.ts';
import { quantile } from './statistics.ts';
import { table } from './table.ts';

const run = promisify(execFile);
const clients = 10;
const minRatio = 0.5;
const maxRatio = 5;

/**
 * Compares appends and reads over HTTP, with an access token, with pgbench sending the same prepared statements
 * to the same server, with the same durability and number of clients. Sets the exit code over budget.
 */
export const measurePgbench = (seconds: number): Promise<string> =>
  measureOnPostgresql((url) => compare(url, seconds));

async function compare(databaseUrl: string, seconds: number): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-pgbench-'));
  const environment = { DATABASE_URL: databaseUrl, DEMO_PASSWORD: password };
  const program = await startProgram(['--demo'], environment);
  const client = new ConsoleClient(program.authentication, { throughProxy: false });
  try {
    await client.signIn('master@example.org', password);
    const partitions = await createNotePartitions(client, clients);
    const recorded = await record(databaseUrl);
    // pgbench writes invalid proofs, which the service would refuse to extend, so it has its own partitions.
    const pgbenchPartitions = await createNotePartitions(client, clients);
    const { id: userId } = await client.json<{ id: string }>({
      name: 'current user',
      method: 'GET',
      url: '/v1/users/current',
    });
    const scripts = scriptsOf(recorded, userId, partitions, pgbenchPartitions);
    for (const [name, script] of scripts.slice(2)) await requireResult(databaseUrl, name, script);
    const measured: Measured[] = [];
    for (const [name, script, callOf] of scripts) {
      const file = path.join(directory, 'script.sql');
      await writeFile(file, `${script}\n`);
      const sql = await pgbench(databaseUrl, directory, file, seconds);
      let turn = 0;
      const send = () => client.send(callOf(partitions[(turn += 1) % clients] ?? hot(partitions)));
      await runAtPeak(send, seconds / 4, clients);
      const annals = await runAtPeak(send, seconds, clients);
      if (annals.failed > 0) throw new Error(`${name}: ${annals.failed} calls failed`);
      measured.push({
        name,
        sql,
        annals: { rate: annals.goodput, p99: durationQuantile(annals, 0.99) },
      });
    }
    return reportOf(measured);
  } finally {
    client.close();
    await program.stop();
    await rm(directory, { recursive: true });
  }
}

const hot = ([first]: NotePartition[]): NotePartition => first ?? { id: '', timelineId: '' };

interface Recorded {
  partitionId: string;
  timelineId: string;
  append: Statement[];
  latest: Statement[];
  asOf: Statement[];
}

const asOf = 'asOf=2100-01-01T00:00:00Z';

/**
 * Records the statements that the data service sends for each kind of request, in a separate database and after
 * everything is prepared.
 */
async function record(url: string): Promise<Recorded> {
  const name = 'recorded';
  const administrator = new pg.Client({ connectionString: url });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  await administrator.end();
  const recordedUrl = new URL(url);
  recordedUrl.pathname = `/${name}`;
  const database = recordingStatements(
    await openDatabase({ databaseUrl: recordedUrl.href, log: quiet }),
  );
  const listener = await startListener(database);
  try {
    const partitionId = await listener.makePartition();
    const base = `/v1/partitions/${partitionId}`;
    const body = JSON.stringify(createNote(partitionId).data);
    const append = () => listener.send('POST', `${base}/objects`, { as: 'owner', body });
    const first = await append();
    await append();
    const { timelineId } = first.body as unknown as { timelineId: string };
    const latest = `${base}/timelines/${timelineId}/objects/latest`;
    const read = (file: string) =>
      database.statementsOf(() => listener.send('GET', file, { as: 'owner' }));
    return {
      partitionId,
      timelineId,
      append: await database.statementsOf(append),
      latest: await read(latest),
      asOf: await read(`${latest}?${asOf}`),
    };
  } finally {
    await listener.close();
    await database.close();
  }
}

type Script = [name: string, sql: string, callOf: (partition: NotePartition) => Call];

function scriptsOf(
  recorded: Recorded,
  userId: string,
  partitions: NotePartition[],
  pgbenchPartitions: NotePartition[],
): Script[] {
  const one = hot(partitions);
  const idOfClient = `(array[${pgbenchPartitions.map(({ id }) => `'${id}'`).join(',')}]::uuid[])[:client_id + 1]`;
  const withValues = (statements: Statement[], id: string) =>
    statements.map((statement) =>
      inlineValues(statement, (value) => {
        if (value === recorded.partitionId) return id;
        if (Array.isArray(value) && value.includes(recorded.partitionId)) return `array[${id}]`;
        if (value === recorded.timelineId) return literalOf(one.timelineId);
        if (value === people.owner.userId) return literalOf(userId);
        return rowsOf(value, id) ?? literalOf(value);
      }),
    );
  const reads = (statements: Statement[]) =>
    withValues(statements, literalOf(one.id))
      .map((text) => `${text};`)
      .join('\n');
  const appends = (id: string) =>
    withValues(recorded.append, id)
      .map((text) => `${waitingForLocks(text)}${text.includes('for update') ? ' \\gset' : ';'}`)
      .join('\n');
  const latest = latestNote(one);
  return [
    [
      'append to one partition',
      appends(literalOf(hot(pgbenchPartitions).id)),
      () => createNote(one.id),
    ],
    ['append to ten', appends(idOfClient), ({ id }) => createNote(id)],
    ['latest', reads(recorded.latest), () => latest],
    ['latest as of', reads(recorded.asOf), () => ({ ...latest, url: `${latest.url}?${asOf}` })],
  ];
}

/** A read without a result would be a meaningless baseline. */
async function requireResult(url: string, name: string, script: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(script);
  await client.end();
  if (!JSON.stringify(rows).includes('A note'))
    throw new Error(`${name}: the script of pgbench reads nothing`);
}

/** pgbench waits for locks, because it cannot return to rows that it skipped. */
const waitingForLocks = (text: string): string => text.replace(' skip locked', '');

/**
 * The values that differ between appends: ids, the sequence and the position in the log, and with it the size
 * of the log.
 */
const changingValues: Record<string, string> = {
  seq: ':nextSeq',
  logIndex: ':size',
  size: ':size + 1',
  id: 'gen_random_uuid()',
  timelineId: 'gen_random_uuid()',
};

/** The rows of an append to a partition, with the changing values replaced; undefined for other values. */
function rowsOf(value: unknown, partitionId: string): string | undefined {
  // the binary format of jsonb has a version byte before the text
  const text = Buffer.isBuffer(value) && value[0] === 1 ? value.subarray(1).toString() : value;
  if (typeof text !== 'string' || !text.startsWith('[{')) return undefined;
  const [row] = JSON.parse(text) as Record<string, unknown>[];
  let json = JSON.stringify([row]);
  const expressions: [token: string, sql: string][] = [];
  for (const [name, sql] of Object.entries({ ...changingValues, partitionId })) {
    const own = row?.[name];
    if (own === undefined) continue;
    const token = typeof own === 'string' ? `"@${name}"` : `@${name}`;
    json = json.replace(`"${name}":${JSON.stringify(own)}`, `"${name}":${token}`);
    expressions.push([`@${name}`, sql]);
  }
  return expressions.reduce(
    (sql, [token, by]) => `replace(${sql}, '${token}', (${by})::text)`,
    literalOf(json),
  );
}

interface Figures {
  rate: number;
  p99: number;
}

interface Measured {
  name: string;
  sql: Figures;
  annals: Figures;
}

async function pgbench(
  url: string,
  directory: string,
  script: string,
  seconds: number,
): Promise<Figures> {
  const log = path.join(directory, 'log');
  const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)];
  const { stdout } = await run(
    'pgbench',
    [...options, '-f', script, '-l', '--log-prefix', log, url],
    { maxBuffer: 2 ** 24 },
  );
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1];
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (failed !== '0' || !(rate > 0)) throw new Error(`pgbench: ${stdout}`);
  const took: number[] = [];
  for (const name of await readdir(directory)) {
    if (!name.startsWith('log')) continue;
    const file = path.join(directory, name);
    // the third field is in microseconds
    for (const line of (await readFile(file, 'utf8')).split('\n'))
      if (line !== '') took.push(Number(line.split(' ')[2]) / 1000);
    await rm(file);
  }
  return { rate, p99: quantile(took, 0.99) };
}

function reportOf(measured: Measured[]): string {
  const over = measured.filter(({ name, sql, annals }) =>
    name.startsWith('append') ? annals.rate < minRatio * sql.rate : annals.p99 > maxRatio * sql.p99,
  );
  if (over.length > 0) process.exitCode = 1;
  const rows = measured.map(({ name, sql, annals }) => [
    name,
    Math.round(annals.rate),
    Math.round(sql.rate),
    (annals.rate / sql.rate).toFixed(2),
    annals.p99.toFixed(1),
    sql.p99.toFixed(1),
    (annals.p99 / sql.p99).toFixed(1),
    over.some((one) => one.name === name) ? 'over budget' : '',
  ]);
  return table(
    [
      '',
      'Annals/s',
      'pgbench/s',
      'ratio',
      'p99 of Annals (ms)',
      'p99 of pgbench (ms)',
      'ratio',
      '',
    ],
    rows,
  );
}
