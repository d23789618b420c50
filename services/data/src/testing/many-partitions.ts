import { raw } from 'sql-template-tag';
import type { Database } from '@annals/kit/database/database';

/** Partitions created by SQL, and users to query them. */
export interface ManyPartitions {
  partitions: number;
  /** Objects of each partition; each has one version. */
  objects: number;
  /** A member of all of them. */
  ownerId: string;
  /** A member of twenty, spread over all. */
  memberId: string;
}

export const ofMember = 20;

/**
 * Creates partitions `Bench 1` and so on, in a database without any. Their versions are spread over the last forty
 * days, the first ones from before the second partition existed; the last changes are a second apart. One in a hundred
 * was renamed.
 * @returns their ids
 */
export async function fillWithPartitions(
  database: Database,
  many: ManyPartitions,
): Promise<string[]> {
  return database.exclusively('many-partitions', async (connection) => {
    for (const statement of statements(many)) await connection.query(raw(statement));
    await connection.query(
      raw(`vacuum (analyze) ${tables.map((table) => `data.${table}`).join(', ')}`),
    );
    const made = await connection.query<{ id: string }>(raw('select id from made order by n'));
    await connection.query(raw('drop table written, made'));
    return made.map(({ id }) => id);
  });
}

const tables = [
  'data_user',
  'partition',
  'partition_version',
  'partition_head',
  'log_head',
  'member_period',
  'object_type',
  'type_schema',
  'version',
  'head',
  'head_search',
  'writer',
  'versions_of_day',
  'partition_count',
];

const idOf = (date: string, number: string, kind: string) =>
  `(lpad(to_hex((extract(epoch from ${date}) * 1000)::bigint), 12, '0') || '${kind}8000' || lpad(to_hex(${number}), 12, '0'))::uuid`;

const schema = `{"type": "object", "properties": {"title": {"type": "string", "minLength": 1, "maxLength": 200}}, "required": ["title"]}`;

const statements = ({ partitions, objects, ownerId, memberId }: ManyPartitions) => [
  `create temporary table made as
   select n, created, ${idOf('created', 'n', '7000')} as id from (
     select n, date_trunc('second', now()) - interval '40 days' + n * interval '1 second' as created
     from generate_series(1, ${partitions}) n) numbered`,
  `create temporary table written as
   select id as partition_id, seq, ${idOf('at', `n * ${objects} + seq`, '7001')} as object_id, at,
     jsonb_build_object('title', 'Note ' || seq, 'number', seq) as object_data,
     encode(substring(uuid_send(id) from 14 for 3), 'base64') as key
   from made cross join lateral (
     select seq, created + (seq - 1) * interval '38 days' / ${Math.max(objects - 1, 1)} as at
     from generate_series(1, ${objects}) seq) version`,
  `insert into data.partition (partition_id, partition_name, created_date, created_user_id, version,
     counted)
   select id, case when n % 100 = 0 then 'Renamed ' else 'Bench ' end || n, created, '${ownerId}', case when n % 100 = 0 then 2 else 1 end, true from made`,
  `insert into data.partition_version (partition_id, version, partition_name, changed_date, changed_user_id)
   select id, 1, 'Bench ' || n, created, '${ownerId}'::uuid from made
   union all select id, 2, 'Renamed ' || n, created + interval '20 days', '${ownerId}' from made where n % 100 = 0`,
  `insert into data.partition_head (partition_id, next_seq, timeline_count, last_change_date, changed_second, arrived_second,
     counted_seq)
   select partition_id, ${objects + 1}, ${objects}, max(at), max(at), max(at), ${objects} from written group by 1`,
  `insert into data.versions_of_day as known (day, version_count)
   select (at at time zone 'UTC')::date, count(*) from written group by 1
   on conflict (day) do update set version_count = known.version_count + excluded.version_count`,
  // The hashes do not belong to these versions, so such a log grows but does not verify.
  `insert into data.log_head (partition_id, size, version_count, frontier)
   select id, ${objects}, ${objects}, decode(repeat('00', 32 * ${objects.toString(2).replaceAll('0', '').length}), 'hex') from made`,
  `insert into data.member_period (partition_id, user_id, role, since_date, given_date, given_user_id, counted)
   select id, '${ownerId}'::uuid, 'OWNER', created, created, '${ownerId}'::uuid, true from made
   union all select id, '${memberId}', 'READER', created, created, '${ownerId}', true from made
   where n % ${Math.max(Math.floor(partitions / ofMember), 1)} = 0`,
  // Others may have been counted before.
  `insert into data.partition_count as known (user_id, bucket, partition_count)
   select user_id, get_byte(uuid_send(id), 15), count(*) from (
     select user_id, id from made join data.member_period on partition_id = id
     union all select '00000000-0000-0000-0000-000000000000', id from made) counted group by 1, 2
   on conflict (user_id, bucket) do update set partition_count = known.partition_count + excluded.partition_count`,
  `insert into data.object_type (partition_id, type, timeline_count, version_count)
   select id, 'NOTE', ${objects}, ${objects} from made`,
  `insert into data.type_schema (partition_id, type, version, json_schema, changed_date, changed_user_id)
   select id, 'NOTE', 1, '${schema}', created, '${ownerId}' from made`,
  `insert into data.version (partition_id, seq, timeline_id, object_id, modification_count, type, modification_date,
     modification_user_id, genesis_date, genesis_user_id, object_data, refs, bytes, timeline_number, type_timelines,
     type_versions, user_versions, log_index, root, leaves)
   select partition_id, seq, object_id, object_id, 1, 'NOTE', at, '${ownerId}', at, '${ownerId}', object_data, '[]',
     octet_length(object_data::text) + 2, seq, seq, seq, seq, seq - 1, '\\x00', '\\x00' from written`,
  `insert into data.head (partition_id, timeline_id, type, seq, object_id, modification_date, modification_count)
   select partition_id, object_id, 'NOTE', seq, object_id, at, 1 from written`,
  `insert into data.head_search (partition_id, timeline_id, type, seq, ended, tsv, bytes, object_data, modification_user_id)
   select partition_id, object_id, 'NOTE', seq, false, format('''%snote'':1 ''%s%s'':2', key, key, seq)::tsvector,
     octet_length(object_data::text) + 2, object_data, '${ownerId}' from written`,
  `insert into data.writer (partition_id, user_id, version_count, last_seq)
   select id, '${ownerId}', ${objects}, ${objects} from made`,
];
