import { queryOptions } from '@tanstack/react-query';
import { getUser } from '@annals/contracts/users';
import { searchObjects } from '@annals/contracts/object-search';
import { latestObject, type ObjectVersion } from '@annals/contracts/objects';
import { getDataUser } from '@annals/contracts/data-users';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import type { AsOfQuery } from '../../shared/time-travel/as-of-search.ts';

/** Specification 3 and 9: the type of accounts, the reference to their main operator, and the page that is searched. */
export const accountType = 'ACCOUNT';
const mainOperatorReference = 'mainOperatorRef';
const searchedPage = { page: 0, pageSize: 10 };

export function mainAccountsQuery(partitionId: string, at: AsOfQuery) {
  return queryOf(searchObjects, {
    params: { partitionId },
    query: { ...searchedPage, ...at },
    body: { type: accountType },
  });
}

/** The timeline of an account's main operator. */
export function mainOperatorTimeline(account: ObjectVersion): string | undefined {
  return account.references?.find(({ name }) => name === mainOperatorReference)?.timelineId;
}

/** The user behind a main operator's timeline: the `userId` in its latest object, and that user if visible. */
export function mainOperatorQuery(partitionId: string, timelineId: string, at: AsOfQuery) {
  const input = { params: { partitionId, timelineId }, query: at };
  return queryOptions({
    queryKey: [...queryKeyOf(latestObject, input), 'main-operator'],
    queryFn: async ({ signal }) => {
      const latest = await call(latestObject, input, { signal });
      const userId = latest.objectData?.['userId'];
      const named = typeof userId === 'number' ? String(userId) : userId;
      return typeof named === 'string' && named !== '' ? userOrId(named, signal) : null;
    },
  });
}

/** Users that are not visible in the authentication service may be visible in the data service. */
async function userOrId(userId: string, signal: AbortSignal) {
  for (const endpoint of [getUser, getDataUser]) {
    try {
      return await call(endpoint, { params: { userId } }, { signal });
    } catch (error) {
      const isRefused =
        error instanceof CallError &&
        error.status !== 401 &&
        (error.status < 500 || error.status === 501);
      if (!isRefused) throw error;
    }
  }
  return { id: userId };
}
