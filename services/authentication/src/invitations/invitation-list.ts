import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { decodeCursor, encodeCursor, isId, isMoment } from '@annals/kit/lists/cursor';
import { pageOfFound, rowOf } from '@annals/kit/lists/page-bytes';
import { rowsBefore, type Paging } from '@annals/kit/lists/paging';
import { notFound } from '@annals/kit/problem';
import { scopeOf } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import {
  selectInvitations,
  type InvitationFilter,
  type InvitationRow,
} from './invitation-list.sql.ts';

/** One page of the invitations of users in scope, the newest first. */
export async function listInvitations(
  { database, clock }: ServiceContext,
  caller: Caller,
  query: Paging &
    Pick<InvitationFilter, 'state' | 'open' | 'userId'> & { name?: string | undefined },
) {
  const { state, open, userId, name, pageSize } = query;
  const place = decodeCursor('invitations', query.cursor, [isMoment, isId]);
  const rows = await selectInvitations(
    database,
    scopeOf(caller, 'users:read'),
    {
      state,
      open,
      userId,
      containing: name === undefined ? undefined : normalizeForSearch(name),
    },
    {
      now: toTimestamp(clock()),
      after: place && { created: String(place[0]), id: String(place[1]) },
      skip: rowsBefore(query),
      pageSize,
    },
  );
  return pageOfFound(
    rows,
    query,
    (row) => row,
    (row) => encodeCursor('invitations', row.createdDate, row.id),
  );
}

/** @throws Problem 404 also when its user is out of scope */
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
    { now, skip: 0, pageSize: 1 },
  );
  if (!found) throw notFound('invitation');
  return rowOf(found);
}
