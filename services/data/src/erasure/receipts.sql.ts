import sql, { empty, type Sql } from 'sql-template-tag';
import type { Erasure } from '@annals/contracts/proofs';
import type { Queryable } from '@annals/kit/database/database';
import { measuredPage, type Found } from '@annals/kit/lists/page-bytes';

const columns = sql`e.receipt, e.log_index as index, e.timeline_id as "timelineId", e.erased_date as "erasedDate",
  e.erased_user_id as "erasedUserId", coalesce(nullif(u.name, ''), u.username) as "erasedUserName", e.reason,
  e.legal_basis as "legalBasis", e.version_count as "versionCount", e.value_count as "valueCount"`;
const sources = sql`data.erasure e left join data.data_user u on u.user_id = e.erased_user_id`;

export interface ReceiptFilter {
  partitionId: string;
  timelineId: string | undefined;
}

const chosen = ({ partitionId, timelineId }: ReceiptFilter): Sql =>
  sql`where e.partition_id = ${partitionId} ${timelineId === undefined ? empty : sql`and e.timeline_id = ${timelineId}`}`;

/** The newest first. */
export async function listReceipts(
  database: Queryable,
  filter: ReceiptFilter,
  { before, skip, pageSize }: { before: number | undefined; skip: number; pageSize: number },
): Promise<Found<Erasure>[]> {
  const rows = sql`select ${columns} from ${sources} ${chosen(filter)}
    ${before === undefined ? empty : sql`and e.receipt < ${before}`}
    order by e.receipt desc limit ${pageSize + 1} offset ${skip}`;
  return database.query<Found<Erasure>>(measuredPage(rows, sql`receipt desc`, pageSize));
}

/** Counts no further than `most`. */
export async function countReceipts(
  database: Queryable,
  filter: ReceiptFilter,
  most: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*) from (select from data.erasure e ${chosen(filter)} limit ${most}) counted`,
  );
  return row?.count ?? 0;
}

export async function findReceipt(
  database: Queryable,
  partitionId: string,
  receipt: number,
): Promise<(Erasure & { note: string }) | undefined> {
  const [found] = await database.query<Erasure & { note: string }>(
    sql`select ${columns}, e.note from ${sources}
      where e.partition_id = ${partitionId} and e.receipt = ${receipt}`,
    'erasure-get',
  );
  return found;
}
