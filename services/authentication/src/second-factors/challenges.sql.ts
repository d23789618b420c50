import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface Challenge {
  userId: string;
  username: string;
  passkeyChallenge: string | null;
  /** The secret of an authenticator app that is set up during this sign-in. */
  totpSecret: string | null;
}

/** Creates a challenge for a user; false if the user was disabled in the meantime. */
export async function insertSignInChallenge(
  transaction: Queryable,
  challenge: {
    hash: Buffer;
    userId: string;
    passkeyChallenge: string | null;
    created: string;
    expires: string;
  },
): Promise<boolean> {
  const { hash, userId, passkeyChallenge, created, expires } = challenge;
  const rows = await transaction.query(sql`
    insert into authentication.second_factor_challenge (hash, user_id, purpose, passkey_challenge, created, expires)
    select ${hash}::bytea, id, 'SIGN_IN', ${passkeyChallenge}::text, ${created}::timestamptz, ${expires}::timestamptz
    from authentication.user_account where id = ${userId} and status = 'ACTIVE'
    returning 1 as done`);
  return rows.length === 1;
}

/** The unfinished sign-in of a valid challenge. */
export async function selectSignInChallenge(
  database: Queryable,
  hash: Buffer,
  at: string,
  maxAttempts: number,
): Promise<Challenge | undefined> {
  const [challenge] = await database.query<Challenge>(sql`
    select c.user_id as "userId", u.username, c.passkey_challenge as "passkeyChallenge", c.totp_secret as "totpSecret"
    from authentication.second_factor_challenge c join authentication.user_account u on u.id = c.user_id
    where c.hash = ${hash} and c.purpose = 'SIGN_IN' and c.used is null and c.expires > ${at}
      and c.attempts < ${maxAttempts} and u.status = 'ACTIVE'`);
  return challenge;
}

export async function countChallengeAttempt(transaction: Queryable, hash: Buffer): Promise<void> {
  await transaction.query(sql`
    update authentication.second_factor_challenge set attempts = attempts + 1 where hash = ${hash}`);
}

export async function consumeChallenge(
  transaction: Queryable,
  hash: Buffer,
  at: string,
): Promise<void> {
  await transaction.query(
    sql`update authentication.second_factor_challenge set used = ${at} where hash = ${hash}`,
  );
}

export async function setChallengeTotp(
  transaction: Queryable,
  hash: Buffer,
  secret: string,
): Promise<void> {
  await transaction.query(sql`
    update authentication.second_factor_challenge set totp_secret = ${secret} where hash = ${hash}`);
}

/** What somebody who is signed in does with a passkey. */
type OwnPurpose = 'REGISTER_PASSKEY' | 'REAUTHENTICATION';

export async function insertOwnChallenge(
  database: Queryable,
  challenge: {
    hash: Buffer;
    userId: string;
    purpose: OwnPurpose;
    created: string;
    expires: string;
  },
): Promise<void> {
  const { hash, userId, purpose, created, expires } = challenge;
  await database.query(sql`
    insert into authentication.second_factor_challenge (hash, user_id, purpose, created, expires)
    values (${hash}, ${userId}, ${purpose}, ${created}, ${expires})`);
}

/** Consumes a challenge of this user; false if there is no such valid one. */
export async function consumeOwnChallenge(
  transaction: Queryable,
  { hash, userId, purpose }: { hash: Buffer; userId: string; purpose: OwnPurpose },
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.second_factor_challenge set used = ${at}
    where hash = ${hash} and user_id = ${userId} and purpose = ${purpose} and used is null and expires > ${at}
    returning 1 as done`);
  return rows.length === 1;
}

export async function insertPasskeySignIn(
  database: Queryable,
  challenge: { hash: Buffer; created: string; expires: string },
): Promise<void> {
  const { hash, created, expires } = challenge;
  await database.query(
    sql`
    insert into authentication.second_factor_challenge (hash, purpose, created, expires)
    values (${hash}, 'PASSKEY_SIGN_IN', ${created}, ${expires})`,
    'authentication.insertPasskeySignIn',
  );
}

/** Consumes the challenge of a sign-in with a passkey alone; false if there is no such valid challenge. */
export async function consumePasskeySignIn(
  transaction: Queryable,
  hash: Buffer,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.second_factor_challenge set used = ${at}
    where hash = ${hash} and purpose = 'PASSKEY_SIGN_IN' and used is null and expires > ${at}
    returning 1 as done`);
  return rows.length === 1;
}
