import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { NewPasskey } from './passkeys.ts';

export interface FactorRow {
  id: string;
  kind: 'TOTP' | 'PASSKEY';
  name: string;
  createdDate: string;
  lastUsedDate: string | null;
  confirmed: boolean;
}

export interface TotpRow {
  id: string;
  totpSecret: string;
  totpStep: number | null;
}

export interface PasskeyRow {
  id: string;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[] | null;
  /** Whether it may sign in alone, if it verifies its user then. */
  verifiesUser: boolean;
  createdDate: string;
}

/** Locks the factors of the user until the end of the transaction. */
export async function lockUserRow(
  transaction: Queryable,
  userId: string,
): Promise<{ username: string; name: string } | undefined> {
  const [user] = await transaction.query<{ username: string; name: string }>(sql`
    select username, name from authentication.user_account where id = ${userId} for update`);
  return user;
}

export interface FactorStatus {
  hasTotp: boolean;
  hasPasskey: boolean;
  recoveryCodesLeft: number;
  /** A role or a unit of the user, or a parent unit, requires a second factor. */
  required: boolean;
}

export async function selectFactorStatus(
  database: Queryable,
  userId: string,
): Promise<FactorStatus> {
  const [status] = await database.query<FactorStatus>(
    sql`
    select
      exists (select from authentication.second_factor
        where user_id = ${userId} and confirmed and kind = 'TOTP') as "hasTotp",
      exists (select from authentication.second_factor
        where user_id = ${userId} and confirmed and kind = 'PASSKEY') as "hasPasskey",
      (select count(*) from authentication.recovery_code where user_id = ${userId} and used is null) as "recoveryCodesLeft",
      exists (select from authentication.effective_role e join authentication.role r on r.name = e.role
        where e.user_id = ${userId} and r.second_factor_required)
      or exists (select from authentication.organizational_unit_member m
        join authentication.organizational_unit_path p on p.descendant_id = m.unit_id
        join authentication.organizational_unit unit on unit.id = p.ancestor_id
        where m.user_id = ${userId} and unit.second_factor_required) as required`,
    'authentication.factorStanding',
  );
  if (status === undefined) throw new Error('A select without a table gives one row.');
  return status;
}

/** The confirmed ones, oldest first; with `unfinished` the others too. */
export function selectFactors(
  database: Queryable,
  userId: string,
  { unfinished = false } = {},
): Promise<FactorRow[]> {
  return database.query(sql`
    select id, kind, name, created as "createdDate", last_used as "lastUsedDate", confirmed
    from authentication.second_factor where user_id = ${userId} and (confirmed or ${unfinished}::boolean)
    order by created, id`);
}

/** @param confirmed false: those that are not confirmed yet */
export function selectTotps(
  transaction: Queryable,
  userId: string,
  confirmed: boolean,
): Promise<TotpRow[]> {
  return transaction.query(sql`
    select id, totp_secret as "totpSecret", totp_step as "totpStep"
    from authentication.second_factor
    where user_id = ${userId} and kind = 'TOTP' and confirmed = ${confirmed}`);
}

export function selectPasskeys(transaction: Queryable, userId: string): Promise<PasskeyRow[]> {
  return transaction.query(sql`
    select id, credential_id as "credentialId", public_key as "publicKey", sign_count as "signCount", transports,
      verifies_user as "verifiesUser", created as "createdDate"
    from authentication.second_factor where user_id = ${userId} and kind = 'PASSKEY' order by created, id`);
}

export interface PasskeyOwner {
  userId: string;
  username: string;
}

/** Whose passkey has this credential id. */
export async function selectPasskeyOwner(
  database: Queryable,
  credentialId: Buffer,
): Promise<PasskeyOwner | undefined> {
  const [owner] = await database.query<PasskeyOwner>(sql`
    select u.id as "userId", u.username
    from authentication.second_factor f join authentication.user_account u on u.id = f.user_id
    where f.credential_id = ${credentialId}`);
  return owner;
}

export async function insertTotp(
  transaction: Queryable,
  totp: {
    id: string;
    userId: string;
    name: string;
    secret: string;
    created: string;
    /** The time step of the code that confirmed it; null: not confirmed. */
    step: number | null;
  },
): Promise<void> {
  const { id, userId, name, secret, created, step } = totp;
  await transaction.query(sql`
    insert into authentication.second_factor (id, user_id, kind, name, created, confirmed, totp_secret, totp_step)
    values (${id}, ${userId}, 'TOTP', ${name}, ${created}, ${step !== null}, ${secret}, ${step})`);
}

/** A new set-up replaces an unfinished one. */
export async function deleteUnfinishedTotps(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(sql`
    delete from authentication.second_factor where user_id = ${userId} and kind = 'TOTP' and not confirmed`);
}

/** False if the passkey already belongs to a user. */
export async function insertPasskey(
  transaction: Queryable,
  passkey: NewPasskey & { id: string; userId: string; name: string; created: string },
): Promise<boolean> {
  const {
    id,
    userId,
    name,
    created,
    credentialId,
    publicKey,
    signCount,
    transports,
    verifiesUser,
  } = passkey;
  const rows = await transaction.query(sql`
    insert into authentication.second_factor
      (id, user_id, kind, name, created, confirmed, credential_id, public_key, sign_count, transports,
        verifies_user)
    values (${id}, ${userId}, 'PASSKEY', ${name}, ${created}, true, ${credentialId}, ${publicKey}, ${signCount},
      ${transports}::text[], ${verifiesUser})
    on conflict (credential_id) do nothing returning 1 as done`);
  return rows.length === 1;
}

export async function confirmTotpFactor(
  transaction: Queryable,
  id: string,
  step: number,
): Promise<void> {
  await transaction.query(sql`
    update authentication.second_factor set confirmed = true, totp_step = ${step} where id = ${id}`);
}

export async function recordTotpUse(
  transaction: Queryable,
  id: string,
  step: number,
  at: string,
): Promise<void> {
  await transaction.query(sql`
    update authentication.second_factor set totp_step = ${step}, last_used = ${at} where id = ${id}`);
}

/** @param use.isVerified whether the authenticator verified its user, and another factor was given too */
export async function recordPasskeyUse(
  transaction: Queryable,
  id: string,
  { signCount, isVerified }: { signCount: number; isVerified: boolean },
  at: string,
): Promise<void> {
  await transaction.query(sql`
    update authentication.second_factor
    set sign_count = ${signCount}, last_used = ${at}, verifies_user = verifies_user or ${isVerified}
    where id = ${id}`);
}

export async function deleteFactor(transaction: Queryable, id: string): Promise<void> {
  await transaction.query(sql`delete from authentication.second_factor where id = ${id}`);
}

/** Removes all second factors of a user with recovery codes and unfinished set-ups, and returns the removed ones. */
export async function deleteFactorsOf(
  transaction: Queryable,
  userId: string,
): Promise<{ kind: string; name: string; confirmed: boolean }[]> {
  await deleteRecoveryCodes(transaction, userId);
  await transaction.query(
    sql`delete from authentication.second_factor_challenge where user_id = ${userId}`,
  );
  return transaction.query(sql`
    delete from authentication.second_factor where user_id = ${userId} returning kind, name, confirmed`);
}

export async function deleteRecoveryCodes(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(sql`delete from authentication.recovery_code where user_id = ${userId}`);
}

export async function insertRecoveryCodes(
  transaction: Queryable,
  userId: string,
  hashes: Buffer[],
): Promise<void> {
  await transaction.query(sql`
    insert into authentication.recovery_code (user_id, hash) select ${userId}, unnest(${hashes}::bytea[])`);
}

/** Consumes a recovery code; false if the user has no such code. */
export async function consumeRecoveryCode(
  transaction: Queryable,
  userId: string,
  hash: Buffer,
  at: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update authentication.recovery_code set used = ${at}
    where user_id = ${userId} and hash = ${hash} and used is null returning 1 as done`);
  return rows.length === 1;
}
