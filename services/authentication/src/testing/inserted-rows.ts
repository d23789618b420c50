import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { Database } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import { recordValueOf } from '../email-domains/domain-record.ts';
import { productName } from './running-service.ts';

const hourMs = 3_600_000;
/** The secret of inserted authenticator apps. */
export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Inserts what users create in several steps. Each returns the id. */
export async function insertFactor(
  database: Database,
  now: number,
  { userId, isConfirmed }: { userId: string; isConfirmed: boolean },
): Promise<string> {
  const id = uuidv7();
  await database.query(sql`
    insert into authentication.second_factor (id, user_id, kind, name, created, confirmed, totp_secret)
    values (${id}, ${userId}, 'TOTP', 'matrix', ${toTimestamp(now)}, ${isConfirmed}, ${totpSecret})`);
  return id;
}

const statement = JSON.stringify({
  changeSetId: '01980000-0000-7000-8000-000000000001',
  format: 'annals-signature/1',
  meaning: 'APPROVED',
  name: 'Grace',
  operationCount: 1,
  partitionId: '01980000-0000-7000-8000-000000000002',
  revision: 1,
  root: '',
  signedDate: '2026-01-01T00:00:00.000000Z',
  userId: '01980000-0000-7000-8000-000000000003',
});

/** Started in the session that the user signed in with. */
export async function insertSignature(
  database: Database,
  now: number,
  { userId }: { userId: string },
): Promise<string> {
  const id = uuidv7();
  await database.query(sql`
    insert into authentication.signature (id, user_id, session_id, statement, created, expires)
    select ${id}, ${userId}, id, ${statement}, ${toTimestamp(now)}, ${toTimestamp(now + hourMs)}
    from authentication.session where user_id = ${userId} order by created limit 1`);
  return id;
}

export async function insertSession(
  database: Database,
  now: number,
  { userId }: { userId: string },
): Promise<string> {
  const id = uuidv7();
  const moment = toTimestamp(now);
  await database.query(sql`
    insert into authentication.session (id, user_id, created, last_seen, expires_absolute, user_agent, address)
    values (${id}, ${userId}, ${moment}, ${moment}, ${toTimestamp(now + hourMs)}, '', '')`);
  return id;
}

export async function insertTrustedDevice(
  database: Database,
  now: number,
  { userId }: { userId: string },
): Promise<string> {
  const id = uuidv7();
  const moment = toTimestamp(now);
  await database.query(sql`
    insert into authentication.trusted_device (id, user_id, hash, factor, created, last_used, expires, user_agent, address)
    values (${id}, ${userId}, ${randomBytes(32)}, 'TOTP', ${moment}, ${moment}, ${toTimestamp(now + hourMs)}, '', '')`);
  return id;
}

/** In addition to a password, so that it is not the last way to sign in. */
export async function insertIdentity(
  database: Database,
  now: number,
  { userId, providerId }: { userId: string; providerId: string },
): Promise<string> {
  const id = uuidv7();
  const moment = toTimestamp(now);
  await database.query(sql`
    insert into authentication.password (user_id, hash, changed) values (${userId}, 'x', ${moment})
    on conflict do nothing`);
  await database.query(sql`
    insert into authentication.user_identity (id, provider_id, issuer, subject, user_id, linked)
    select ${id}, p.id, p.issuer, ${id}, ${userId}, ${moment}
    from authentication.identity_provider p where p.id = ${providerId}`);
  return id;
}

export async function insertToken(
  database: Database,
  now: number,
  {
    userId = null,
    applicationId = null,
  }: { userId?: string | null; applicationId?: string | null },
): Promise<string> {
  const id = uuidv7();
  await database.query(sql`
    insert into authentication.api_token
      (id, hash, prefix, description, user_id, application_id, scopes, created)
    values (${id}, ${randomBytes(32)}, 'x', 'matrix', ${userId}, ${applicationId}, '{read}', ${toTimestamp(now)})`);
  return id;
}

/** A domain of a provider if one is given, otherwise of the unit; not verified. */
export async function insertDomain(
  database: Database,
  now: number,
  {
    domain,
    providerId,
    unitId,
  }: { domain: string; providerId?: string | undefined; unitId: string },
): Promise<string> {
  const [ofProvider, ofUnit] = providerId === undefined ? [null, unitId] : [providerId, null];
  await database.query(sql`
    insert into authentication.email_domain (domain, provider_id, unit_id, token, claimed)
    values (${domain}, ${ofProvider}, ${ofUnit}, ${uuidv7()}, ${toTimestamp(now)})`);
  return domain;
}

/** A DNS in which every domain has its record. */
export const recordsOf = (database: Database) => async (recordName: string) => {
  const domain = recordName.slice(recordName.indexOf('.') + 1);
  const claims = await database.query<{ token: string }>(sql`
    select token from authentication.email_domain where domain = ${domain}`);
  return claims.map(({ token }) => [recordValueOf(productName, token)]);
};

/** Disabled: it sends nothing by itself. */
export async function insertEventWebhook(database: Database, userId: string): Promise<string> {
  const id = uuidv7();
  await database.query(sql`
    insert into authentication.event_webhook (id, user_id, url, description, secret, next_index, enabled, disabled_reason,
      disabled_date, due, created_date, changed_date)
    values (${id}, ${userId}, 'https://receiver.invalid/', '', '', 1, false, 'SWITCHED_OFF', now(), now(), now(), now())`);
  return id;
}

/** For the first event. */
export async function insertEventWebhookAttempt(
  database: Database,
  webhookId: string,
): Promise<string> {
  const id = uuidv7();
  await database.query(sql`
    insert into authentication.event_webhook_attempt (webhook_id, id, kind, message_id, event_type, log_index, number,
      attempt_date, duration_ms, url, status, delivered)
    values (${webhookId}, ${id}, 'DELIVERY', ${`msg_${webhookId}_1`}, 'user.created', 1, 1, now(), 1,
      'https://receiver.invalid/', 200, true)`);
  return id;
}
