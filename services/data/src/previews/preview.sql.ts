import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import type { Queryable, Stop } from '@annals/kit/database/queryable';
import { edgeChanges, VersionRows } from '../append/rows.ts';
import { rowsFromJson } from '../append/append.sql.ts';
import { statementLength } from '../append/append-transaction.ts';
import type { Version } from '../versions/version.ts';
import { firstPreviewed } from './preview.ts';

/** Writes the versions to where the reads of a preview find them; the transaction has to be rolled back. */
export async function fillPreview(
  transaction: Queryable,
  partitionId: string,
  versions: readonly Version[],
): Promise<void> {
  const noProof = { root: new Uint8Array(), leaves: new Uint8Array(), logIndex: 0 };
  let rows = new VersionRows();
  for (const version of versions) {
    rows.add(partitionId, version, true, noProof);
    if (rows.length < statementLength && version !== versions.at(-1)) continue;
    await insertVersions(transaction, partitionId, rows.finish().rows);
    rows = new VersionRows(rows.capacity);
  }
  const { opened } = edgeChanges([...versions], () => undefined);
  if (opened.length > 0)
    await transaction.query(
      sql`insert into preview.drafted_edge (partition_id, target_timeline, name, source_timeline, from_seq)
        select ${partitionId}::uuid, target, name, source, "fromSeq"
        from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as drafted (
          name text, target uuid, source uuid, "fromSeq" bigint)`,
      'preview-edges',
    );
}

async function insertVersions(
  transaction: Queryable,
  partitionId: string,
  rows: Buffer,
): Promise<void> {
  // Two statements, because rows on several servers cannot be written to two tables by one.
  await transaction.query(
    sql`insert into preview.drafted_version (partition_id, seq, timeline_id, object_id, modification_count, type,
        modification_date, modification_user_id, genesis_date, genesis_user_id, predecessor_id, ended_date,
        object_data, refs, reason, change_set_id, bytes, timeline_number, type_timelines, type_versions, user_versions,
        log_index, root, leaves)
      select ${partitionId}::uuid, seq, "timelineId", id, "modificationCount", type,
        "modificationDate", "modificationUserId", "genesisDate", "genesisUserId", "predecessorId", "endedDate",
        "objectData", "references", reason, "changeSetId", bytes, 0, 0, 0, 0, 0, '', ''
      from (${rowsFromJson(rows)}) given`,
    'preview-versions',
  );
  await transaction.query(
    sql`insert into preview.drafted_head_search (partition_id, timeline_id, type, seq, ended, tsv, bytes, object_data,
        modification_user_id)
      select ${partitionId}::uuid, "timelineId", type, seq, "endedDate" is not null, tsv::tsvector, bytes, "objectData",
        "modificationUserId"
      from (${rowsFromJson(rows)}) given`,
    'preview-searched',
  );
}

/**
 * The tables that a preview changes, each with its future content and the same columns. Neither part of a union has its
 * own condition, because only then the planner scans the indexes of the tables in order. So what a drafted version
 * replaces is removed above the union, and the partition is named there, so that one server is asked where several hold the rows.
 */
const drafted: Record<string, (partitionId: Sql) => Sql> = {
  version: () => sql`select * from data.version union all select * from preview.drafted_version`,
  head: (partitionId) =>
    selectUnreplaced(
      sql`select partition_id, timeline_id, type, seq, object_id, modification_date, modification_count, ended_date
        from data.head
        union all
        select partition_id, timeline_id, type, seq, object_id, modification_date, modification_count, ended_date
        from preview.drafted_version`,
      sql`seq >= ${firstPreviewed} or timeline_id`,
      partitionId,
    ),
  head_search: (partitionId) =>
    selectUnreplaced(
      sql`select partition_id, timeline_id, type, seq, modification_user_id, ended, bytes, object_data, tsv
        from data.head_search
        union all
        select partition_id, timeline_id, type, seq, modification_user_id, ended, bytes, object_data, tsv
        from preview.drafted_head_search`,
      sql`seq >= ${firstPreviewed} or timeline_id`,
      partitionId,
    ),
  // The references of a drafted version replace all of its timeline.
  edge: (partitionId) =>
    selectUnreplaced(
      sql`select partition_id, target_timeline, name, source_timeline, from_seq, to_seq from data.edge
        union all
        select partition_id, target_timeline, name, source_timeline, from_seq, to_seq from preview.drafted_edge`,
      sql`from_seq >= ${firstPreviewed} or to_seq is not null or source_timeline`,
      partitionId,
    ),
  partition_head: (partitionId) =>
    sql`select partition_id, next_seq, timeline_count + (
          select count(*) from preview.drafted_version where partition_id = ${partitionId} and modification_count = 1
        ) as timeline_count, last_change_date, archived, schema_version, change_rules, changed_second, arrived_second,
        counted_seq, counted
      from data.partition_head where partition_id = ${partitionId}`,
  object_type: () =>
    sql`select partition_id, type, sum(timeline_count)::bigint as timeline_count, sum(version_count)::bigint as version_count
      from (
        select partition_id, type, timeline_count, version_count from data.object_type
        union all
        select partition_id, type, (modification_count = 1)::integer, 1 from preview.drafted_version
      ) counted
      group by partition_id, type`,
};

const selectUnreplaced = (rows: Sql, isOther: Sql, partitionId: Sql): Sql =>
  sql`select * from (${rows}) every where partition_id = ${partitionId}
    and (${isOther} not in (select timeline_id from preview.drafted_version where partition_id = ${partitionId}))`;

export const previewedTables = Object.keys(drafted);
const table = new RegExp(`\\bdata\\.(${previewedTables.join('|')})\\b`, 'g');
const ownWith = /^\s*with\s+(recursive\s+)?/;

/**
 * The database for the reads of a preview: the same statements, prefixed with a `with` whose names replace the tables.
 */
export const selectPreviewed = (
  transaction: Queryable,
  partitionId: string,
  signal: Stop,
): Queryable => ({
  query: async (statement, name) => {
    signal.throwIfAborted();
    const used = new Set<string>();
    const strings = statement.strings.map((text) =>
      text.replaceAll(table, (_, own: string) => {
        used.add(own);
        return own;
      }),
    );
    return transaction.query(
      used.size > 0 ? withTables(strings, statement.values, [...used], partitionId) : statement,
      name === undefined ? undefined : `preview-${name}`,
    );
  },
});

function withTables(
  [first = '', ...rest]: string[],
  values: Sql['values'],
  used: string[],
  partitionId: string,
): Sql {
  const own = ownWith.exec(first);
  const statement = new Sql([first.slice(own?.[0].length ?? 0), ...rest], values);
  const tables = used.map(
    (name) =>
      sql`${raw(name)} as not materialized (${drafted[name]?.(sql`${partitionId}::uuid`) ?? empty})`,
  );
  return sql`with ${own?.[1] === undefined ? empty : raw('recursive ')}${join(tables)}${raw(own ? ', ' : ' ')}${statement}`;
}
