import sql from 'sql-template-tag';
import type { TrustedDevice } from '@annals/contracts/trusted-devices';
import type { Queryable } from '@annals/kit/database/database';

type DeviceFactor = TrustedDevice['factor'];

export interface NewTrustedDevice {
  id: string;
  userId: string;
  hash: Buffer;
  factor: DeviceFactor;
  created: string;
  expires: string;
  userAgent: string;
  address: string;
}

/** Stores a device, and deletes those of the user that were used longest ago beyond `keep`. Lock the user first. */
export async function insertTrustedDevice(
  transaction: Queryable,
  device: NewTrustedDevice,
  keep: number,
): Promise<void> {
  const { id, userId, hash, factor, created, expires, userAgent, address } = device;
  await transaction.query(sql`
    delete from authentication.trusted_device where id in (
      select id from authentication.trusted_device where user_id = ${userId}
      order by last_used desc, id desc offset ${keep - 1})`);
  await transaction.query(sql`
    insert into authentication.trusted_device (id, user_id, hash, factor, created, last_used, expires, user_agent, address)
    values (${id}, ${userId}, ${hash}, ${factor}, ${created}, ${created}, ${expires}, ${userAgent}, ${address})`);
}

/** What the rules accept: devices not older than `maxAgeMs`, where one of these factors was given. */
export interface DeviceCriteria {
  maxAgeMs: number;
  factors: readonly DeviceFactor[];
}

/** Notes the use of an accepted device with one of these secrets, and returns its id. */
export async function recordTrustedDeviceUse(
  transaction: Queryable,
  userId: string,
  hashes: readonly Buffer[],
  at: string,
  { maxAgeMs, factors }: DeviceCriteria,
): Promise<string | undefined> {
  const [device] = await transaction.query<{ id: string }>(sql`
    update authentication.trusted_device set last_used = greatest(last_used, ${at}::timestamptz)
    where id = (select id from authentication.trusted_device
      where user_id = ${userId} and hash = any(${hashes}::bytea[]) and factor = any(${factors}::text[])
        and expires > ${at} and created <= ${at}
        and created > ${at}::timestamptz - ${maxAgeMs}::bigint * interval '1 millisecond'
      order by created desc limit 1)
    returning id`);
  return device?.id;
}

/** The devices of a user, last used first. There are at most 20. */
export function selectTrustedDevices(
  database: Queryable,
  userId: string,
  at: string,
  { maxAgeMs, factors }: DeviceCriteria,
): Promise<TrustedDevice[]> {
  return database.query(sql`
    select id, nullif(user_agent, '') as "userAgent", nullif(address, '') as address, factor, created as "createdDate",
      last_used as "lastUsedDate",
      case when factor = any(${factors}::text[]) and until > ${at} then until end as "expiresDate"
    from authentication.trusted_device
      cross join lateral (select least(expires, created + ${maxAgeMs}::bigint * interval '1 millisecond') as until) d
    where user_id = ${userId} and expires > ${at}
    order by last_used desc, id desc`);
}

/** Deletes a device of a user; undefined if the user has none with this id. */
export async function deleteTrustedDevice(
  transaction: Queryable,
  userId: string,
  deviceId: string,
): Promise<{ id: string; createdDate: string } | undefined> {
  const [device] = await transaction.query<{ id: string; createdDate: string }>(sql`
    delete from authentication.trusted_device where id = ${deviceId} and user_id = ${userId}
    returning id, created as "createdDate"`);
  return device;
}

/**
 * Deletes all devices of a user, and returns their number for the event of the change. Call it where the password, the
 * second factors or the access of a user change: a device stands for what was proved then.
 */
export async function deleteTrustedDevicesOf(
  transaction: Queryable,
  userId: string,
): Promise<number> {
  const { length } = await transaction.query(sql`
    delete from authentication.trusted_device where user_id = ${userId} returning 1 as done`);
  return length;
}
