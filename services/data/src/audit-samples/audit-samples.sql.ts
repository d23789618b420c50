import sql from 'sql-template-tag';
import type { SampleConclusion, SampleItem } from '@annals/contracts/audit-samples';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import type { SignedApproval } from '@annals/proofs/approval-signature';
import { versionTitle } from '../versions/version-title.sql.ts';
import { nameOf } from '../data-users/data-users.sql.ts';

export interface SampleKey {
  partitionId: string;
  sampleId: string;
}

/** A sample as it is announced. */
export interface NewSample extends SampleKey {
  userId: string;
  from: number;
  size: number;
  root: string;
  count: number;
  commitment: string;
}

export interface SampleRow {
  id: string;
  partitionId: string;
  userId: string;
  userName: string | null;
  announcedDate: string;
  drawnDate: string | null;
  signedDate: string | null;
  from: number;
  size: number;
  root: string;
  count: number;
  commitment: string;
  number: string | null;
  /** The place of the announcement in the log of events; null before the draw. */
  eventIndex: number | null;
  signature: SignedApproval | null;
  concludedCount: number;
  findingCount: number;
}

const columns = sql`s.sample_id as id, s.partition_id as "partitionId", s.user_id as "userId",
  ${nameOf(sql`s.user_id`)} as "userName", s.announced_date as "announcedDate", s.drawn_date as "drawnDate",
  s.signed_date as "signedDate", s.first_index as "from", s.log_size as size, s.log_root as root,
  s.entry_count as count, s.commitment, s.number, s.event_index as "eventIndex", s.signature,
  counts.concluded as "concludedCount", counts.findings as "findingCount"`;
const sources = sql`data.audit_sample s cross join lateral (
    select count(i.conclusion)::integer as concluded,
      (count(*) filter (where i.conclusion = 'FINDING'))::integer as findings
    from data.audit_sample_item i where i.partition_id = s.partition_id and i.sample_id = s.sample_id) counts`;

export const samplesNewestFirst = new Keyset<SampleRow>(
  'audit-samples',
  [
    columnKey('announcedDate', sql`s.announced_date`, 'timestamptz'),
    columnKey('id', sql`s.sample_id`, 'uuid'),
  ],
  true,
);

export async function findSamples(
  database: Queryable,
  partitionId: string,
  range: PageRange,
): Promise<Found<SampleRow>[]> {
  const rows = sql`select ${columns} from ${sources} where s.partition_id = ${partitionId}
    ${samplesNewestFirst.after(range)} ${samplesNewestFirst.orderAndLimit(range)}`;
  return database.query(samplesNewestFirst.measured(rows, range));
}

export async function findSample(
  database: Queryable,
  { partitionId, sampleId }: SampleKey,
): Promise<SampleRow | undefined> {
  const [row] = await database.query<SampleRow>(
    sql`select ${columns} from ${sources} where s.partition_id = ${partitionId} and s.sample_id = ${sampleId}`,
    'audit-sample',
  );
  return row;
}

/** Locks the sample until the end of the transaction. */
export async function lockSample(
  transaction: Queryable,
  { partitionId, sampleId }: SampleKey,
): Promise<void> {
  await transaction.query(
    sql`select 1 as locked from data.audit_sample
      where partition_id = ${partitionId} and sample_id = ${sampleId} for update`,
    'audit-sample-lock',
  );
}

export async function countUnsignedSamples(
  transaction: Queryable,
  { partitionId, userId }: Pick<NewSample, 'partitionId' | 'userId'>,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    sql`select count(*)::integer as count from data.audit_sample
      where partition_id = ${partitionId} and user_id = ${userId} and signed_date is null`,
    'audit-samples-unsigned',
  );
  return row?.count ?? 0;
}

export async function insertSample(transaction: Queryable, sample: NewSample): Promise<void> {
  const { partitionId, sampleId, userId, from, size, root, count, commitment } = sample;
  await transaction.query(
    sql`insert into data.audit_sample
        (partition_id, sample_id, user_id, announced_date, first_index, log_size, log_root, entry_count, commitment)
      values (${partitionId}, ${sampleId}, ${userId}, clock_timestamp(), ${from}, ${size}, ${root}, ${count}, ${commitment})`,
    'audit-sample-insert',
  );
}

export async function writeDraw(
  transaction: Queryable,
  { partitionId, sampleId }: SampleKey,
  { number, eventIndex, indexes }: { number: string; eventIndex: number; indexes: number[] },
): Promise<void> {
  await transaction.query(
    sql`update data.audit_sample set number = ${number}, event_index = ${eventIndex}, drawn_date = clock_timestamp()
      where partition_id = ${partitionId} and sample_id = ${sampleId}`,
    'audit-sample-draw',
  );
  await transaction.query(
    sql`insert into data.audit_sample_item (partition_id, sample_id, position, log_index)
      select ${partitionId}, ${sampleId}, position, log_index
      from unnest(${indexes}::bigint[]) with ordinality as drawn(log_index, position)`,
    'audit-sample-items',
  );
}

/** False if the entry is not in the sample. */
export async function writeConclusion(
  transaction: Queryable,
  { partitionId, sampleId }: SampleKey,
  item: { index: number; conclusion: SampleConclusion; note: string },
): Promise<boolean> {
  const rows = await transaction.query(
    sql`update data.audit_sample_item set conclusion = ${item.conclusion}, note = ${item.note}
      where partition_id = ${partitionId} and sample_id = ${sampleId} and log_index = ${item.index}
      returning log_index`,
    'audit-sample-conclude',
  );
  return rows.length > 0;
}

export async function writeSignature(
  transaction: Queryable,
  { partitionId, sampleId }: SampleKey,
  signature: SignedApproval,
): Promise<void> {
  await transaction.query(
    sql`update data.audit_sample set signature = ${JSON.stringify(signature)}::jsonb, signed_date = clock_timestamp()
      where partition_id = ${partitionId} and sample_id = ${sampleId}`,
    'audit-sample-sign',
  );
}

/**
 * The entries of a sample with what the log says of them, in the order of the draw.
 * @param titles whether to read the titles of versions, which are data of the partition
 */
export function findItems(
  database: Queryable,
  { partitionId, sampleId }: SampleKey,
  titles: 'with titles' | 'without titles' = 'without titles',
): Promise<SampleItem[]> {
  const withTitles = titles === 'with titles';
  // The version at index i has the number i + 1 minus the number of other entries before it.
  return database.query<SampleItem>(
    sql`select i.log_index as index, coalesce(e.kind, 'VERSION') as kind, v.object_id as "objectId",
        v.modification_count as "modificationCount", ${withTitles ? versionTitle : sql`null::text`} as title, coalesce(v.type, e.type) as type,
        coalesce(v.change_set_id::text, e.entry ->> 'changeSetId') as "changeSetId",
        coalesce(v.imported_date, v.modification_date, schema.changed_date, erasure.erased_date,
          (coalesce(e.entry ->> 'changedDate', e.entry ->> 'committedDate'))::timestamptz) as "recordedDate",
        writer.id as "recordedUserId", ${nameOf(sql`writer.id`)} as "recordedUserName",
        i.conclusion, i.note
      from data.audit_sample_item i
        left join data.log_entry e on e.partition_id = i.partition_id and e.log_index = i.log_index
        left join data.version v on v.partition_id = i.partition_id and v.log_index = i.log_index
          and v.seq = i.log_index + 1 - (select count(*) from data.log_entry o
            where o.partition_id = i.partition_id and o.log_index < i.log_index)
        left join data.type_schema schema on schema.partition_id = e.partition_id and schema.type = e.type
          and schema.version = e.schema_version
        left join data.erasure on erasure.partition_id = e.partition_id and erasure.receipt = e.receipt
        cross join lateral (select coalesce(v.imported_user_id, v.modification_user_id, schema.changed_user_id,
          erasure.erased_user_id,
          (coalesce(e.entry ->> 'changedUserId', e.entry ->> 'committedUserId'))::uuid) as id) writer
      where i.partition_id = ${partitionId} and i.sample_id = ${sampleId} order by i.position`,
    withTitles ? 'audit-sample-items-shown' : 'audit-sample-items-proven',
  );
}

/** The index of the first entry that was recorded at the moment or later, among the versions of a partition. */
export async function findFirstSince(
  database: Queryable,
  partitionId: string,
  since: string,
  size: number,
): Promise<number> {
  // Versions are in the order in which they were recorded, so halving finds it.
  const [found] = await database.query<{ index: number }>(
    sql`with recursive bounds as (
        select 0::bigint as low, coalesce(max(seq), 0) as high from data.version where partition_id = ${partitionId}
        union all
        select case when v.recorded < ${since} then middle else low end, case when v.recorded < ${since} then high else middle - 1 end
        from bounds cross join lateral (select (low + high + 1) / 2 as middle) half
          join lateral (select coalesce(imported_date, modification_date) as recorded from data.version
            where partition_id = ${partitionId} and seq = middle) v on true
        where low < high
      )
      select coalesce((select log_index from data.version
        where partition_id = ${partitionId} and seq = (select min(low) + 1 from bounds where low = high)), ${size}) as index`,
    'audit-sample-since',
  );
  return found?.index ?? size;
}
