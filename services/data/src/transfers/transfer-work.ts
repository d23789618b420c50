import type { ScopeOfUser } from '@annals/kit/caller';
import type { Database } from '@annals/kit/database/database';
import type { CheckedAppend } from '../append/checked-append.ts';
import { copyPage } from './copy-page.ts';
import type { RecordEnd } from './job-ends.ts';
import { requireRightsToRun } from './job-rights.ts';
import type { WorkPage } from './job-worker.ts';
import { reindexPage } from './reindex-page.ts';

interface TransferWork {
  database: Database;
  checked: CheckedAppend;
  scopeOfUser: ScopeOfUser;
  ended: RecordEnd;
}

/** Runs copies and index rebuilds, page by page. */
export const transferWork =
  ({ database, checked, scopeOfUser, ended }: TransferWork): WorkPage =>
  async (job, holder) => {
    await requireRightsToRun({ database, scopeOfUser }, job);
    return job.kind === 'COPY'
      ? copyPage({ database, checked, ended }, job, holder)
      : reindexPage({ database, ended }, job, holder);
  };
