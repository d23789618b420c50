import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/**
 * Deletes expired sessions, trusted devices, links, delays, unfinished sign-ins, tokens of sessions that began at a provider, stored responses of idempotent requests, and records of
 * received reports.
 */
export async function deleteOutdated(database: Queryable, now: string): Promise<void> {
  await database.query(sql`
    delete from authentication.session where expires_absolute < ${now}::timestamptz - interval '30 days'`);
  await database.query(sql`
    delete from authentication.one_time_link where expires < ${now}::timestamptz - interval '30 days'`);
  await database.query(sql`
    delete from authentication.sign_in_delay where last_failure < ${now}::timestamptz - interval '1 day'`);
  await database.query(sql`
    delete from authentication.second_factor_challenge where expires < ${now}::timestamptz - interval '1 hour'`);
  await database.query(sql`
    delete from authentication.signature where expires < ${now}::timestamptz - interval '1 hour'`);
  await database.query(sql`
    delete from authentication.second_factor where not confirmed and created < ${now}::timestamptz - interval '1 day'`);
  await database.query(sql`
    delete from authentication.known_device where last_sign_in < ${now}::timestamptz - interval '90 days'`);
  await database.query(sql`delete from authentication.trusted_device where expires < ${now}`);
  await database.query(sql`
    delete from authentication.mail_request where since < ${now}::timestamptz - interval '1 day'`);
  await database.query(sql`
    delete from authentication.provider_authorization where expires < ${now}::timestamptz - interval '1 hour'`);
  await database.query(sql`
    delete from authentication.identity_confirmation where expires < ${now}::timestamptz - interval '1 hour'`);
  await database.query(sql`delete from authentication.provider_logout where expires < ${now}`);
  await database.query(sql`
    delete from authentication.provider_session p using authentication.session s
    where s.id = p.session_id and (s.ended is not null or s.expires_absolute < ${now})`);
  await database.query(sql`
    delete from authentication.reported_event where reported < ${now}::timestamptz - interval '30 days'`);
}
