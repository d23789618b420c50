import { Readable } from 'node:stream';
import { exportObjects, listTimelineKeys } from '@annals/contracts/transfers';
import type { Database, Queryable } from '@annals/kit/database/database';
import { decodeCursor, encodeCursor, isSequence } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { asOfOf } from '../versions/as-of.sql.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { requireStillReader, type Admission } from '../members/member-access.ts';
import { showing } from '../versions/shown-versions.ts';
import { findKeysOfTimelines } from './export.sql.ts';
import { exportRows, type ExportQuery, type ExportRows } from './export-rows.ts';

/** The number of rows that the stream reads at once. */
const streamBatchSize = 500;
/** The most steps of one request for a page, if few versions match among many. */
const maxSteps = 5;

interface ExportOptions {
  database: Database;
  /** Checks access, repeatedly during an export. */
  admission: Admission;
  trail: AuditTrail;
}

export function mountExport(mount: Mount, { database, admission, trail }: ExportOptions): void {
  mount(exportObjects, async ({ params, query, caller, acceptsStream, request, queryable }) => {
    const { partitionId } = params;
    const [last, end] = decodeCursor('export', query.cursor, [isSequence, isSequence]) ?? [];
    // Excludes later writes, on the following pages too.
    const upTo = end === undefined ? { asOf: asOfOf(query) } : Number(end);
    const { type, history, pageSize } = query;
    const exported = { after: Number(last ?? 0), upTo, type, history };
    // The following pages belong to the same export.
    if (query.cursor === undefined) {
      await database.transaction(async (transaction) =>
        trail.record(transaction, { caller, request }, partitionId, {
          action: 'partition.exported',
          after: { type: type ?? null, history: history === true, asOf: query.asOf ?? null },
        }),
      );
    }
    if (acceptsStream) {
      const arrivedMs = Date.now();
      let sent = 0;
      const lines = linesOf(
        queryable,
        partitionId,
        { ...exported, limit: streamBatchSize },
        async () => requireStillReader(admission, request, partitionId, arrivedMs),
        (rows) => (sent += rows),
      );
      return showing(Readable.from(lines), [{ whole: true, count: () => sent }]);
    }
    const page = await pageOf(queryable, partitionId, { ...exported, limit: pageSize });
    return {
      data: page.rows,
      nextCursor: page.last === undefined ? null : encodeCursor('export', page.last, page.upTo),
      hasMore: page.last !== undefined,
    };
  });

  mount(listTimelineKeys, async ({ params: { partitionId }, query: { timelineId }, queryable }) => {
    const found = await findKeysOfTimelines(queryable, partitionId, timelineId);
    const objectIds = found.map(({ objectId }) => objectId);
    const data = found.map(({ objectId: _objectId, ...key }) => key);
    return showing({ data }, [{ objectIds, count: () => objectIds.length }]);
  });
}

async function pageOf(database: Queryable, partitionId: string, query: ExportQuery) {
  let page = await exportRows(database, partitionId, query);
  for (let step = 1; step < maxSteps; step += 1) {
    if (page.rows.length > 0 || page.last === undefined) break;
    page = await exportRows(database, partitionId, { ...query, upTo: page.upTo, after: page.last });
  }
  return page;
}

/**
 * Reads the next rows only when the previous ones are sent and the caller still has access: otherwise it throws, which
 * aborts the connection, so that a partial export cannot be mistaken for a complete one.
 */
async function* linesOf(
  database: Queryable,
  partitionId: string,
  query: ExportQuery,
  requireReader: () => Promise<void>,
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  for (let next: ExportQuery | undefined = query; next !== undefined;) {
    const page: ExportRows = await exportRows(database, partitionId, next);
    onRows(page.rows.length);
    if (page.rows.length > 0) yield page.rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    next = page.last === undefined ? undefined : { ...query, upTo: page.upTo, after: page.last };
    if (next) await requireReader();
  }
}
