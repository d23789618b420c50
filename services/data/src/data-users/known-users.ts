import type { Authenticate, Caller } from '@annals/kit/caller';
import type { Database } from '@annals/kit/database/database';
import { keepDataUser } from './data-users.sql.ts';

const mostRemembered = 10_000;

/** Authenticates, and keeps each caller's names in data_user: written when first seen or changed, not each time. */
export function keepingUsers(authenticate: Authenticate, database: Database): Authenticate {
  const seen = new Map<string, string>();
  return async (headers) => {
    const caller = await authenticate(headers);
    if (caller && seen.get(caller.userId) !== namesOf(caller)) {
      await keepDataUser(database, caller);
      if (seen.size >= mostRemembered) seen.clear();
      seen.set(caller.userId, namesOf(caller));
    }
    return caller;
  };
}

const namesOf = ({ username, name }: Caller) => JSON.stringify([username, name]);
