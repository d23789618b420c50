import sql, { type Sql } from 'sql-template-tag';
import {
  getReadRecording,
  listReads,
  listReadsOfAll,
  putReadRecording,
  type ReadRecord,
} from '@annals/contracts/read-records';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import { decodeCursor, encodeCursor, isId } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { lockPartition } from '../partitions/partitions.sql.ts';
import { openTo, scopeOf, writtenOut } from '../partitions/scope.sql.ts';
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
      await table.writeReadRecording(transaction, partitionId, body, caller.userId);
      await trail.record(transaction, { caller, request }, partitionId, {
        action: 'readRecording.changed',
        before: was,
        after: is,
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
    and owner.user_id = ${writtenOut(scope.userId)} and owner.role = 'OWNER' and owner.removed_date is null)`;
}

interface RecordsQuery extends table.ReadFilter {
  cursor?: string | undefined;
  pageSize: number;
}

async function pageOfRecords(
  queryable: Queryable,
  within: Sql,
  { cursor, ...query }: RecordsQuery,
  caller: Caller,
) {
  const { pageSize, address, from, to } = query;
  const [before] = decodeCursor('reads', cursor, [isId]) ?? [];
  const seesAddresses = isAuditor(caller);
  const filter = {
    ...query,
    from: databaseMoment(from),
    to: databaseMoment(to),
    before: before === undefined ? undefined : String(before),
  };
  // An address that is hidden cannot be searched for.
  const visible =
    address === undefined || seesAddresses
      ? within
      : sql`${within} and r.user_id = ${caller.userId}`;
  const found = await table.listRecords(queryable, visible, filter, pageSize);
  const titles = await findTitles(queryable, found);
  return pageOfFound(
    found,
    { pageSize },
    (record: Untitled): ReadRecord => {
      const title = titles.get(timelineOf(record) ?? '') ?? null;
      return seesAddresses || record.userId === caller.userId
        ? { ...record, title }
        : { ...record, title, address: null, requestId: null };
    },
    ({ id }) => encodeCursor('reads', id),
  );
}

type Untitled = Omit<ReadRecord, 'title'>;

/** Of a read about one object. */
const timelineOf = ({ timelineIds, whole }: Untitled): string | undefined =>
  timelineIds.length === 1 && !whole ? timelineIds[0] : undefined;

async function findTitles(
  queryable: Queryable,
  records: readonly Untitled[],
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
