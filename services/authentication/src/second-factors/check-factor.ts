import type { Queryable } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { Challenge } from './challenges.sql.ts';
import {
  notePasskeyUse,
  noteTotpUse,
  selectFactorStanding,
  selectPasskeys,
  selectTotps,
  useRecoveryCode,
} from './factors.sql.ts';
import { credentialIdOf, relyingParty, verifiedSignCount } from './passkeys.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { acceptedStep, digitsOf } from './totp.ts';

/** A TOTP code or a recovery code, or what navigator.credentials.get gave. */
export type FactorAnswer = { code: string } | { assertion: object };

interface Moment {
  at: number;
  source: AuditSource;
}

/** Whether the answer is one of a factor the user has, and notes that it was used. Have the user locked. */
export async function checkFactor(
  context: ServiceContext,
  transaction: Queryable,
  challenge: Challenge,
  given: FactorAnswer,
  moment: Moment,
): Promise<{ recoveryCodes?: undefined } | undefined> {
  const right =
    'assertion' in given
      ? await checkPasskey(context, transaction, challenge, given.assertion, moment)
      : await checkCode(transaction, challenge.userId, given.code, moment);
  return right ? {} : undefined;
}

async function checkCode(
  transaction: Queryable,
  userId: string,
  written: string,
  { at, source }: Moment,
): Promise<boolean> {
  const code = digitsOf(written);
  if (code === undefined) {
    const hash = recoveryCodeHash(written);
    if (!(await useRecoveryCode(transaction, userId, hash, toTimestamp(at)))) return false;
    const { recoveryCodesLeft } = await selectFactorStanding(transaction, userId);
    await audit.record(
      transaction,
      { id: userId, at, source },
      'recoveryCode.used',
      `user/${userId}`,
      { after: { left: recoveryCodesLeft } },
    );
    return true;
  }
  for (const { id, totpSecret, totpStep } of await selectTotps(transaction, userId, true)) {
    const step = acceptedStep(totpSecret, code, at, totpStep);
    if (step === undefined) continue;
    await noteTotpUse(transaction, id, step, toTimestamp(at));
    return true;
  }
  return false;
}

async function checkPasskey(
  context: ServiceContext,
  transaction: Queryable,
  { userId, passkeyChallenge }: Challenge,
  assertion: object,
  { at }: Moment,
): Promise<boolean> {
  const rp = relyingParty(context);
  const credentialId = credentialIdOf(assertion);
  if (!rp || credentialId === undefined || passkeyChallenge === null) return false;
  const passkeys = await selectPasskeys(transaction, userId);
  const passkey = passkeys.find((one) => one.credentialId.equals(credentialId));
  if (!passkey) return false;
  const signCount = await verifiedSignCount(rp, assertion, passkeyChallenge, passkey);
  if (signCount === undefined) return false;
  await notePasskeyUse(transaction, passkey.id, signCount, toTimestamp(at));
  return true;
}
