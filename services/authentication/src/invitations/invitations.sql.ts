import sql, { type Sql } from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '@annals/kit/database/database';
import { userInScope, type Scope } from '../authority/scope.sql.ts';

export interface NewInvitation {
  userId: string;
  /** Null: the operator at the command line. */
  invitedBy: string | null;
  created: string;
  /** mailTemplateParameters as they were sent. */
  parameters: object;
}

export async function insertInvitation(
  transaction: Queryable,
  { userId, invitedBy, created, parameters }: NewInvitation,
): Promise<string> {
  const id = uuidv7();
  await transaction.query(sql`
    insert into authentication.invitation (id, user_id, invited_by, created, parameters)
    values (${id}, ${userId}, ${invitedBy}, ${created}, ${JSON.stringify(parameters)}::jsonb)`);
  return id;
}

/** A shared link works until then. */
export async function recordLinkOfInvitation(
  transaction: Queryable,
  userId: string,
  expires: string,
): Promise<void> {
  await transaction.query(sql`
    update authentication.invitation set expires = ${expires} where user_id = ${userId}`);
}

/** Stores that the link was opened; false when it was already. */
export async function recordOpenedInvitation(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.invitation set opened = ${at}
    where user_id = ${userId} and opened is null and accepted is null and withdrawn is null
    returning 1 as done`);
  return rows.length === 1;
}

/** Stores that the user set a password; false if there is no open invitation. */
export async function recordAcceptedInvitation(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.invitation set accepted = ${at}, opened = coalesce(opened, ${at})
    where user_id = ${userId} and accepted is null and withdrawn is null
    returning 1 as done`);
  return rows.length === 1;
}

/** Restarts the invitation, even a withdrawn one; false if the user was never invited by mail. */
export async function reopenInvitation(transaction: Queryable, userId: string): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.invitation
    set sent = null, opened = null, withdrawn = null, expires = null, failure = null
    where user_id = ${userId} and accepted is null
    returning 1 as done`);
  return rows.length === 1;
}

/** False when it was withdrawn before. */
export async function recordWithdrawnInvitation(
  transaction: Queryable,
  userId: string,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.invitation set withdrawn = ${at}
    where user_id = ${userId} and withdrawn is null and accepted is null
    returning 1 as done`);
  return rows.length === 1;
}

/** Invitations that a user sent and nobody has accepted, of invited users in scope. */
const openBy = (scope: Scope, userId: string): Sql => sql`i.invited_by = ${userId}
  and i.accepted is null and i.withdrawn is null and ${userInScope(scope, sql`i.user_id`)}
  and exists (select from authentication.user_account u where u.id = i.user_id and u.status = 'INVITED')`;

export async function countInvitationsBy(
  database: Queryable,
  scope: Scope,
  userId: string,
): Promise<number> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    sql`select count(*)::int as count from authentication.invitation i where ${openBy(scope, userId)}`,
  );
  return count;
}

/** Makes the successor the sender of the open invitations; returns their number. */
export async function handOverInvitations(
  transaction: Queryable,
  scope: Scope,
  userId: string,
  successorId: string,
): Promise<number> {
  const rows = await transaction.query(sql`
    update authentication.invitation i set invited_by = ${successorId}
    where ${openBy(scope, userId)} returning 1 as done`);
  return rows.length;
}
