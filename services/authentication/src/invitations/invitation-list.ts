import { searchedWords } from '@annals/rules/searched-words';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { rowOf } from '@annals/kit/lists/page-bytes';
import type { Paging } from '@annals/kit/lists/paging';
import { notFound } from '@annals/kit/problem';
import { scopeOf } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import {
  newestFirst,
  selectInvitations,
  type InvitationFilter,
  type InvitationRow,
} from './invitation-list.sql.ts';

/** One page of the invitations of users in scope, newest first. */
export async function listInvitations(
  { database, clock }: ServiceContext,
  caller: Caller,
  query: Paging &
    Pick<InvitationFilter, 'state' | 'open' | 'userId'> & { name?: string | undefined },
) {
  const { state, open, userId, name } = query;
  const rows = await selectInvitations(
    database,
    scopeOf(caller, 'users:read'),
    {
      state,
      open,
      userId,
      containing: name === undefined ? undefined : searchedWords(name),
    },
    newestFirst.rangeOf(query),
    toTimestamp(clock()),
  );
  return newestFirst.pageOf(rows, query, (row) => row);
}

/** @throws Problem 404, including for a user out of scope */
export async function findInvitation(
  { clock }: ServiceContext,
  transaction: Queryable,
  caller: Caller,
  id: string,
): Promise<InvitationRow> {
  const now = toTimestamp(clock());
  const scope = scopeOf(caller, 'users:write');
  const [found] = await selectInvitations(
    transaction,
    scope,
    { id },
    { after: undefined, skip: 0, pageSize: 1 },
    now,
  );
  if (!found) throw notFound('invitation');
  return rowOf(found);
}
