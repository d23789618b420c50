import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { ProviderSessionOf } from '../sessions/provider-sessions.sql.ts';
import type { ProviderPerson } from './provider-claims.ts';

/** The number of codes that can be tried before the user has to start again at the provider. */
const maxAttempts = 5;

/** An identity asserted by a provider, and the account that it is linked to after confirmation. */
export interface Confirmation {
  userId: string;
  providerId: string;
  providerVersion: number;
  subject: string;
  email: string;
  /** What the provider said, with what its session is recognized by. */
  vouched: { person: ProviderPerson; session: ProviderSessionOf };
  codeHash: Buffer | null;
}

/** Replaces an earlier confirmation of the same identity. */
export async function insertConfirmation(
  transaction: Queryable,
  hash: Buffer,
  confirmation: Omit<Confirmation, 'codeHash'>,
  { created, expires }: { created: string; expires: string },
): Promise<void> {
  const { userId, providerId, providerVersion, subject, email, vouched } = confirmation;
  await transaction.query(sql`
    insert into authentication.identity_confirmation
      (hash, user_id, provider_id, provider_version, subject, email, person, created, expires)
    values (${hash}, ${userId}, ${providerId}, ${providerVersion}, ${subject}, ${email},
      ${JSON.stringify(vouched)}::jsonb, ${created},
      ${expires})
    on conflict (provider_id, subject) do update set hash = excluded.hash, user_id = excluded.user_id,
      provider_version = excluded.provider_version, email = excluded.email, person = excluded.person,
      created = excluded.created, expires = excluded.expires, code_hash = null, attempts = 0`);
}

/** A confirmation that has not expired and has attempts left. */
export async function selectConfirmation(
  database: Queryable,
  hash: Buffer,
  at: string,
): Promise<Confirmation | undefined> {
  const [confirmation] = await database.query<Confirmation & object>(sql`
    select user_id as "userId", provider_id as "providerId", provider_version as "providerVersion", subject, email,
      person as vouched, code_hash as "codeHash"
    from authentication.identity_confirmation
    where hash = ${hash} and expires > ${at} and attempts < ${maxAttempts}`);
  return confirmation;
}

export async function countCodeAttempt(transaction: Queryable, hash: Buffer): Promise<void> {
  await transaction.query(sql`
    update authentication.identity_confirmation set attempts = attempts + 1 where hash = ${hash}`);
}

export async function deleteConfirmationsOf(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(
    sql`delete from authentication.identity_confirmation where user_id = ${userId}`,
  );
}
