import { LRUCache } from 'lru-cache';
import type { Authenticate, Caller } from '@annals/kit/caller';
import { DatabaseUnavailable, DiskFull, type Database } from '@annals/kit/database/database';
import { saveDataUser } from './data-users.sql.ts';

/** Authenticates, and saves the names of each caller when the caller is first seen or renamed. */
export function savingUsers(authenticate: Authenticate, database: Database): Authenticate {
  const saved = new LRUCache<string, string>({ max: 10_000 });
  const save = async (caller: Caller) => {
    try {
      await saveDataUser(database, caller);
    } catch (error) {
      // Reads still work, and so do the other workers of a cluster; the names are saved at a later call.
      if (error instanceof DiskFull || error instanceof DatabaseUnavailable) return;
      throw error;
    }
    saved.set(caller.userId, namesOf(caller));
  };
  return async (request) => {
    const caller = await authenticate(request);
    if (caller && saved.get(caller.userId) !== namesOf(caller)) await save(caller);
    return caller;
  };
}

const namesOf = ({ username, name }: Caller) => JSON.stringify([username, name]);
