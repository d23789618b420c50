import sql, { Sql } from 'sql-template-tag';
import type { Queryable, Stop } from '@annals/kit/database/queryable';
import { edgeChanges, VersionRows } from '../append/rows.ts';
import { givenRows } from '../append/append.sql.ts';
import { statementLength } from '../append/append-transaction.ts';
import type { Version } from '../versions/version.ts';

/** Writes the versions to where the views of a preview look for them; the transaction must be rolled back. */
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
  await transaction.query(
    sql`with given as materialized (${givenRows(rows)}), versions as (
        insert into preview.drafted_version (partition_id, seq, timeline_id, object_id, modification_count, type,
          modification_date, modification_user_id, genesis_date, genesis_user_id, predecessor_id, ended_date,
          object_data, refs, reason, change_set_id, bytes, timeline_number, type_timelines, type_versions, user_versions,
          log_index, root, leaves)
        select ${partitionId}::uuid, seq, "timelineId", id, "modificationCount", type,
          "modificationDate", "modificationUserId", "genesisDate", "genesisUserId", "predecessorId", "endedDate",
          "objectData", "references", reason, "changeSetId", bytes, 0, 0, 0, 0, 0, '', '' from given
      )
      insert into preview.drafted_head_search (partition_id, timeline_id, type, seq, ended, tsv, bytes, object_data,
        modification_user_id)
      select ${partitionId}::uuid, "timelineId", type, seq, "endedDate" is not null, tsv::tsvector, bytes, "objectData",
        "modificationUserId" from given`,
    'preview-versions',
  );
}

/** The tables that a preview changes; a view of the same name and columns stands for each. */
export const previewedTables = [
  'version',
  'head',
  'head_search',
  'edge',
  'partition_head',
  'object_type',
] as const;
const table = new RegExp(`\\bdata\\.(${previewedTables.join('|')})\\b`, 'g');

/** The database as the reads of a preview use it: the same statements, on the views. */
export const previewed = (transaction: Queryable, signal: Stop): Queryable => ({
  query: async (statement, name) => {
    signal.throwIfAborted();
    const onViews = new Sql(
      statement.strings.map((text) => text.replaceAll(table, 'preview.$1')),
      statement.values,
    );
    return transaction.query(onViews, name === undefined ? undefined : `preview-${name}`);
  },
});
