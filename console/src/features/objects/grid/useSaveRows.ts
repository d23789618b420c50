import { invalidatePartition } from '../../../platform/api/query.ts';
import type { useReason } from '../../../domain/reasons/useReason.tsx';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';
import { writeParts } from './save-rows.ts';
import type { GridRows } from './useGridRows.ts';

/** Thrown when a transaction is refused, with the number of objects saved before it. */
export class NotSaved extends Error {
  readonly written: number;

  constructor(cause: unknown, written: number) {
    super(undefined, { cause });
    this.written = written;
  }
}

/** Saves the changes of the grid, one transaction after the other. */
export function useSaveRows(
  partitionId: string,
  grid: GridRows,
  reason: Pick<ReturnType<typeof useReason>, 'text' | 'clear'>,
) {
  return useSingleMutation({
    mutationFn: async () => {
      const { written, failure } = await writeParts(partitionId, grid.parts, reason.text);
      if (failure !== undefined) grid.refuse(failure.refusals);
      if (written.size > 0) {
        grid.markWritten(written);
        void invalidatePartition(partitionId);
      }
      if (failure !== undefined) throw new NotSaved(failure.error, written.size);
      reason.clear();
      return written.size;
    },
  });
}
