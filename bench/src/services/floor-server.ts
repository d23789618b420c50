/**
 * The baseline: the maximum of one Node process over PostgreSQL, with bare node:http and one prepared statement
 * per request, without access checks or validation. PostgreSQL formats the response and Node forwards it.
 */
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { listenAsChild } from '../child-server.ts';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 8 });

/** The JSON of a version from a row with this name. */
const json = (row: string) =>
  `'{"id":' || ${row}.object || ',"v":' || ${row}.v || ',"type":"' || ${row}.type || '","at":"' || ${row}.at || '","data":' || ${row}.data || '}'`;

interface Lookup {
  text: string;
  /** The names of the query parameters. */
  values: string[];
  /** Whether the response is a single version instead of a list. */
  isSingle?: true;
}

const lookups: Record<string, Lookup> = {
  one: {
    text: `select ${json('version')} from floor.version where part = $1 and object = $2 and v = $3`,
    values: ['p', 'o', 'v'],
    isSingle: true,
  },
  latest: {
    text: `select ${json('head')} from floor.head where part = $1 and object = $2`,
    values: ['p', 'o'],
    isSingle: true,
  },
  'as-of': {
    text: `select ${json('version')} from floor.version where part = $1 and object = $2 and at <= $3 order by at desc limit 1`,
    values: ['p', 'o', 'at'],
    isSingle: true,
  },
  list: {
    text: `select ${json('head')} from floor.head where part = $1 and type = $2 order by object desc limit 50`,
    values: ['p', 'type'],
  },
  word: {
    text: `select ${json('head')} from floor.head where words @@ to_tsquery('simple', $1) limit 50`,
    values: ['word'],
  },
  history: {
    text: `select ${json('version')} from floor.version where part = $1 and object = $2 order by v desc limit 50`,
    values: ['p', 'o'],
  },
  'referenced-by': {
    text: `select ${json('head')} from floor.reference join floor.head on head.part = reference.part and object = source
      where reference.part = $1 and target = $2 order by source limit 50`,
    values: ['p', 'o'],
  },
  recent: {
    text: `select ${json('version')} from floor.version where part = $1 order by at desc limit 50`,
    values: ['p'],
  },
};

const create = `with written as (
    insert into floor.head as known (part, object, v, type, at, data, words)
    values ($1, $2, 1, 'ACCOUNT', clock_timestamp(), $3::jsonb, floor.words($1, $3::jsonb))
    on conflict (part, object) do update
      set v = known.v + 1, at = excluded.at, data = excluded.data, words = excluded.words
    returning part, object, v, type, at, data)
  insert into floor.version select part, object, v, type, at, data from written
  returning '{"id":' || object || ',"v":' || v || '}'`;

listenAsChild(
  createServer((request, response) => {
    const [name = '', search] = (request.url ?? '').slice(1).split('?');
    const query = new URLSearchParams(search);
    const failed = (error: Error) => send(response, 500, error.message);
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        JSON.parse(body);
        const values = [query.get('p'), query.get('o'), body];
        pool
          .query({ name: 'create', text: create, values, rowMode: 'array' })
          .then(({ rows: [row] }) => send(response, 201, String(row?.[0])), failed);
      });
      return;
    }
    const lookup = lookups[name];
    if (!lookup) return send(response, 404, '');
    const values = lookup.values.map((key) => query.get(key));
    pool
      .query({ name, text: lookup.text, values, rowMode: 'array' })
      .then(
        ({ rows }) =>
          send(
            response,
            200,
            lookup.isSingle
              ? String(rows[0]?.[0])
              : `[${rows.map(([row]) => String(row)).join(',')}]`,
          ),
        failed,
      );
  }),
);

function send(response: ServerResponse, status: number, text: string): void {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  response.writeHead(status, headers).end(text);
}
