import { createHash, randomBytes } from 'node:crypto';
import type { StoredLook } from './read-batch.ts';

const saltBytes = 16;

/** With one of them nobody can guess an erased query from its digest. One call for all, because each costs microseconds. */
export function newSalts(count: number): string[] {
  const bytes = randomBytes(count * saltBytes);
  return Array.from({ length: count }, (_, place) =>
    bytes.toString('base64', place * saltBytes, (place + 1) * saltBytes),
  );
}

/** The digest of a query, which remains when the query is erased; null if there was none. */
export function digestQuery([, query, , , , , seal]: StoredLook): string | null {
  return query === null ? seal : createHash('sha256').update(`${seal} ${query}`).digest('base64');
}
