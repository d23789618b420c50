import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import type { MigrationFile, MigrationSource } from './migration-files.ts';

/** A server that uses the schema of a service, as it made itself known in the database. */
interface RunningServer {
  host: string;
  processId: number;
  version: string;
  /** The number of the newest migration that it has, such as `0001`. */
  newest: string;
  /** Seconds since it was last seen. */
  seenSecondsAgo: number;
}

/** A server that was killed does not remove its row. */
const goneAfterSeconds = 60;

type Service = MigrationSource['service'];

/** In the schema of each service. */
export const serverTableName = 'schema_server';

export const serverTable = (service: Service): Sql => raw(`${service}.${serverTableName}`);

export const createServerTable = (service: Service): Sql =>
  raw(`create table if not exists ${service}.${serverTableName} (
      id uuid primary key,
      host text not null,
      process_id integer not null,
      version text not null,
      newest text collate "C" not null,
      seen_at timestamptz not null default clock_timestamp()
    )`);

/** The running servers that cannot work with the schema after these migrations. */
export async function serversBehind(
  database: Queryable,
  service: Service,
  pending: readonly Pick<MigrationFile, 'name' | 'compatibleFrom'>[],
): Promise<RunningServer[]> {
  const needed = pending.map(({ name, compatibleFrom }) => compatibleFrom ?? name.slice(0, 4));
  const newest = needed.toSorted().at(-1);
  if (newest === undefined) return [];
  return database.query<RunningServer>(
    sql`select host, process_id as "processId", version, newest,
        greatest(0, extract(epoch from clock_timestamp() - seen_at))::int as "seenSecondsAgo"
      from ${serverTable(service)}
      where newest < ${newest} and seen_at > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})
      order by host, process_id`,
  );
}
