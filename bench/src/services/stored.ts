import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { DataClient } from '../data-client.ts';
import { password, startProgram, type Program } from '../program.ts';

/** The number of lines of an order, and the number of versions per import request: under a megabyte. */
export const documentSizes = {
  '1kb': { lines: 0, batchRows: 500 },
  '4kb': { lines: 24, batchRows: 200 },
} as const;
export type DocumentSize = keyof typeof documentSizes;

export const partitionCount = 20;
const versionsPerPartition = 10_000;
const concurrentImports = 4;

/** The settings of a dedicated server with 24 GB. */
export const settings = {
  shared_buffers: '2GB',
  effective_cache_size: '12GB',
  work_mem: '16MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
};

/** One of the 40,000 objects: its ids in the baseline and in Annals. */
export interface StoredObject {
  part: number;
  object: number;
  type: string;
  partitionId: string;
  timelineId: string;
  /** The ids of its versions, oldest first. */
  versionIds: string[];
  /** The date of its third version. */
  asOf: string;
}

export interface Stored {
  /** The database of the baseline. */
  floorUrl: string;
  program: Program;
  /** Signs in and returns a client with a fresh access token. */
  signIn(): Promise<DataClient>;
  objects: StoredObject[];
  partitionIds: string[];
  /** One of the documents. */
  document: Record<string, unknown>;
  /** A description of the import into Annals; undefined if the data already existed. */
  imported: string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL and the built program with the same 200,000 versions: the baseline's tables in one
 * database, Annals in another.
 * @param keep keeps the databases in var/bench and measures a copy of them
 * @returns undefined if PostgreSQL is not installed
 */
export async function startStored(size: DocumentSize, keep: boolean): Promise<Stored | undefined> {
  const bin = await findPostgresql();
  if (bin === undefined) return undefined;
  const directory = fileURLToPath(new URL(`../../../var/bench/${size}`, import.meta.url));
  const options = { fsync: true, settings, ...(keep ? { keptIn: directory } : {}) };
  const server = await startPostgresql(bin, options);
  const databaseUrl = (name: string) => new URL(`/${name}`, server.url).href;
  // The next run needs the keys of the program, which are in its directory.
  const environment = {
    DEMO_PASSWORD: password,
    ...(keep ? { DATA_DIR: path.join(directory, 'annals') } : {}),
  };
  try {
    const imported = (await isFilled(server.url))
      ? undefined
      : await fill(server.url, databaseUrl, size, environment);
    for (const name of ['floor', 'annals']) await copyDatabase(server.url, name);
    const program = await startProgram([], { ...environment, DATABASE_URL: databaseUrl('annals') });
    const stop = async () => {
      await program.stop();
      await server.remove();
    };
    const floorUrl = databaseUrl('floor');
    const objects = await objectsOf(floorUrl, databaseUrl('annals'));
    const partitionIds: string[] = [];
    for (const { part, partitionId } of objects) partitionIds[part] = partitionId;
    const signIn = () => DataClient.signIn(program, password);
    const [one] = await query<{ document: Record<string, unknown> }>(
      floorUrl,
      'select data as document from floor.head limit 1',
    );
    const document = one?.document ?? {};
    return { floorUrl, program, signIn, objects, partitionIds, document, imported, stop };
  } catch (error) {
    await server.remove();
    throw error;
  }
}

async function fill(
  administratorUrl: string,
  databaseUrl: (name: string) => string,
  size: DocumentSize,
  environment: Record<string, string>,
): Promise<string> {
  await dropDatabases(administratorUrl, 'floor_filled', 'annals_filled');
  await query(administratorUrl, 'create database floor_filled', 'create database annals_filled');
  const sql = await readFile(new URL('floor.sql', import.meta.url), 'utf8');
  const floorUrl = databaseUrl('floor_filled');
  await query(floorUrl, sql.replace('$LINES', String(documentSizes[size].lines)));
  const program = await startProgram(['--demo'], {
    ...environment,
    DATABASE_URL: databaseUrl('annals_filled'),
  });
  let imported: string;
  try {
    const client = await DataClient.signIn(program, password);
    imported = (await importAll(floorUrl, client, size)).text;
  } finally {
    await program.stop();
  }
  for (const name of ['floor_filled', 'annals_filled'])
    await query(databaseUrl(name), 'vacuum (analyze)');
  await query(administratorUrl, 'checkpoint', `comment on database annals_filled is 'complete'`);
  return imported;
}

/** Imports the baseline's versions into Annals; PostgreSQL formats the rows. */
export async function importAll(
  floorUrl: string,
  client: DataClient,
  size: DocumentSize,
): Promise<{ versions: number; perSecond: number; text: string }> {
  const pool = new pg.Pool({ connectionString: floorUrl, max: concurrentImports });
  const parts = Array.from({ length: partitionCount }, (_, part) => part);
  let versions = 0;
  let importingMs = 0;
  try {
    while (parts.length > 0) {
      const together = parts.splice(0, concurrentImports);
      const batches = await Promise.all(together.map((part) => importBodies(pool, part, size)));
      const ids = await Promise.all(
        together.map(async (part) => {
          const body = { partitionName: `Floor ${part}` };
          return (await client.post<{ id: string }>('/v1/partitions', body)).id;
        }),
      );
      const started = performance.now();
      await Promise.all(
        ids.map(async (id, index) => {
          for (const body of batches[index] ?? [])
            await client.postText(`/v1/partitions/${id}/import`, body);
        }),
      );
      importingMs += performance.now() - started;
      versions += together.length * versionsPerPartition;
    }
  } finally {
    await pool.end();
  }
  const perSecond = Math.round((versions / importingMs) * 1000);
  const text = `${versions} versions in ${(importingMs / 1000).toFixed(1)} s (${perSecond}/s), ${concurrentImports} partitions at once`;
  return { versions, perSecond, text };
}

async function importBodies(pool: pg.Pool, part: number, size: DocumentSize): Promise<string[]> {
  const { batchRows } = documentSizes[size];
  const { rows } = await pool.query<{ row: string }>(
    `select jsonb_build_object('key', 'o' || object, 'type', type, 'objectData', data,
       'references', coalesce((select jsonb_agg(jsonb_build_object('name', 'parent', 'key', 'o' || target))
         from floor.reference where reference.part = version.part and source = version.object), '[]'),
       'modificationDate', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))::text as row
     from floor.version where part = $1 order by at`,
    [part],
  );
  const bodies: string[] = [];
  for (let from = 0; from < rows.length; from += batchRows) {
    const texts = rows.slice(from, from + batchRows).map(({ row }) => row);
    bodies.push(`{"rows":[${texts.join(',')}]}`);
  }
  return bodies;
}

async function objectsOf(floorUrl: string, annalsUrl: string): Promise<StoredObject[]> {
  interface AnnalsObject {
    key: string;
    partitionId: string;
    timelineId: string;
    versionIds: string[];
  }
  const annalsObjects = await query<AnnalsObject>(
    annalsUrl,
    `select key, partition_id as "partitionId", timeline_id as "timelineId",
       array_agg(object_id order by modification_count) as "versionIds"
     from data.timeline_key join data.version using (partition_id, timeline_id)
     where key ~ '^o\\d+$' group by 1, 2, 3`,
  );
  const byKey = new Map(annalsObjects.map((object) => [object.key, object]));
  const objects = await query<{ part: number; object: number; type: string; at: Date }>(
    floorUrl,
    'select part, object, type, at from floor.version where v = 3',
  );
  return objects.map(({ part, object, type, at }) => {
    const found = byKey.get(`o${object}`);
    if (!found) throw new Error(`Annals has no object o${object}.`);
    const { partitionId, timelineId, versionIds } = found;
    return { part, object, type, partitionId, timelineId, versionIds, asOf: at.toISOString() };
  });
}

const isFilled = async (administratorUrl: string): Promise<boolean> => {
  const found = await query<{ complete: boolean }>(
    administratorUrl,
    `select shobj_description(oid, 'pg_database') = 'complete' as complete from pg_database
     where datname = 'annals_filled'`,
  );
  return found[0]?.complete ?? false;
};

async function copyDatabase(administratorUrl: string, name: string): Promise<void> {
  await dropDatabases(administratorUrl, name);
  await query(
    administratorUrl,
    `create database ${name} template ${name}_filled strategy file_copy`,
  );
}

const dropDatabases = (administratorUrl: string, ...names: string[]) =>
  query(administratorUrl, ...names.map((name) => `drop database if exists ${name} with (force)`));

/** @returns the rows of the last statement */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
