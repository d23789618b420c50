import type { ResponseOf } from '@annals/contracts/endpoint';
import type { importObjects, ImportRow } from '@annals/contracts/transfers';

interface Timeline {
  type: string | undefined;
  ended: boolean;
}

/** The effect that the earlier batches would have had. */
export interface PendingTimelines {
  readonly timelines: Map<string, Timeline>;
  newestDate: string | undefined;
}

export const noPendingTimelines = (): PendingTimelines => ({
  timelines: new Map(),
  newestDate: undefined,
});

/**
 * A dry run knows the partition and its own batch, but not the earlier batches, which are not written. For a retry,
 * rejected rows omit their references to timelines of those batches, which will exist in the real run. Undefined if
 * there is nothing to retry.
 */
export function retryWithoutReferences(
  rows: readonly ImportRow[],
  { refused }: ResponseOf<typeof importObjects>,
  { timelines }: PendingTimelines,
): ImportRow[] | undefined {
  const again = new Set(refused.map(({ row }) => row));
  let found = false;
  const tried = rows.map((row, index) => {
    if (!again.has(index) || 'ended' in row) return row;
    const references = row.references.filter(({ key }) => !timelines.has(key));
    if (references.length === row.references.length) return row;
    found = true;
    return { ...row, references };
  });
  return found ? tried : undefined;
}
