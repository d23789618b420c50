import type { Operation } from '@annals/contracts/transactions';
import type { Queryable } from '@annals/kit/database/database';
import type { ChangeSetKey } from './change-sets.sql.ts';
import { listWritten } from './operations.sql.ts';
import type { OperationInput } from './save-operations.ts';

/** The operations that revert a committed set, each based on the version that it wrote: later changes are conflicts. */
export async function inverseOperations(
  database: Queryable,
  key: ChangeSetKey,
): Promise<OperationInput[]> {
  const written = await listWritten(database, key);
  return written.map(({ operationId, timelineId, objectId, predecessorId, followsEnd }) => {
    const pinned = { timelineId, predecessorId: objectId };
    // Nothing precedes the first version of a timeline, and before a restore the timeline may have been ended.
    const operation: Operation =
      predecessorId === null || followsEnd
        ? { operation: 'end', ...pinned }
        : { operation: 'restore', ...pinned, objectId: predecessorId };
    return { operationId, operation };
  });
}
