/**
 * The least a server can do: node:http, one prepared statement for each question, no access check, no validation.
 * What it reaches on the same tables is what our services are measured against.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { listenAsChild } from './child-server.ts';

const [databaseUrl, partitionId] = process.argv.slice(2);

const statements: Record<string, string> = {
  one: 'select * from data.version where partition_id = $1 and object_id = $2',
  latest: `select v.* from data.head h join data.version v on v.partition_id = h.partition_id and v.seq = h.seq
    where h.partition_id = $1 and h.timeline_id = $2`,
  history: `select * from data.version where partition_id = $1 and timeline_id = $2
    order by modification_count desc limit 50`,
  list: `select v.* from (select seq from data.head_search where partition_id = $1 and type = $2 order by seq desc
    limit 50) found join data.version v on v.partition_id = $1 and v.seq = found.seq order by v.seq desc`,
  create: `insert into bench_version (partition_id, object_data) values ($1, $2::jsonb) returning *`,
};

const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await pool.query(`create table if not exists bench_version (id bigserial primary key, partition_id uuid not null,
  object_data jsonb not null, modification_date timestamptz not null default now())`);

listenAsChild(
  createServer((request, response) => {
    const [, name = '', id] = (request.url ?? '').split('/');
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const value = name === 'create' ? JSON.stringify(JSON.parse(body)) : (id ?? 'PRODUCT');
      pool.query({ name, text: statements[name] ?? '', values: [partitionId, value] }).then(
        ({ rows }) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
        (error: Error) => response.writeHead(500).end(error.message),
      );
    });
  }),
);
