import type { Authenticate, Caller } from '@annals/kit/caller';
import { DiskFull, type Database } from '@annals/kit/database/database';
import { keepDataUser } from './data-users.sql.ts';

const mostRemembered = 10_000;

/** Authenticates, and keeps each caller's names in data_user: written when first seen or changed, not each time. */
export function keepingUsers(authenticate: Authenticate, database: Database): Authenticate {
  const seen = new Map<string, string>();
  const keep = async (caller: Caller) => {
    try {
      await keepDataUser(database, caller);
    } catch (error) {
      // Reading goes on; the names are kept at a later call.
      if (error instanceof DiskFull) return;
      throw error;
    }
    if (seen.size >= mostRemembered) seen.clear();
    seen.set(caller.userId, namesOf(caller));
  };
  return async (request) => {
    const caller = await authenticate(request);
    if (caller && seen.get(caller.userId) !== namesOf(caller)) await keep(caller);
    return caller;
  };
}

const namesOf = ({ username, name }: Caller) => JSON.stringify([username, name]);
