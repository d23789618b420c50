import sql, { type Sql } from 'sql-template-tag';
import {
  getReadRecording,
  listReads,
  listReadsOfAll,
  putReadRecording,
  type ReadRecord,
} from '@annals/contracts/read-records';
import type { Page } from '@annals/contracts/fields';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import { decodeCursor, encodeCursor, isId, isSequence } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { findNames } from '../data-users/data-users.sql.ts';
import { lockPartition } from '../partitions/partitions.sql.ts';
import { openTo, scopeOf, uuidLiteral } from '../partitions/scope.sql.ts';
import { unpackBatch, type StoredBatch, type UnpackedRecord } from './read-batch.ts';
import type { ReadRecorder } from './read-recorder.ts';
import * as table from './read-records.sql.ts';

export function mountReadRecords(
  mount: Mount,
  database: Database,
  { recorder, trail }: { recorder: Pick<ReadRecorder, 'reload'>; trail: AuditTrail },
): void {
  mount(getReadRecording, async ({ params: { partitionId }, queryable }) =>
    table.findReadRecording(queryable, partitionId),
  );

  mount(putReadRecording, async ({ params: { partitionId }, body, caller, request }) => {
    const written = await database.transaction(async (transaction) => {
      await lockPartition(transaction, partitionId);
      const before = await table.findReadRecording(transaction, partitionId);
      const [was, is] = [fieldsOf(before), fieldsOf(body)];
      if (JSON.stringify(was) === JSON.stringify(is)) return before;
      const effectiveDate = await table.writeReadRecording(
        transaction,
        partitionId,
        body,
        caller.userId,
      );
      await trail.record(transaction, { caller, request }, partitionId, {
        action: 'readRecording.changed',
        before: was,
        after: { ...is, effectiveDate },
      });
      return table.findReadRecording(transaction, partitionId);
    });
    await recorder.reload();
    return written;
  });

  mount(listReads, async ({ params: { partitionId }, query, caller, queryable }) =>
    pageOfRecords(queryable, sql`r.partition_id = ${partitionId}`, query, caller),
  );

  mount(listReadsOfAll, async ({ query, caller, queryable }) =>
    pageOfRecords(queryable, auditedBy(caller), query, caller),
  );
}

const fieldsOf = ({
  scope,
  durable,
  keptDays,
}: {
  scope: string;
  durable: boolean;
  keptDays: number;
}) => ({ recordedReads: scope, durable, keptDays });

const isAuditor = (caller: Caller): boolean => caller.scope('events:read') === 'all';

/** The partitions whose records the caller may read, as `access` of the row for one partition has it. */
function auditedBy(caller: Caller): Sql {
  const scope = scopeOf(caller);
  const partitionId = sql`r.partition_id`;
  const mayOpen = openTo(scope, partitionId);
  if (isAuditor(caller) || caller.scope('partitions:write-all') === 'all') return mayOpen;
  return sql`${mayOpen} and exists (select from data.member_period owner where owner.partition_id = r.partition_id
    and owner.user_id = ${uuidLiteral(scope.userId)} and owner.role = 'OWNER' and owner.removed_date is null)`;
}

interface RecordsQuery extends table.ReadFilter {
  cursor?: string | undefined;
  pageSize: number;
}

/** The most batches that one request reads; a page may then be short and still have more. */
const maxBatches = 200;
const batchesTogether = 20;

/** Newest batch first. Records of several servers or partitions within a second may be in another order. */
async function pageOfRecords(
  queryable: Queryable,
  within: Sql,
  { cursor, pageSize, ...query }: RecordsQuery,
  caller: Caller,
): Promise<Page<ReadRecord>> {
  const { address, credential, from, to } = query;
  const seesSources = isAuditor(caller);
  // What is hidden cannot be searched for.
  const isHidden = (address !== undefined || credential !== undefined) && !seesSources;
  const filter = { ...query, from: databaseMoment(from), to: databaseMoment(to) };
  if (isHidden && query.userId !== undefined && query.userId !== caller.userId)
    return { data: [], nextCursor: null, hasMore: false };
  if (isHidden) filter.userId = caller.userId;

  const [id, place] = decodeCursor('reads', cursor, [isId, isSequence]) ?? [];
  let position = id === undefined ? undefined : { id: String(id), place: Number(place) };
  const found: Found[] = [];
  let bytes = 0;
  for (let read = 0; read < maxBatches; read += batchesTogether) {
    const isIncluded = position !== undefined && position.place > 0;
    const upTo = position && { id: position.id, isIncluded };
    const rows = await table.listBatches(queryable, within, filter, upTo, batchesTogether);
    for (const row of rows) {
      const records = unpackBatch(row, JSON.parse(row.records) as StoredBatch);
      for (const record of records) {
        if (row.id === position?.id && record.place >= position.place) continue;
        if (!fits(record, filter)) continue;
        if (found.length === pageSize || bytes > pageBytes) {
          const last = found.at(-1);
          const nextCursor = encodeCursor('reads', ...placeOf(last));
          return { ...(await showRecords(queryable, found, caller)), nextCursor, hasMore: true };
        }
        found.push({ ...record, partitionName: row.partitionName });
        bytes += sizeOf(record);
      }
      // The whole batch was read.
      position = { id: row.id, place: 0 };
    }
    if (rows.length < batchesTogether)
      return { ...(await showRecords(queryable, found, caller)), nextCursor: null, hasMore: false };
  }
  const nextCursor = encodeCursor('reads', position?.id ?? '', 0);
  return { ...(await showRecords(queryable, found, caller)), nextCursor, hasMore: true };
}

type Found = UnpackedRecord & { partitionName: string };

const placeOf = (record: Found | undefined): [string, number] => [
  record?.id.slice(0, uuidLength) ?? '',
  record?.place ?? 0,
];
const uuidLength = 36;

/** Roughly, as JSON. */
const sizeOf = ({ objectIds, timelineIds, query }: UnpackedRecord): number =>
  (objectIds.length + timelineIds.length) * 40 + (query?.length ?? 0) + 600;

function fits(record: UnpackedRecord, filter: table.ReadFilter): boolean {
  const { userId, credential, address, timelineId, from, to } = filter;
  const readMs = Date.parse(record.readDate);
  return (
    (userId === undefined || record.userId === userId.toLowerCase()) &&
    (credential === undefined || record.credential === credential) &&
    (address === undefined || record.address === address) &&
    (timelineId === undefined ||
      record.whole ||
      record.timelineIds.includes(timelineId.toLowerCase())) &&
    (from === undefined || readMs >= Date.parse(from)) &&
    (to === undefined || readMs < Date.parse(to))
  );
}

async function showRecords(
  queryable: Queryable,
  found: readonly Found[],
  caller: Caller,
): Promise<{ data: ReadRecord[] }> {
  const titles = await findTitles(queryable, found);
  const userIds = found.map(({ userId }) => userId);
  const names = await findNames(queryable, userIds);
  const seesSources = isAuditor(caller);
  const data = found.map(({ place: _place, ...record }): ReadRecord => {
    const title = titles.get(timelineOf(record) ?? '') ?? null;
    const userName = names[record.userId] ?? null;
    const isVisible = seesSources || record.userId === caller.userId;
    return { ...record, ...(isVisible ? {} : withoutSource(record)), title, userName };
  });
  return { data };
}

/** As in the audit log. */
const withoutSource = ({ credential }: Pick<ReadRecord, 'credential'>) => ({
  address: null,
  requestId: null,
  credential: credential.split('/', 1)[0] ?? '',
});

type Located = Pick<ReadRecord, 'partitionId' | 'timelineIds' | 'whole'>;

/** Of a read about one object. */
const timelineOf = ({ timelineIds, whole }: Located): string | undefined =>
  timelineIds.length === 1 && !whole ? timelineIds[0] : undefined;

async function findTitles(
  queryable: Queryable,
  records: readonly Located[],
): Promise<ReadonlyMap<string, string | null>> {
  const titles = new Map<string, string | null>();
  for (const partitionId of new Set(records.map((record) => record.partitionId))) {
    const timelineIds = records.flatMap((record) =>
      record.partitionId === partitionId ? (timelineOf(record) ?? []) : [],
    );
    if (timelineIds.length === 0) continue;
    for (const [timelineId, title] of await table.findTitles(queryable, partitionId, timelineIds))
      titles.set(timelineId, title);
  }
  return titles;
}
