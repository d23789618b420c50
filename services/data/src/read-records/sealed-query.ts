import { createHash, randomBytes } from 'node:crypto';
import type { StoredRecord } from './read-batch.ts';

const saltBytes = 16;

/** With it nobody can guess an erased query from its digest. */
export const newSalt = (): string => randomBytes(saltBytes).toString('base64');

/** The digest of the query of a record, which remains when the query is erased; null if there was none. */
export function sealedQuery([, , , , query, , , , , , seal]: StoredRecord): string | null {
  return query === null ? seal : createHash('sha256').update(`${seal} ${query}`).digest('base64');
}
