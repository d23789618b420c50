import { product } from './product.ts';

/**
 * The database of this browser (IndexedDB) for what is too large for localStorage: unfinished work that survives a
 * reload. It may hold personal data, so that it does not outlive the session.
 */
export const draftDatabase = `${product}.drafts`;

/** Other tabs open it for single reads and writes only, so that none of them delays this. */
export function deleteDrafts(): void {
  try {
    // Absent where the browser stores nothing.
    (globalThis.indexedDB as IDBFactory | undefined)?.deleteDatabase(draftDatabase);
  } catch {
    // The browser refuses storage: there is nothing to delete.
  }
}
