import sql, { join } from 'sql-template-tag';
import type { ServiceMessage } from '@annals/contracts/messages';
import type { Invitation } from '@annals/contracts/user-administration';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { unitInScope, userInScope, type Scope } from '../authority/scope.sql.ts';
import { containsWords } from '../search/search-text.ts';

export type InvitationRow = {
  id: string;
  userId: string;
  email: string;
  name: string | null;
  state: Invitation['state'];
  invitedBy: { id: string; name: string } | null;
  createdDate: string;
  sentDate: string | null;
  openedDate: string | null;
  acceptedDate: string | null;
  expiresDate: string | null;
  failure: ServiceMessage | null;
};

export interface InvitationFilter {
  id?: string | undefined;
  state?: string | undefined;
  open?: boolean | undefined;
  userId?: string | undefined;
  /** Normalized. */
  containing?: readonly string[] | undefined;
}

export const newestFirst = new Keyset<InvitationRow>(
  'invitations',
  [columnKey('createdDate', sql`i.created`, 'timestamptz'), columnKey('id', sql`i.id`, 'uuid')],
  true,
);

/**
 * The state is the current one: a queued mail is QUEUED regardless of earlier ones, an opened link may have expired
 * since, and a user may have signed in or been disabled in other ways.
 */
export function selectInvitations(
  database: Queryable,
  scope: Scope,
  filter: InvitationFilter,
  range: PageRange,
  now: string,
): Promise<Found<InvitationRow>[]> {
  const conditions = [userInScope(scope, sql`i.user_id`)];
  if (filter.id !== undefined) conditions.push(sql`i.id = ${filter.id}`);
  if (filter.userId !== undefined) conditions.push(sql`i.user_id = ${filter.userId}`);
  if (filter.open !== undefined)
    conditions.push(
      sql`(i.accepted is null and i.withdrawn is null and u.status = 'INVITED') = ${filter.open}::boolean`,
    );
  if (filter.containing !== undefined)
    conditions.push(containsWords(sql`u.search_text`, filter.containing));
  if (filter.state !== undefined) conditions.push(sql`s.state = ${filter.state}`);
  const rows = sql`
    select i.id, i.user_id as "userId", coalesce(u.email, '') as email, u.name, s.state,
      coalesce(
        (select json_build_object('id', b.id, 'name', b.name) from authentication.user_account b
          where b.id = i.invited_by and ${userInScope(scope, sql`b.id`)}),
        (select json_build_object('id', a.id, 'name', a.name) from authentication.application a
          where a.id = i.invited_by and ${unitInScope(scope, sql`a.unit_id`)})) as "invitedBy",
      i.created as "createdDate", i.sent as "sentDate", i.opened as "openedDate", i.accepted as "acceptedDate",
      i.expires as "expiresDate", coalesce(w.failure, i.failure) as failure
    from authentication.invitation i
    join authentication.user_account u on u.id = i.user_id
    left join lateral (
      select true as waits, m.failure from authentication.mail m
      where m.user_id = i.user_id and m.kind = 'INVITATION' order by m.id desc limit 1) w on true
    cross join lateral (select case
      when i.accepted is not null or u.status = 'ACTIVE' then 'ACCEPTED'
      when i.withdrawn is not null or u.status = 'DISABLED' then 'WITHDRAWN'
      when w.waits then 'QUEUED'
      when i.expires <= ${now}::timestamptz then 'EXPIRED'
      when i.opened is not null then 'OPENED'
      when i.failure is not null then 'FAILED'
      else 'SENT' end as state) s
    where ${join(conditions, ' and ')} ${newestFirst.after(range)}
    ${newestFirst.orderAndLimit(range)}`;
  return database.query(newestFirst.measured(rows, range));
}
