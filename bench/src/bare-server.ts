/**
 * The least a server can do: node:http, one prepared statement for each question, no access check, no validation.
 * What it reaches on the same tables is what our services are measured against.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { createRows, makePartitions, rowValues } from './bare-create.ts';
import { listenAsChild } from './child-server.ts';

const [databaseUrl, partitionId = ''] = process.argv.slice(2);

const statements: Record<string, string> = {
  one: 'select * from data.version where partition_id = $1 and object_id = $2',
  latest: `select v.* from data.head h join data.version v on v.partition_id = h.partition_id and v.seq = h.seq
    where h.partition_id = $1 and h.timeline_id = $2`,
  history: `select * from data.version where partition_id = $1 and timeline_id = $2
    order by modification_count desc limit 50`,
  list: `select v.* from (select seq from data.head_search where partition_id = $1 and type = $2 order by seq desc
    limit 50) found join data.version v on v.partition_id = $1 and v.seq = found.seq order by v.seq desc`,
  text: `select v.* from (select seq from data.head_search where partition_id = $1 and tsv @@ $2::tsquery
    order by seq desc limit 50) found join data.version v on v.partition_id = $1 and v.seq = found.seq
    order by v.seq desc`,
  create: `insert into bench_version (partition_id, object_data) values ($1, $2::jsonb) returning *`,
  'create-rows': createRows,
};

const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await pool.query(`create table if not exists bench_version (id bigserial primary key, partition_id uuid not null,
  object_data jsonb not null, modification_date timestamptz not null default now())`);
const free = await makePartitions(pool);
const hot = free.pop() ?? '';

listenAsChild(
  createServer((request, response) => {
    const [, name = '', id] = (request.url ?? '').split('/');
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      answer(name, id, body).then(
        (rows) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
        (error: Error) => response.writeHead(500).end(error.message),
      );
    });
  }),
);

async function answer(name: string, id: string | undefined, body: string): Promise<unknown[]> {
  const text = statements[name] ?? '';
  if (!name.startsWith('create'))
    return (await pool.query({ name, text, values: [partitionId, id ?? 'PRODUCT'] })).rows;
  if (name === 'create')
    return (await pool.query({ name, text, values: [partitionId, dataOf(body)] })).rows;
  // Each of them waits for the lock of its partition: all for one, or none for another.
  const own = id === 'apart' ? free.pop() : undefined;
  const values = [own ?? hot, dataOf(body), ...rowValues];
  try {
    return (await pool.query({ name, text, values })).rows;
  } finally {
    if (own !== undefined) free.push(own);
  }
}

const dataOf = (body: string): string => {
  const { objectData } = JSON.parse(body) as { objectData: unknown };
  return JSON.stringify(objectData);
};
