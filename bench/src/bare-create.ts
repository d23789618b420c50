/** What a create writes, as one statement: the version, its head, the search, the counts and how far the log has come. */
import type pg from 'pg';

const partitions = 11;
const user = '00000000-0000-0000-0000-000000000001';

/** In partitions of its own, since the logs of these are none that the service could go on with. */
export const createRows = `with turn as (
    update data.partition_head set next_seq = next_seq + 1, timeline_count = timeline_count + 1,
      last_change_date = clock_timestamp()
    where partition_id = $1 and not archived
    returning next_seq - 1 as seq, timeline_count, last_change_date as moment
  ), made as (
    select gen_random_uuid() as timeline_id, gen_random_uuid() as object_id, turn.* from turn
  ), types as (
    insert into data.object_type as counted (partition_id, type, timeline_count, version_count)
    select $1, $3, 1, 1 from made
    on conflict (partition_id, type) do update set timeline_count = counted.timeline_count + 1,
      version_count = counted.version_count + 1
    returning timeline_count, version_count
  ), writers as (
    insert into data.writer as known (partition_id, user_id, version_count, last_seq)
    select $1, '${user}', 1, seq from made
    on conflict (partition_id, user_id) do update set version_count = known.version_count + 1,
      last_seq = excluded.last_seq
    returning version_count
  ), logged as (
    update data.log_head set size = size + 1, frontier = $6, version_count = version_count + 1 where partition_id = $1
  ), heads as (
    insert into data.head (partition_id, timeline_id, type, seq, object_id, modification_date, modification_count)
    select $1, timeline_id, $3, seq, object_id, moment, 1 from made
  ), searchable as (
    insert into data.head_search (partition_id, timeline_id, type, seq, ended, tsv, bytes, object_data,
      modification_user_id)
    select $1, timeline_id, $3, seq, false, $4::tsvector, 22, $2::jsonb, '${user}' from made
  )
  insert into data.version (partition_id, seq, timeline_id, object_id, modification_count, type, modification_date,
    modification_user_id, genesis_date, genesis_user_id, object_data, refs, bytes, timeline_number, type_timelines,
    type_versions, user_versions, log_index, root, leaves)
  select $1, seq, timeline_id, object_id, 1, $3, moment, '${user}', moment, '${user}', $2::jsonb, '[]', 22,
    made.timeline_count, types.timeline_count, types.version_count, writers.version_count, seq - 1, $5, $7
  from made, types, writers
  returning *`;

/** As large as those of a small object in a log of some thousand versions. */
const [root, frontier, leaves] = [Buffer.alloc(32, 1), Buffer.alloc(6 * 32, 2), Buffer.alloc(19)];

/** The values of that statement behind the partition and the data. */
export const rowValues = ['NOTE', `'0000a':1A '0000note':2A`, root, frontier, leaves];

/** One for each of the connections, and one for all of them. */
export async function makePartitions(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
        insert into data.partition (partition_id, partition_name, created_date, created_user_id)
        select gen_random_uuid(), 'Bare', now(), '${user}' from generate_series(1, ${partitions})
        returning partition_id)
      select partition_id as id from made`,
  );
  const ids = rows.map(({ id }) => id);
  for (const table of ['partition_head', 'log_head'])
    await pool.query(`insert into data.${table} (partition_id) select unnest($1::uuid[])`, [ids]);
  return ids;
}
