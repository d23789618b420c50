import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { fillWithVersions } from '@annals/data/testing/many-versions';
import { openDatabase } from '@annals/kit/database/database';
import { quiet } from '@annals/kit/testing/databases';
import { Caller } from './caller.ts';
import { SharedSession } from './ledger/session.ts';
import { Tally } from './ledger/tally.ts';
import { pause } from './pause.ts';
import { writeResult } from './result.ts';
import { environment, program, ServerProcess } from './server-process.ts';
import { openStore } from './store.ts';

const callers = 4;
/** Characters of JSON of a version. */
const longestData = 200;
const filling = '9001-upgraded';

/** Adds what is expanded, filled and indexed in the next version. */
const nextFiles = (compatibleFrom: string) => ({
  '9001-upgraded.sql': `-- compatible-from: ${compatibleFrom}
alter table data.version add column upgraded integer`,
  [`${filling}.backfill.sql`]: `-- table: data.version
    select max(partition_id::text || ' ' || lpad(seq::text, 19, '0')) as up_to, count(*) as count from (
      select partition_id, seq from data.version
      where (partition_id, seq) > (${partitionOf('$1')}, ${sequenceOf('$1')})
      order by partition_id, seq limit $2) batch;
    update data.version set upgraded = coalesce(upgraded, 0) + 1
    where (partition_id, seq) > (${partitionOf('$1')}, ${sequenceOf('$1')})
      and (partition_id, seq) <= (${partitionOf('$2')}, ${sequenceOf('$2')});`,
  '9002-upgraded-index.sql': `-- compatible-from: ${compatibleFrom}
-- no-transaction
create index concurrently version_upgraded on data.version (partition_id, upgraded)`,
});
const partitionOf = (key: string) =>
  `coalesce(nullif(split_part(${key}::text, ' ', 1), ''), '00000000-0000-0000-0000-000000000000')::uuid`;
const sequenceOf = (key: string) =>
  `coalesce(nullif(split_part(${key}::text, ' ', 2), ''), '0')::bigint`;

/**
 * Every server is replaced by the next version while people read and write, with a backfill of all versions that is killed
 * halfway: no call may fail, and each row be filled once.
 */
export async function replaceUnderLoad({
  port,
  versions,
}: {
  port: number;
  versions: number;
}): Promise<boolean> {
  const store = await openStore('postgresql');
  const url = store.variables['DATABASE_URL'] ?? '';
  const variables = { ...store.variables, PUBLIC_URL: `http://127.0.0.1:${port}` };
  const client = new pg.Client({ connectionString: url });
  const next = await mkdtemp(path.join(tmpdir(), 'annals-next-'));
  const started: ServerProcess[] = [];
  let taken = 0;
  const start = async (build?: string) => {
    const own = new ServerProcess({
      port: port + 3 * taken++,
      variables,
      ...(build === undefined ? {} : { build }),
    });
    started.push(own);
    await own.ready();
    return own;
  };
  const faults: string[] = [];
  try {
    const before = await start();
    while (!before.output.includes('Ready.')) await pause(10);
    let rotation = [before];
    let turn = 0;
    const caller = new Caller(() => rotation[(turn += 1) % rotation.length]?.origin ?? '');
    const session = new SharedSession(new Tally());
    await session.setUp(caller, before.output);
    const make = { method: 'POST', url: '/v1/partitions', data: { partitionName: 'Old' } } as const;
    const { id: old } = await caller.must<{ id: string }>(make);
    const { id: busy } = await caller.must<{ id: string }>({
      ...make,
      data: { partitionName: 'Busy' },
    });
    const database = await openDatabase({
      databaseUrl: url,
      log: quiet,
      statementTimeoutMs: 7_200_000,
    });
    await fillWithVersions(database, old, versions, longestData);
    await database.close();
    await client.connect();
    const number = async (text: string) =>
      Number((await client.query<{ n: string }>(`select ${text} as n`)).rows[0]?.n);
    const done = () => number(`(select done from data.schema_backfill where name = '${filling}')`);

    const { rows } = await client.query<{ name: string }>(
      'select max(name) as name from data.schema_migration',
    );
    const folder = path.dirname(program);
    await cp(folder, path.join(next, 'dist'), { recursive: true });
    await symlink(path.join(folder, '..', 'node_modules'), path.join(next, 'node_modules'));
    const build = path.join(next, 'dist', path.basename(program));
    const files = nextFiles(rows[0]?.name.slice(0, 4) ?? '');
    for (const [name, text] of Object.entries(files))
      await writeFile(path.join(next, 'dist/services/data/migrations', name), text);

    rotation = [before, await start()];
    const stop = new AbortController();
    const load = Promise.all([
      session.refreshUntil(caller, stop.signal),
      ...Array.from({ length: callers }, () => readAndWrite(caller, { old, busy }, stop.signal)),
    ]);
    await pause(1_000);
    const began = performance.now();

    // The next version migrates, and is killed when half is filled.
    const migrating = spawn(process.execPath, [build, 'migrate'], {
      env: environment(variables),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [migrating.stdout, migrating.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    const killed = new Promise((resolve) => migrating.once('close', resolve));
    while (!((await done().catch(() => 0)) >= versions / 2)) {
      if (migrating.exitCode !== null)
        throw new Error(`annals migrate ended with ${migrating.exitCode}:\n${said}`);
      await pause(50);
    }
    migrating.kill('SIGKILL');
    await killed;
    const filledAtKill = await done();

    // This version starts beside the newer schema, and one that it does not name does not.
    rotation = [...rotation, await start()];
    // One after the other is taken from those that are asked, and ends what it has begun.
    for (const leaving of rotation) {
      rotation = [...rotation.filter((each) => each !== leaving), await start(build)];
      await pause(200);
      const code = await leaving.end('SIGTERM');
      if (code !== 0) faults.push(`a server that was replaced ended with ${code}`);
    }
    while ((await number('(select count(*) from data.schema_backfill where ended_at is null)')) > 0)
      await pause(200);
    const tookSeconds = Math.round((performance.now() - began) / 1000);
    await pause(1_000);
    stop.abort();
    await load;

    const wrong = await number(
      `(select count(*) from data.version where partition_id = '${old}' and upgraded is distinct from 1)`,
    );
    if (wrong > 0) faults.push(`${wrong} rows were not filled once`);
    await client.query(
      `update data.schema_migration set compatible_from = '9001' where name like '9001%'`,
    );
    const older = new ServerProcess({ port: port + 3 * taken, variables });
    started.push(older);
    const refused = await older.exited;
    if (refused !== 1 || !older.errors.includes('older than the schema'))
      faults.push(`a server that is not compatible ended with ${refused}: ${older.errors}`);

    const calls = Object.fromEntries(caller.statuses);
    const failed = [...caller.statuses].filter(([status]) => status < 200 || status > 299);
    for (const [status, count] of failed) faults.push(`${count} calls were answered ${status}`);
    const passed = faults.length === 0;
    await writeResult(
      'upgrade',
      { versions, filledAtKill, tookSeconds, replaced: 3, calls, faults },
      passed,
    );
    return passed;
  } finally {
    await Promise.all(started.map((server) => server.end('SIGKILL')));
    await client.end().catch(() => undefined);
    await store.remove();
    await rm(next, { recursive: true, force: true });
  }
}

/** Reads what is filled, and writes beside it. */
async function readAndWrite(
  caller: Caller,
  { old, busy }: { old: string; busy: string },
  stop: AbortSignal,
): Promise<void> {
  const of = (id: string) => `/v1/partitions/${id}`;
  while (!stop.aborted) {
    await caller.call({
      method: 'POST',
      url: `${of(busy)}/objects`,
      data: { type: 'NOTE', objectData: { at: Date.now() } },
    });
    await caller.call({ url: `${of(old)}/objects/recent?pageSize=10` });
    await caller.call({ url: '/v1/partitions?sort=-lastChangeDate' });
  }
}
