import { importObjects, type ImportRow } from '@annals/contracts/transfers';
import type { Caller, FindMemberRole } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { advanceImport } from '../transfers/advance-import.ts';
import type { CheckedAppend } from '../objects/checked-append.ts';
import { writeRequestOf } from '../objects/write-request.ts';
import { appendRows } from './append-rows.ts';
import type { Import } from './import-batch.ts';

export function mountImport(
  mount: Mount,
  checked: CheckedAppend,
  findMemberRole: FindMemberRole,
): void {
  mount(importObjects, async (call) => {
    const { rows } = call.body;
    const { dryRun = false, skipRefused = false, jobId } = call.query;
    if (dryRun && jobId !== undefined)
      throw badRequest('A dry run writes nothing, so it is no progress of a job.', [
        { path: 'query.jobId', message: 'Leave it out of a dry run.' },
      ]);
    const partitionId = call.params.partitionId.toLowerCase();
    const request = writeRequestOf(call);
    const { userId } = call.caller;
    const isOwner =
      (jobId !== undefined || rows.some(hasOtherAuthor(call.caller))) &&
      (await findMemberRole(call.caller, partitionId)) === 'OWNER';
    const batch: Omit<Import, 'broken'> = {
      rows,
      dryRun,
      skipRefused,
      importer: { userId, forOthers: isOwner },
      ...(jobId === undefined
        ? {}
        : {
            along: async (transaction, { refused, ...counts }) =>
              advanceImport(transaction, {
                partitionId,
                jobId,
                by: { userId, isOwner },
                rows: rows.length,
                counts,
                refused,
              }),
          }),
    };
    return { ...(await appendRows(checked, partitionId, batch, request)) };
  });
}

const hasOtherAuthor =
  ({ userId }: Caller) =>
  ({ modificationUserId }: ImportRow): boolean =>
    modificationUserId !== undefined && modificationUserId.toLowerCase() !== userId;
