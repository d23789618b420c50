import {
  getObject,
  latestObject,
  recentObjects,
  referencedBy,
  timelineObjects,
} from '@annals/contracts/objects';
import { JsonText } from '@annals/kit/json-text';
import type { Mount } from '@annals/kit/mount';
import { badRequest, notFound } from '@annals/kit/problem';
import { decodeCursor, encodeCursor, isId, isSequence, isText } from '@annals/kit/lists/cursor';
import { exactly, rowsBefore, type Paging } from '@annals/kit/lists/paging';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { listOfJson, pageOfFound } from '@annals/kit/lists/page-bytes';
import * as reads from './reads.sql.ts';
import { listReferencing } from './referenced-by.sql.ts';
import type { VersionText } from '../versions/version-columns.sql.ts';

export function mountObjectReads(mount: Mount): void {
  mount(getObject, async ({ params: { partitionId, objectId }, query, database }) => {
    const version = await reads.findVersionJson(database, partitionId, objectId, asOfOf(query));
    if (!version) throw notFound('object');
    return new JsonText(version);
  });

  mount(latestObject, async ({ params: { partitionId, timelineId }, query, database }) => {
    const version = await reads.findLatestJson(database, partitionId, timelineId, asOfOf(query));
    if (!version) throw notFound('timeline');
    return new JsonText(version);
  });

  mount(timelineObjects, async ({ params: { partitionId, timelineId }, query, database }) => {
    const history = await reads.listHistory(
      database,
      partitionId,
      timelineId,
      pageRangeOf('history', query),
    );
    if (!history) throw notFound('timeline');
    const page = pageOfFound(history.rows, query, jsonOf, (row) =>
      encodeCursor('history', row.modificationCount),
    );
    return listOfJson({ ...page, total: exactly(history.total) });
  });

  mount(recentObjects, async ({ params: { partitionId }, query, database }) => {
    const { type, modifiedBy } = query;
    const range = { ...pageRangeOf('recent', query), from: query.fromSequence };
    if (type !== undefined && modifiedBy !== undefined) {
      requireFirst(query.page);
      const filter = { type, modifiedBy };
      const { rows, walkedTo } = await reads.walkRecentOf(database, partitionId, filter, range);
      const page = pageOfFound(rows, query, jsonOf, recentCursor);
      if (page.hasMore || walkedTo === undefined) return listOfJson(page);
      return listOfJson({ ...page, nextCursor: encodeCursor('recent', walkedTo), hasMore: true });
    }
    if (type !== undefined || modifiedBy !== undefined) {
      const filter = type === undefined ? { modifiedBy: modifiedBy ?? '' } : { type };
      const rows = await reads.listRecentOf(database, partitionId, filter, range);
      return listOfJson(pageOfFound(rows, query, jsonOf, recentCursor));
    }
    const { rows, total } = await reads.listRecent(database, partitionId, range);
    const page = pageOfFound(rows, query, jsonOf, recentCursor);
    return listOfJson({ ...page, total: exactly(total) });
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
    return listOfJson(
      pageOfFound(
        rows,
        query,
        ({ name: reference, json }) => `{"name":${JSON.stringify(reference)},"object":${json}}`,
        (row) => encodeCursor('referencedBy', row.name, row.timelineId),
      ),
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

const recentCursor = (row: VersionText) => encodeCursor('recent', row.seq);

const jsonOf = ({ json }: { json: string }) => json;

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
