import sql, { raw, type Sql } from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import { searchVector, wordKey } from '../search/lexemes.ts';
import { people } from './data-listener.ts';
import { readLifecycles, type Line } from './lifecycles.ts';

/** A partition filled by SQL, and the subjects of queries about it. */
export interface ManyVersions {
  partitionId: string;
  versions: number;
  timelines: number;
  /** The most common type. */
  type: string;
  /** A timeline with a tenth of all versions. */
  long: { timelineId: string; objectId: string };
  /** Half of the others point at it. */
  popular: { timelineId: string; objectId: string };
  /** `few` timelines point at it. */
  rare: { timelineId: string; objectId: string };
  /** When half of the versions were written. */
  middle: string;
}

/**
 * The number of timelines with this word, this mark and a reference to the rare target, whatever the number of
 * versions.
 */
export const few = 20;
export const rareWord = 'zebrawood';
/** In all timelines but those. */
export const commonWord = 'evergreen';
export const writers = {
  main: people.editor.userId,
  tenth: people.owner.userId,
  /** Wrote ten times `few` versions. */
  rare: people.reader.userId,
};

/**
 * Fills an empty partition. Of every ten versions one belongs to the long timeline; of the others four in 360 each
 * belong to one timeline, so that almost a quarter of all are heads, spread over the whole history. Each tenth timeline
 * ends.
 * @param maxDataLength templates from the life-cycle records with data of at most this length as JSON
 */
export async function fillWithVersions(
  database: Database,
  partitionId: string,
  versions: number,
  maxDataLength: number,
): Promise<ManyVersions> {
  const templates = templatesOf(partitionId, await readLifecycles(), maxDataLength);
  await database.exclusively('many-versions', async (connection) => {
    const run = (statement: Sql) => connection.query(statement);
    const indexes = await connection.query<{ name: string; made: string }>(
      raw(`
      select c.relname as name, pg_get_indexdef(i.indexrelid) as made
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = any('{data.version,data.head,data.head_search,data.edge}'::regclass[]) and not i.indisunique`),
    );
    for (const { name } of indexes) await run(raw(`drop index data.${name}`));
    await run(
      raw(
        'create temporary table template (number integer primary key, type text, object_data jsonb, tsv tsvector)',
      ),
    );
    await run(sql`insert into template select number, type, "objectData", tsv::tsvector
      from jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) as given (number integer, type text, "objectData" jsonb, tsv text)`);
    await run(
      raw(`create temporary table made as
      select *, count(*) over (partition by user_id order by seq) as user_versions from (${narrow(versions)}) numbered
      order by seq`),
    );
    await run(raw('analyze made'));
    for (const statement of wide(partitionId)) await run(raw(statement));
    await run(raw('drop table made, template'));
    for (const { made } of indexes) await run(raw(made));
    await vacuumWhole(connection);
  });
  const [facts] = await database.query<Omit<ManyVersions, 'partitionId' | 'versions'>>(
    sql`with target as (
        select timeline_id, jsonb_build_object('timelineId', timeline_id, 'objectId', object_id) as one
        from data.head where partition_id = ${partitionId} order by timeline_id limit 3
      )
      select (select timeline_count from data.partition_head where partition_id = ${partitionId}) as timelines,
        (select type from data.object_type where partition_id = ${partitionId} order by timeline_count desc limit 1) as type,
        (select one from target order by timeline_id limit 1 offset 2) as rare,
        (select one from target order by timeline_id limit 1 offset 1) as popular,
        (select one from target order by timeline_id limit 1) as long,
        (select modification_date from data.version where partition_id = ${partitionId} and seq = ${Math.floor(versions / 2)}) as middle`,
  );
  if (!facts) throw new Error('The partition is empty.');
  return { partitionId, versions, ...facts };
}

/**
 * The service's own connections plan with these statistics. Vacuum skips pages that are in use, and each read that
 * finds its row in the index would read such a page too: so it is repeated until none is left.
 */
async function vacuumWhole(connection: Queryable): Promise<void> {
  const tables = 'version, head, head_search, edge, object_type, writer, partition_head'.split(
    ', ',
  );
  const names = tables.map((table) => `data.${table}`);
  for (let round = 0; round < 50; round += 1) {
    await connection.query(raw(`vacuum (analyze) ${names.join(', ')}`));
    const left = await connection.query(
      sql`select from pg_class where oid = any(${names}::regclass[]) and relallvisible < relpages`,
    );
    if (left.length === 0) return;
  }
  throw new Error('Some pages could not be vacuumed.');
}

function templatesOf(partitionId: string, lines: Line[], maxDataLength: number) {
  const fitting = lines.flatMap((line) =>
    line.ended || JSON.stringify(line.objectData).length > maxDataLength ? [] : [line],
  );
  return Array.from({ length: 40 }, (_, number) => {
    const { type, objectData } = fitting[Math.floor((number * fitting.length) / 40)] ?? {
      type: 'PRODUCT',
      objectData: {},
    };
    return { number, type, objectData, tsv: searchVector(objectData, wordKey(partitionId)) };
  });
}

/** The timeline `t` of each version, from 0 on, and its number there, without the data. */
const narrow = (versions: number) => `
  with numbered as (
    select seq, case when seq % 10 = 1 then null else seq - (seq + 8) / 10 - 1 end as n
    from generate_series(1, ${versions}) seq
  ), placed as (
    select seq, coalesce((n / 360) * 90 + (n % 360) % 90 + 1, 0) as t,
      coalesce((n % 360) / 90 + 1, (seq + 9) / 10)::integer as k
    from numbered
  ), counted as (
    select *, count(*) over (partition by t) as of_timeline, min(seq) over (partition by t) as first_seq from placed
  ), dated as (
    select *, greatest(max(t) over () / ${few}, 1) as rarely,
      timestamptz '2000-01-01' + seq * interval '10 minutes' as at,
      timestamptz '2000-01-01' + first_seq * interval '10 minutes' as genesis
    from counted
  )
  select seq, t, k, at, genesis, t % 40 as template, k = of_timeline as newest, first_seq,
    t > 3 and t % rarely = 0 and t / rarely <= ${few} as rare,
    case when t > 3 and t % 2 = 0 then not (t % 8 = 0 and k = of_timeline and k > 1) else false end as popular,
    case when t > 3 and t % 10 = 3 and k = of_timeline and k > 1 then at end as ended,
    ${idOf('genesis', 't', '7000')} as timeline_id, ${idOf('at', 'seq', '7001')} as object_id,
    case when k > 1 then lag(${idOf('at', 'seq', '7001')}) over (partition by t order by seq) end as predecessor_id,
    template.type, count(*) filter (where k = 1) over (order by seq) as timeline_number,
    count(*) filter (where k = 1) over (partition by template.type order by seq) as type_timelines,
    count(*) over (partition by template.type order by seq) as type_versions,
    (case when seq % greatest(${versions} / ${few * 10}, 2) = 1 and seq / greatest(${versions} / ${few * 10}, 2) < ${few * 10}
      then '${writers.rare}' when seq % 10 = 0 then '${writers.tenth}' else '${writers.main}' end)::uuid as user_id
  from dated join template on template.number = t % 40`;

const idOf = (date: string, number: string, kind: string) =>
  `(lpad(to_hex((extract(epoch from ${date}) * 1000)::bigint), 12, '0') || '${kind}8000' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** Over time, updates scatter rows over their table, so heads start scattered. */
const wide = (partitionId: string, key = wordKey(partitionId)) => [
  `insert into data.version (partition_id, seq, timeline_id, object_id, modification_count, type, modification_date,
     modification_user_id, genesis_date, genesis_user_id, predecessor_id, ended_date, object_data, refs,
     timeline_number, type_timelines, type_versions, user_versions, bytes, log_index, root, leaves)
   select '${partitionId}', seq, timeline_id, object_id, k, type, at, user_id, genesis, '${writers.main}', predecessor_id,
     ended, object_data, refs, timeline_number, type_timelines, type_versions, user_versions,
     octet_length(object_data::text) + octet_length(refs::text), seq - 1, '\\x00', '\\x00'
   from (
     select made.*, template.object_data || jsonb_build_object('serial', t, 'revision', k, 'half', t % 2 = 0)
         || case when rare then '{"mark": "rare", "note": "${rareWord}"}'::jsonb else '{"note": "${commonWord}"}' end as object_data,
       case when popular then popular_refs else '[]' end || case when rare then rare_refs else '[]' end as refs
     from made join template on template.number = made.template cross join (
       select jsonb_agg(ref) filter (where t = 1) as popular_refs, jsonb_agg(ref) filter (where t = 2) as rare_refs
       from (
         select t, jsonb_build_object('name', case t when 1 then 'popularRef' else 'rareRef' end, 'timelineId', timeline_id,
           'type', type, 'objectId', object_id) as ref
         from made where t in (1, 2) and k = 1
       ) target
     ) targets
   ) full_row`,
  `insert into data.head (partition_id, timeline_id, type, seq, object_id, modification_date, modification_count, ended_date)
   select partition_id, version.timeline_id, version.type, seq, version.object_id, modification_date, modification_count, ended_date
   from data.version join made using (seq) where partition_id = '${partitionId}' and newest`,
  `insert into data.head_search (partition_id, timeline_id, type, seq, ended, tsv, bytes, object_data,
     modification_user_id)
   select partition_id, version.timeline_id, version.type, seq, ended_date is not null,
     template.tsv || (case when rare then '''${key}${rareWord}'':16000' else '''${key}${commonWord}'':16000' end)::tsvector, version.bytes, version.object_data,
     version.modification_user_id
   from data.version join made using (seq) join template on template.number = made.template
   where partition_id = '${partitionId}' and newest order by md5(seq::text)`,
  `insert into data.edge (partition_id, target_timeline, name, source_timeline, from_seq, to_seq)
   select '${partitionId}', target.timeline_id, pointer.name, made.timeline_id, min(made.first_seq),
     max(made.seq) filter (where made.ended is not null or pointer.name = 'popularRef' and not made.popular)
   from made cross join lateral (
     select 'popularRef' as name, 1 as to_t where t > 3 and t % 2 = 0 union all select 'rareRef', 2 where rare
   ) pointer join (select * from made where t in (1, 2) and k = 1) target on target.t = pointer.to_t
   group by target.timeline_id, pointer.name, made.timeline_id`,
  `insert into data.object_type (partition_id, type, timeline_count, version_count)
   select partition_id, type, max(type_timelines), max(type_versions) from data.version
   where partition_id = '${partitionId}' group by 1, 2`,
  `insert into data.writer (partition_id, user_id, version_count, last_seq)
   select partition_id, modification_user_id, count(*), max(seq) from data.version
   where partition_id = '${partitionId}' group by 1, 2`,
  `update data.partition_head set next_seq = (select max(seq) + 1 from made),
     timeline_count = (select count(*) from made where newest), last_change_date = (select max(at) from made),
     changed_second = (select max(at) from made), arrived_second = (select max(at) from made), counted = false
   where partition_id = '${partitionId}'`,
];
