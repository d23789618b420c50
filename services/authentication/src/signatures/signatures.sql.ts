import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** A signature that waits to be confirmed. */
export interface StartedSignature {
  id: string;
  userId: string;
  sessionId: string;
  /** In RFC 8785 form. */
  statement: string;
}

export async function insertSignature(
  transaction: Queryable,
  { id, userId, sessionId, statement }: StartedSignature,
  created: string,
  expires: string,
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.signature (id, user_id, session_id, statement, created, expires)
    values (${id}, ${userId}, ${sessionId}, ${statement}, ${created}, ${expires})`);
}

/** The statement of a signature that this session started and that can still be confirmed. */
export async function selectStatement(
  database: Queryable,
  { id, userId, sessionId }: Pick<StartedSignature, 'id' | 'userId' | 'sessionId'>,
  at: string,
  maxAttempts: number,
): Promise<string | undefined> {
  const [found] = await database.query<{ statement: string }>(sql`
    select statement from authentication.signature
    where id = ${id} and user_id = ${userId} and session_id = ${sessionId}
      and used is null and expires > ${at} and attempts < ${maxAttempts}`);
  return found?.statement;
}

export async function countAttempt(transaction: Queryable, id: string): Promise<void> {
  await transaction.query(
    sql`update authentication.signature set attempts = attempts + 1 where id = ${id}`,
  );
}

export async function consumeSignature(
  transaction: Queryable,
  id: string,
  at: string,
): Promise<void> {
  await transaction.query(sql`update authentication.signature set used = ${at} where id = ${id}`);
}
