import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '@annals/kit/database/database';

export interface NewInvitation {
  userId: string;
  /** Null: the operator at the command line. */
  invitedBy: string | null;
  created: string;
  /** mailTemplateParameters as they were given. */
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
