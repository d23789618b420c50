import type { Operation } from '@annals/contracts/transactions';
import type { Queryable } from '@annals/kit/database/database';
import type { ChangeSetKey } from './change-sets.sql.ts';
import { listWritten } from './operations.sql.ts';
import type { GivenOperation } from './save-operations.ts';

/**
 * The operations that take a committed set back, each on top of the version that it wrote: what others have written
 * since is a conflict.
 */
export async function inverseOperations(
  database: Queryable,
  key: ChangeSetKey,
): Promise<GivenOperation[]> {
  const written = await listWritten(database, key);
  return written.map(({ operationId, timelineId, objectId, predecessorId, followsEnd }) => {
    const pinned = { timelineId, predecessorId: objectId };
    // There is nothing before the first version of a timeline, and before a restore it may have been ended.
    const operation: Operation =
      predecessorId === null || followsEnd
        ? { operation: 'end', ...pinned }
        : { operation: 'restore', ...pinned, objectId: predecessorId };
    return { operationId, operation };
  });
}
