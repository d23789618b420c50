import { Readable } from 'node:stream';
import { exportObjects } from '@annals/contracts/moves';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Database } from '@annals/kit/database/database';
import { decodeCursor, encodeCursor, isSequence } from '@annals/kit/lists/cursor';
import { Streamed, type Mount } from '@annals/kit/mount';
import { findNewestSequence } from '../changes/changes.sql.ts';
import { exportRows, type ExportRow, type ExportWish } from './export-rows.ts';

const ndjson = 'application/x-ndjson';
/** Rows that the stream reads at once. */
const streamedTogether = 500;
/** Steps of one request for a page, where few versions are wanted among many. */
const mostSteps = 5;

export function mountExport(mount: Mount, database: Database): void {
  mount(exportObjects, async ({ params: { partitionId }, query, request }) => {
    const [last, end] = decodeCursor('export', query.cursor, [isSequence, isSequence]) ?? [];
    // What is written from now on does not come, also on the pages that follow.
    const upTo = Number(
      end ?? (await findNewestSequence(database, partitionId, databaseMoment(query.asOf))),
    );
    const { type, history, pageSize } = query;
    const wish = { after: Number(last ?? 0), upTo, type, history };
    if (request.headers.accept?.includes(ndjson)) {
      const lines = linesOf(database, partitionId, { ...wish, limit: streamedTogether });
      return new Streamed(ndjson, Readable.from(lines));
    }
    const page = await pageOf(database, partitionId, { ...wish, limit: pageSize });
    return {
      data: page.rows,
      nextCursor: page.last === undefined ? null : encodeCursor('export', page.last, upTo),
      hasMore: page.last !== undefined,
    };
  });
}

async function pageOf(database: Database, partitionId: string, wish: ExportWish) {
  let page = await exportRows(database, partitionId, wish);
  for (let step = 1; step < mostSteps; step += 1) {
    if (page.rows.length > 0 || page.last === undefined) break;
    page = await exportRows(database, partitionId, { ...wish, after: page.last });
  }
  return page;
}

/** Reads the next rows only when the ones before are on their way. */
async function* linesOf(
  database: Database,
  partitionId: string,
  wish: ExportWish,
): AsyncGenerator<string> {
  for (let after: number | undefined = wish.after; after !== undefined;) {
    const page: { rows: ExportRow[]; last: number | undefined } = await exportRows(
      database,
      partitionId,
      { ...wish, after },
    );
    if (page.rows.length > 0) yield page.rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    after = page.last;
  }
}
