import {
  getObject,
  latestObject,
  recentObjects,
  referencedBy,
  timelineObjects,
} from '@annals/contracts/objects';
import type { Database } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { decodeCursor, encodeCursor, isId, isSequence, isText } from '@annals/kit/lists/cursor';
import { exactly, pageFrom, rowsBefore, type Paging } from '@annals/kit/lists/paging';
import { databaseMoment } from '@annals/kit/database/database-moment';
import * as reads from './reads.sql.ts';
import { listReferencing } from './referenced-by.sql.ts';
import { objectVersionOf, type VersionRow } from './version.ts';

export function mountObjectReads(mount: Mount, database: Database): void {
  mount(getObject, async ({ params: { partitionId, objectId }, query }) => {
    const version = await reads.findVersion(database, partitionId, objectId, momentOf(query));
    if (!version) throw notFound('object');
    return objectVersionOf(partitionId, version);
  });

  mount(latestObject, async ({ params: { partitionId, timelineId }, query }) => {
    const version = await reads.findLatest(database, partitionId, timelineId, momentOf(query));
    if (!version) throw notFound('timeline');
    return objectVersionOf(partitionId, version);
  });

  mount(timelineObjects, async ({ params: { partitionId, timelineId }, query }) => {
    const history = await reads.listHistory(
      database,
      partitionId,
      timelineId,
      stretchOf('history', query),
    );
    if (!history) throw notFound('timeline');
    return {
      ...pageFrom(history.rows, query.pageSize, versionIn(partitionId), (row) =>
        encodeCursor('history', row.modificationCount),
      ),
      total: exactly(history.total),
    };
  });

  mount(recentObjects, async ({ params: { partitionId }, query }) => {
    const stretch = stretchOf('recent', query);
    if (query.type !== undefined) {
      const rows = await reads.listRecentOfType(database, partitionId, query.type, stretch);
      return pageFrom(rows, query.pageSize, versionIn(partitionId), recentCursor);
    }
    const { rows, total } = await reads.listRecent(database, partitionId, stretch);
    return {
      ...pageFrom(rows, query.pageSize, versionIn(partitionId), recentCursor),
      total: exactly(total),
    };
  });

  mount(referencedBy, async ({ params: { partitionId, objectId }, query }) => {
    const [name, timelineId] = decodeCursor('referencedBy', query.cursor, [isText, isId]) ?? [];
    const rows = await listReferencing(database, {
      partitionId,
      objectId,
      name: query.name,
      after:
        name === undefined ? undefined : { name: String(name), timelineId: String(timelineId) },
      skip: rowsBefore(query),
      limit: query.pageSize + 1,
      asOf: momentOf(query),
    });
    if (!rows) throw notFound('object');
    return pageFrom(
      rows,
      query.pageSize,
      ({ name: reference, ...row }) => ({
        name: reference,
        object: objectVersionOf(partitionId, row),
      }),
      (row) => encodeCursor('referencedBy', row.name, row.timelineId),
    );
  });
}

const recentCursor = (row: VersionRow) => encodeCursor('recent', row.seq);

const versionIn = (partitionId: string) => (row: VersionRow) => objectVersionOf(partitionId, row);

const momentOf = ({ asOf }: { asOf?: string | undefined }) =>
  asOf === undefined ? undefined : databaseMoment(asOf);

function stretchOf(list: string, query: Paging & { asOf?: string | undefined }): reads.Stretch {
  const [before] = decodeCursor(list, query.cursor, [isSequence]) ?? [];
  return {
    before: before === undefined ? undefined : Number(before),
    skip: rowsBefore(query),
    limit: query.pageSize + 1,
    asOf: momentOf(query),
  };
}
