import sql from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import { removeWords } from '../search/dictionary.sql.ts';
import { searchVector, wordKey } from '../search/lexemes.ts';
import type { RecordEnd } from './job-ends.ts';
import { addPage, type ClaimedJob, type PageDone } from './claimed-jobs.sql.ts';

const rowsOfPage = 500;
const bytesOfPage = 8 * 1024 * 1024;
const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface HeadRow {
  timelineId: string;
  type: string;
  seq: number;
  ended: boolean;
  objectData: Record<string, unknown>;
}

/**
 * Rewrites the search index of the next timelines from their newest versions. Appends to the partition are blocked
 * meanwhile, so no entry is overwritten by an older one.
 */
export async function reindexPage(
  { database, ended }: { database: Database; ended: RecordEnd },
  job: ClaimedJob,
  holder: string,
): Promise<PageDone> {
  return database.transaction(async (transaction) => {
    const { partitionId } = job;
    await transaction.query(
      sql`select from data.partition_head where partition_id = ${partitionId} for update`,
      'reindex-lock',
    );
    // What was not in the index is not in the dictionary.
    await removeWords(transaction, partitionId);
    const after = job.cursor ?? firstId;
    const heads = await nextHeads(transaction, partitionId, after);
    const last = heads.at(-1)?.timelineId;
    await removeForeign(transaction, partitionId, after, last ?? lastId);
    const changed = await writeIndex(transaction, partitionId, heads);
    const page = {
      cursor: last ?? after,
      done: heads.length,
      counts: { created: 0, changed, ended: 0, existing: heads.length - changed },
      finished: last === undefined,
    };
    await addPage(transaction, job, holder, page);
    if (page.finished) await ended(transaction, job, 'DONE');
    return page;
  });
}

/** As many as fit into a page, at least one however large it is. */
async function nextHeads(
  transaction: Queryable,
  partitionId: string,
  after: string,
): Promise<HeadRow[]> {
  return transaction.query<HeadRow>(
    sql`with next as materialized (
        select h.timeline_id, h.type, h.seq, h.ended_date is not null as ended,
          sum(v.bytes) over (order by h.timeline_id) - v.bytes as bytes_before
        from (
          select * from data.head where partition_id = ${partitionId} and timeline_id > ${after}::uuid
          order by timeline_id limit ${rowsOfPage}
        ) h join data.version v on v.partition_id = ${partitionId} and v.seq = h.seq
      )
      select n.timeline_id as "timelineId", n.type, n.seq, n.ended, v.object_data as "objectData"
      from next n join data.version v on v.partition_id = ${partitionId} and v.seq = n.seq
      where n.bytes_before < ${bytesOfPage}
      order by n.timeline_id`,
    'reindex-heads',
  );
}

/** Deletes entries of timelines that do not exist. */
async function removeForeign(
  transaction: Queryable,
  partitionId: string,
  after: string,
  upTo: string,
): Promise<void> {
  await transaction.query(
    sql`delete from data.head_search s
      where s.partition_id = ${partitionId} and s.timeline_id > ${after}::uuid and s.timeline_id <= ${upTo}::uuid
        and not exists (select from data.head h where h.partition_id = s.partition_id and h.timeline_id = s.timeline_id)`,
    'reindex-remove',
  );
}

/** Returns the number of entries that were wrong. */
async function writeIndex(
  transaction: Queryable,
  partitionId: string,
  heads: HeadRow[],
): Promise<number> {
  const key = wordKey(partitionId);
  const rows = heads.map(({ objectData, ...head }) => ({
    ...head,
    tsv: searchVector(objectData, key),
  }));
  const written = await transaction.query(
    sql`insert into data.head_search as present (partition_id, timeline_id, type, seq, ended, tsv, bytes, object_data,
        modification_user_id)
      select ${partitionId}::uuid, given."timelineId", given.type, given.seq, given.ended, given.tsv::tsvector,
        v.bytes, v.object_data, v.modification_user_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        "timelineId" uuid, type text, seq bigint, ended boolean, tsv text)
        join data.version v on v.partition_id = ${partitionId}::uuid and v.seq = given.seq
      on conflict (partition_id, timeline_id) do update set type = excluded.type, seq = excluded.seq,
        ended = excluded.ended, tsv = excluded.tsv, bytes = excluded.bytes, object_data = excluded.object_data,
        modification_user_id = excluded.modification_user_id
        where (present.type, present.seq, present.ended, present.tsv, present.bytes, present.object_data,
            present.modification_user_id)
          is distinct from (excluded.type, excluded.seq, excluded.ended, excluded.tsv, excluded.bytes, excluded.object_data,
            excluded.modification_user_id)
      returning timeline_id`,
    'reindex-write',
  );
  return written.length;
}
