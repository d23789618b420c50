import { say } from '@annals/contracts/messages';
import { commitTransaction } from '@annals/contracts/transactions';
import type { Database } from '@annals/kit/database/database';
import { pageBytes } from '@annals/kit/lists/page-bytes';
import type { Mount } from '@annals/kit/mount';
import { Problem } from '@annals/kit/problem';
import { writeRequestOf } from '../append/append-command.ts';
import type { CheckedAppend } from '../append/checked-append.ts';
import { objectVersionOf } from '../versions/version.ts';
import { TransactionRefused } from './transaction-command.ts';
import { listFitting, listNumbered } from './transactions.sql.ts';
import { writeTransaction } from './write-transaction.ts';
import { showing } from '../versions/shown-versions.ts';

export function mountTransactions(mount: Mount, database: Database, checked: CheckedAppend): void {
  mount(commitTransaction, async (call) => {
    const partitionId = call.params.partitionId.toLowerCase();
    const { dryRun = false } = call.query;
    const transaction = { ...call.body, dryRun };
    try {
      const { sequences, versions = await listNumbered(database, partitionId, sequences) } =
        await writeTransaction(database, checked, partitionId, transaction, writeRequestOf(call));
      if (dryRun) call.reply.code(200);
      const answer = {
        dryRun,
        data: versions.map((version) => objectVersionOf(partitionId, version)),
      };
      if (!dryRun) return answer;
      // What would be written has what its predecessor has, and leaves no version that says who read it.
      const objectIds = versions.flatMap(({ predecessorId }) => predecessorId ?? []);
      return showing(answer, [{ objectIds, count: () => objectIds.length }]);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      throw await problemOfRefusal(database, partitionId, error);
    }
  });
}

/** Problems of operations take precedence over conflicts, which are included all the same. */
export async function problemOfRefusal(
  database: Database,
  partitionId: string,
  { problems, conflicts }: TransactionRefused,
): Promise<Problem> {
  const heads = await listFitting(
    database,
    partitionId,
    conflicts.map(({ objectId }) => objectId),
    pageBytes,
  );
  const current = new Map(heads.map((head) => [head.id, objectVersionOf(partitionId, head)]));
  const extras = {
    conflicts: conflicts.map(({ timelineId, objectId, ...conflict }) => ({
      ...conflict,
      current: current.get(objectId) ?? { id: objectId, partitionId, timelineId },
    })),
  };
  if (problems.length === 0)
    return new Problem(409, 'transaction_conflict', say('transactionConflicts'), extras);
  return new Problem(400, 'bad_request', say('transactionInvalid'), {
    ...(conflicts.length > 0 ? extras : {}),
    fields: problems.map(({ operation, path, ...wrong }) => ({
      ...wrong,
      path: `body.operations.${operation}.${path}`,
    })),
  });
}
