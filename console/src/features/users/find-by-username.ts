import { queryOptions } from '@tanstack/react-query';
import { maximalPageSize } from '@annals/contracts/fields';
import { findUserByName, findUsersContaining, listUsers } from '@annals/contracts/users';
import { isAnnounced } from '../../platform/api/announced.ts';
import { call } from '../../platform/api/call.ts';
import { noSuchThing } from '../../platform/api/errors.ts';
import { queryKeyOf } from '../../platform/api/query.ts';
import type { User } from '../../platform/api/things.ts';

/**
 * The user with exactly this user name. A name that no path may contain, such as `CORP\\jdoe`, is looked for in the list
 * of the users who have a part of it.
 */
export const userByNameQuery = (username: string) =>
  queryOptions({
    queryKey: queryKeyOf(findUserByName, { params: { username } }),
    queryFn: ({ signal }): Promise<User> =>
      fitsInCall(username)
        ? call(findUserByName, { params: { username } }, { signal })
        : findInUsers(username, signal),
  });

async function findInUsers(username: string, signal: AbortSignal): Promise<User> {
  let cursor: string | undefined;
  do {
    const page = await pageWith(username, cursor, signal);
    const found = page?.data.find((user) => foldCase(user.username ?? '') === foldCase(username));
    if (found) return found;
    cursor = page?.nextCursor ?? undefined;
  } while (cursor !== undefined);
  throw noSuchThing();
}

/** In a query only an encoded byte within the name is forbidden; in a path, which other services need, more is. */
async function pageWith(username: string, cursor: string | undefined, signal: AbortSignal) {
  const query = { pageSize: maximalPageSize, cursor };
  if (isAnnounced('authentication')) {
    const name = longest(username.split(/%(?=[\dA-F]{2})/i));
    return call(listUsers, { query: { ...query, name } }, { signal });
  }
  const searchtext = longest(username.split(/[\\/%]/).filter(fitsInCall));
  if (searchtext === '') return undefined;
  return call(findUsersContaining, { params: { searchtext }, query }, { signal });
}

/** The console's server forwards no path whose parameter could be read as another path (specification, transport). */
const fitsInCall = (text: string): boolean =>
  text !== '' &&
  !text.split('/').some((part) => /^\.{1,2}$/.test(part)) &&
  !/\\|%[\dA-F]{2}/i.test(text);

const longest = (pieces: readonly string[]): string =>
  pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '');

const foldCase = (name: string): string => name.normalize('NFKC').toLowerCase();
