import { say } from '@annals/contracts/messages';
import type { Database } from '@annals/kit/database/database';
import { notFound, Problem } from '@annals/kit/problem';
import { exportRows } from './export-rows.ts';
import { appendRows } from './import-batch.ts';
import type { CheckedAppend } from '../append/checked-append.ts';
import type { RecordEnd } from './job-ends.ts';
import { addPage, type ClaimedJob, type PageDone } from './claimed-jobs.sql.ts';

const rowsOfPage = 500;

/**
 * Writes the next versions of the source to the target with their ids, dates and authors. Versions that already exist,
 * from a page that was written before a crash, are skipped.
 */
export async function copyPage(
  { database, checked, ended }: { database: Database; checked: CheckedAppend; ended: RecordEnd },
  job: ClaimedJob,
  holder: string,
): Promise<PageDone> {
  const { partitionId, fromPartitionId, cursor, total, userId } = job;
  if (fromPartitionId === null || total === null) throw notFound('partition to copy from');
  const after = Number(cursor ?? 0);
  const { rows, last } = await exportRows(database, fromPartitionId, {
    after,
    upTo: total,
    limit: rowsOfPage,
    history: true,
  });
  const pageOf = (counts: PageDone['counts']): PageDone => ({
    cursor: String(last ?? total),
    done: rows.length,
    counts,
    finished: last === undefined,
  });
  if (rows.length === 0) {
    const page = pageOf({ created: 0, changed: 0, ended: 0, existing: 0 });
    await database.transaction(async (transaction) => {
      await addPage(transaction, job, holder, page);
      if (page.finished) await ended(transaction, job, 'DONE');
    });
    return page;
  }
  const counts = await appendRows(
    checked,
    partitionId,
    {
      rows,
      dryRun: false,
      skipRefused: false,
      importer: { userId, forOthers: true },
      afterInsert: async (transaction, written) => {
        const page = pageOf(written);
        await addPage(transaction, job, holder, page);
        if (page.finished) await ended(transaction, job, 'DONE');
      },
    },
    { bytes: JSON.stringify(rows).length, idempotency: undefined },
  ).catch((error: unknown) => {
    throw withRowPosition(error, after);
  });
  return pageOf(counts);
}

/** The number of a row is meaningless without the start of its page. */
function withRowPosition(error: unknown, after: number): unknown {
  if (!(error instanceof Problem) || error.status >= 500) return error;
  const { status, code, explanation, extras } = error;
  return new Problem(status, code, say('copyStopped', { after, problem: explanation }), extras);
}
