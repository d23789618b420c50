import { type Transfer, listTransfers } from '@annals/contracts/transfers';
import { call } from '../../../api/call.ts';
import { product } from '../../../api/product.ts';

/** So many of the newest imports of a partition are looked through. */
const looksThrough = 100;

interface SameFile {
  partitionId: string;
  hash: string;
  /** Only one that is not over. */
  running?: boolean;
  signal: AbortSignal;
}

/**
 * The newest import of the same file into the same partition: rows without an id would be written once more by another.
 * Undefined also where that is not known.
 */
export async function importOfSameFile({
  partitionId,
  hash,
  running = false,
  signal,
}: SameFile): Promise<Transfer | undefined> {
  try {
    const state = running ? ('RUNNING' as const) : undefined;
    const query = { partitionId, kind: 'IMPORT' as const, state, pageSize: looksThrough };
    const { data } = await call(listTransfers, { query }, { signal });
    return data.find(({ fileHash, done, state: is }) => {
      const wroteNothing = is !== 'RUNNING' && done === 0;
      return fileHash === hash && !wroteNothing;
    });
  } catch {
    signal.throwIfAborted();
    // It is only for advice; what is in the way of the import, that will tell itself.
    return undefined;
  }
}

/** One tab of this browser after the other: two that begin at once would not see each other's import yet. */
export async function oneTabAtATime<T>(act: () => Promise<T>): Promise<T> {
  // Absent outside of secure contexts.
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(`${product}.import`, act) : act();
}
