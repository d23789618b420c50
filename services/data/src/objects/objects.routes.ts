import {
  getObject,
  latestObject,
  recentObjects,
  referencedBy,
  timelineObjects,
} from '@annals/contracts/objects';
import type { Mount } from '@annals/kit/mount';
import { badRequest, notFound } from '@annals/kit/problem';
import { decodeCursor, encodeCursor, isId, isSequence, isText } from '@annals/kit/lists/cursor';
import { exactly, rowsBefore, type Paging } from '@annals/kit/lists/paging';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import * as reads from './reads.sql.ts';
import { listReferencing } from './referenced-by.sql.ts';
import { objectVersionOf, type VersionRow } from '../versions/version.ts';

export function mountObjectReads(mount: Mount): void {
  mount(getObject, async ({ params: { partitionId, objectId }, query, database }) => {
    const version = await reads.findVersion(database, partitionId, objectId, asOfOf(query));
    if (!version) throw notFound('object');
    return objectVersionOf(partitionId, version);
  });

  mount(latestObject, async ({ params: { partitionId, timelineId }, query, database }) => {
    const version = await reads.findLatest(database, partitionId, timelineId, asOfOf(query));
    if (!version) throw notFound('timeline');
    return objectVersionOf(partitionId, version);
  });

  mount(timelineObjects, async ({ params: { partitionId, timelineId }, query, database }) => {
    const history = await reads.listHistory(
      database,
      partitionId,
      timelineId,
      pageRangeOf('history', query),
    );
    if (!history) throw notFound('timeline');
    return {
      ...pageOfFound(history.rows, query, versionIn(partitionId), (row) =>
        encodeCursor('history', row.modificationCount),
      ),
      total: exactly(history.total),
    };
  });

  mount(recentObjects, async ({ params: { partitionId }, query, database }) => {
    const { type, modifiedBy } = query;
    const range = { ...pageRangeOf('recent', query), from: query.fromSequence };
    const itemOf = versionIn(partitionId);
    if (type !== undefined && modifiedBy !== undefined) {
      requireFirst(query.page);
      const filter = { type, modifiedBy };
      const { rows, walkedTo } = await reads.walkRecentOf(database, partitionId, filter, range);
      const page = pageOfFound(rows, query, itemOf, recentCursor);
      if (page.hasMore || walkedTo === undefined) return page;
      return { ...page, nextCursor: encodeCursor('recent', walkedTo), hasMore: true };
    }
    if (type !== undefined || modifiedBy !== undefined) {
      const filter = type === undefined ? { modifiedBy: modifiedBy ?? '' } : { type };
      const rows = await reads.listRecentOf(database, partitionId, filter, range);
      return pageOfFound(rows, query, itemOf, recentCursor);
    }
    const { rows, total } = await reads.listRecent(database, partitionId, range);
    return { ...pageOfFound(rows, query, itemOf, recentCursor), total: exactly(total) };
  });

  mount(referencedBy, async ({ params: { partitionId, objectId }, query, database }) => {
    const [name, timelineId] = decodeCursor('referencedBy', query.cursor, [isText, isId]) ?? [];
    const rows = await listReferencing(database, {
      partitionId,
      objectId,
      name: query.name,
      after:
        name === undefined ? undefined : { name: String(name), timelineId: String(timelineId) },
      skip: rowsBefore(query),
      pageSize: query.pageSize,
      asOf: asOfOf(query),
    });
    if (!rows) throw notFound('object');
    return pageOfFound(
      rows,
      query,
      ({ name: reference, ...row }) => ({
        name: reference,
        object: objectVersionOf(partitionId, row),
      }),
      (row) => encodeCursor('referencedBy', row.name, row.timelineId),
    );
  });
}

/** A search in steps has no page numbers. */
function requireFirst(page: number | undefined): void {
  if (page !== undefined && page > 0)
    throw badRequest('With type and user together, the list can only be paged with the cursor.', [
      { path: 'query.page', message: 'Omit it and send nextCursor as cursor.' },
    ]);
}

const recentCursor = (row: VersionRow) => encodeCursor('recent', row.seq);

const versionIn = (partitionId: string) => (row: VersionRow) => objectVersionOf(partitionId, row);

const asOfOf = ({ asOf }: { asOf?: string | undefined }) =>
  asOf === undefined ? undefined : databaseMoment(asOf);

function pageRangeOf(list: string, query: Paging & { asOf?: string | undefined }): reads.PageRange {
  const [before] = decodeCursor(list, query.cursor, [isSequence]) ?? [];
  return {
    before: before === undefined ? undefined : Number(before),
    skip: rowsBefore(query),
    pageSize: query.pageSize,
    asOf: asOfOf(query),
  };
}
