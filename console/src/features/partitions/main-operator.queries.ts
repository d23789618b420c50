import { queryOptions } from '@tanstack/react-query';
import { accountType, searchObjects } from '@annals/contracts/object-search';
import { latestObject } from '@annals/contracts/objects';
import type { DataUser, ObjectVersion, User } from '../../platform/api/things.ts';
import { type Page, moreKey } from '../../platform/api/page.ts';
import { call } from '../../platform/api/call.ts';
import { ifThere } from '../../platform/api/errors.ts';
import { idText } from '../../platform/api/id-text.ts';
import { isCut, isWhole } from '../../platform/api/lists-of-services.ts';
import { queryKeyOf, queryOf } from '../../platform/api/query.ts';
import type { AsOfQuery } from '../../domain/time-travel/as-of-search.ts';
import { findPerson } from '../../domain/users/find-person.ts';

/** Specification 3 and 9: the reference to the main operator of an account, and the page of accounts that is searched. */
const mainOperatorReference = 'mainOperatorRef';
const searchedPage = { page: 0, pageSize: 10 };

export function mainAccountsQuery(partitionId: string, at: AsOfQuery) {
  return queryOf(searchObjects, {
    params: { partitionId },
    query: { ...searchedPage, ...at },
    body: { type: accountType },
  });
}

/** Whether the partition has accounts beyond this page: as the service says, or as a full page suggests. */
export function moreAccounts(page: Page<ObjectVersion>): 'more' | 'perhaps' | undefined {
  if (isCut(page)) return 'more';
  const isFull = page.unpaged === true && page.data.length >= searchedPage.pageSize;
  return isWhole(page) && (!isFull || page.more !== undefined) ? undefined : 'perhaps';
}

/**
 * The timeline of an account's main operator; null if the account has none, undefined if the service does not say. A
 * reference that could not be read may be the one to the operator.
 */
export function mainOperatorTimeline(account: ObjectVersion): string | null | undefined {
  const { references, [moreKey]: unread } = account;
  const found = references?.find(({ name }) => name === mainOperatorReference)?.timelineId;
  const isUnread = typeof unread === 'object' && unread !== null && 'references' in unread;
  return found ?? (references === undefined || isUnread ? undefined : null);
}

/** A user, or their id alone; null if there is none, undefined if the service does not say. */
interface Operator {
  user: User | DataUser | { id: string } | null | undefined;
  /** The page of the user, if they are visible. */
  path?: string;
}

/** The user behind a main operator's timeline: the `userId` in its latest object, and that user if visible. */
export function mainOperatorQuery(partitionId: string, timelineId: string, at: AsOfQuery) {
  const input = { params: { partitionId, timelineId }, query: at };
  return queryOptions({
    queryKey: [...queryKeyOf(latestObject, input), 'main-operator'],
    queryFn: async ({ signal }): Promise<Operator> => {
      const latest = await ifThere(call(latestObject, input, { signal }));
      const userId = userIdIn(latest?.objectData);
      if (typeof userId !== 'string') return { user: userId };
      return (await findPerson(userId, signal)) ?? { user: { id: userId } };
    },
  });
}

/** Null if the object says that there is no user; one that does not name any says nothing. */
function userIdIn(objectData: ObjectVersion['objectData']): string | null | undefined {
  if (objectData === undefined) return undefined;
  const { userId } = objectData;
  if (userId === null || userId === '') return null;
  return idText(userId);
}
