import { uuidv7 } from 'uuidv7';
import { setDeviceCookie } from '@annals/contracts/device-cookie';
import type { TrustedDevice } from '@annals/contracts/trusted-devices';
import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { CombinedRule } from '../sign-in-rules/combine-rules.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import {
  insertTrustedDevice,
  recordTrustedDeviceUse,
  type DeviceCriteria,
} from './trusted-devices.sql.ts';

/** More than anyone signs in on; the one that was used longest ago makes room. */
const maxDevices = 20;
const dayMs = 24 * 60 * 60_000;

/** Which devices the rules accept instead of a second factor; undefined: none. */
export function deviceCriteria({
  trustedDeviceMs,
  passkeyRequired,
}: Pick<CombinedRule, 'trustedDeviceMs' | 'passkeyRequired'>): DeviceCriteria | undefined {
  if (trustedDeviceMs === 0) return undefined;
  return {
    maxAgeMs: trustedDeviceMs,
    // A device stands for the factor that was given on it, so it is worth no more than that.
    factors: passkeyRequired ? ['PASSKEY'] : ['PASSKEY', 'TOTP', 'RECOVERY_CODE'],
  };
}

/** For how many days a device can be trusted, for a challenge; nothing if it cannot. */
export function trustOffer({ trustedDeviceMs }: CombinedRule): { trustDays?: number } {
  return trustedDeviceMs === 0 ? {} : { trustDays: trustedDeviceMs / dayMs };
}

/** The id of the trusted device that this sign-in comes from; undefined if the rules want the second factor. */
export async function findTrustedDevice(
  transaction: Queryable,
  rule: CombinedRule,
  userId: string,
  { at, source }: Actor,
): Promise<string | undefined> {
  const criteria = deviceCriteria(rule);
  const secrets = source.deviceSecrets ?? [];
  if (!criteria || secrets.length === 0) return undefined;
  const hashes = secrets.map((secret) => secretHash(secret));
  return recordTrustedDeviceUse(transaction, userId, hashes, toTimestamp(at), criteria);
}

/**
 * Trusts the device on which the user has just given this second factor. Returns the cookie for it; undefined if the
 * rules do not accept it. The user must be locked.
 */
export async function trustDevice(
  { publicUrl }: { publicUrl: string },
  transaction: Queryable,
  rule: CombinedRule,
  { userId, factor }: { userId: string; factor: TrustedDevice['factor'] },
  actor: Actor,
): Promise<string | undefined> {
  const criteria = deviceCriteria(rule);
  if (!criteria?.factors.includes(factor)) return undefined;
  const { maxAgeMs } = criteria;
  const { userAgent, address, deviceSecrets = [] } = actor.source;
  const secret = newSecret();
  const id = uuidv7();
  const expires = toTimestamp(actor.at + maxAgeMs);
  const created = toTimestamp(actor.at);
  await insertTrustedDevice(
    transaction,
    {
      id,
      userId,
      hash: secretHash(secret),
      factor,
      created,
      expires,
      userAgent,
      address: address ?? '',
    },
    maxDevices,
  );
  await audit.record(transaction, actor, 'trustedDevice.added', `user/${userId}`, {
    after: { id, factor, expiresDate: expires },
  });
  return setDeviceCookie(secret, deviceSecrets, {
    maxAgeMs,
    isSecure: publicUrl.startsWith('https:'),
  });
}
