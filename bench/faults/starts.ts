import pg from 'pg';
import { writeResult } from './result.ts';
import { ServerProcess } from './server-process.ts';
import { openStore } from './store.ts';

const serverCount = 8;

/** Starts eight servers at the same time on an empty database, then one that is older than its schema. */
export async function startConcurrently({ port }: { port: number }): Promise<boolean> {
  const store = await openStore('postgresql');
  const client = new pg.Client({ connectionString: store.variables['DATABASE_URL'] });
  const servers = Array.from(
    { length: serverCount },
    (_, index) => new ServerProcess({ port: port + 3 * index, variables: store.variables }),
  );
  const faults: string[] = [];
  try {
    const starts = await Promise.all(servers.map((server) => server.ready()));
    await client.connect();
    const { rows } = await client.query<{ name: string; count: number }>(
      `select name, count(*)::int as count from (select 'authentication ' || name as name from authentication.schema_migration
        union all select 'data ' || name from data.schema_migration) applied group by name`,
    );
    for (const { name, count } of rows)
      if (count !== 1) faults.push(`${name} was applied ${count} times`);
    const keys = await client.query(
      'select from authentication.signing_key union all select from data.log_key',
    );
    if (keys.rowCount !== 2)
      faults.push(`${keys.rowCount} keys were created, not one of each kind`);
    const codes = await Promise.all(servers.map((server) => server.end('SIGTERM')));
    if (codes.some((code) => code !== 0))
      faults.push(`after SIGTERM, the servers ended with ${codes.join()}`);

    await client.query(
      `insert into data.schema_migration (name, checksum, duration_ms) values ('9999-later.sql', 'x', 1)`,
    );
    const older = new ServerProcess({ port, variables: store.variables });
    const code = await older.exited;
    if (code !== 1 || !/older than the schema/.test(older.errors))
      faults.push(`a server older than the schema ended with ${code}: ${older.errors}`);
    const passed = faults.length === 0;
    const lastReadyMs = Math.round(Math.max(...starts.map(({ ms }) => ms)));
    await writeResult(
      'starts',
      { servers: serverCount, migrations: rows.length, lastReadyMs, faults },
      passed,
    );
    return passed;
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    await client.end().catch(() => undefined);
    await store.remove();
  }
}
