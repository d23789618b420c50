import type { User } from './things.ts';

/**
 * The part of a storage key that tells whose the stored text is: two people of one browser must not see each other's
 * searches, columns and recent pages, also if the service gives its users no ids.
 * @param visit the one in which the person is here: without an id or a name they are nobody who could come back
 */
export function personKeyOf({ id, username, email }: User, visit: number): string {
  // Without a colon, which separates the parts of a storage key.
  if (id !== '') return encodeURIComponent(id);
  if (username) return `username=${encodeURIComponent(username)}`;
  if (email) return `email=${encodeURIComponent(email)}`;
  return `?${visit}`;
}

/** Whether this is the key of a person whom nothing names, or a storage key with it. */
export function isOfUnnamedPerson(key: string): boolean {
  return /(?:^|:)\?\d/.test(key);
}
