import type { User } from '@annals/contracts/users';

interface Person {
  id: string;
  name?: string | null | undefined;
  username?: string | undefined;
  email?: string | null | undefined;
}

/** The display name of a user: name, else user name, else email; undefined when the service reports only the id. */
export function personName({ name, username, email }: Person): string | undefined {
  return name || username || email || undefined;
}

const head = 8;
const tail = 6;

/**
 * An id with its middle left out: the end of a UUIDv7 is the most distinctive, and its beginning encodes the
 * creation time.
 */
export function shortenId(id: string): string {
  return id.length <= head + tail + 3 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`;
}

/** The units of a user on one line. */
export function unitNames({ organizationalUnits = [] }: User): string {
  return organizationalUnits.map(({ id, name }) => name ?? shortenId(id)).join(', ');
}
