import type { TrustedDevice } from '@annals/contracts/trusted-devices';
import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { Challenge } from './challenges.sql.ts';
import {
  recordPasskeyUse,
  recordTotpUse,
  selectFactorStatus,
  selectPasskeys,
  selectTotps,
  consumeRecoveryCode,
} from './factors.sql.ts';
import { readCredential, relyingParty, verifyAssertion } from './passkeys.ts';
import { combineRules } from '../sign-in-rules/combine-rules.ts';
import { selectConcerned, selectRules } from '../sign-in-rules/sign-in-rules.sql.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { findTimeStep, digitsOf } from './totp.ts';

/** A TOTP code or a recovery code, or the result of navigator.credentials.get. */
export type FactorAnswer = { code: string } | { assertion: object };

/** Whether the response is valid for one of the user's factors; stores its use. The user must be locked. */
export async function checkFactor(
  context: ServiceContext,
  transaction: Queryable,
  challenge: Challenge,
  given: FactorAnswer,
  actor: Actor,
): Promise<{ factor: TrustedDevice['factor']; recoveryCodes?: undefined } | undefined> {
  if (!('assertion' in given)) {
    const factor = await checkCode(transaction, challenge.userId, given.code, actor);
    return factor && { factor };
  }
  const right = await checkPasskey(context, transaction, challenge, given.assertion, actor);
  return right ? { factor: 'PASSKEY' } : undefined;
}

async function checkCode(
  transaction: Queryable,
  userId: string,
  written: string,
  actor: Actor,
): Promise<'TOTP' | 'RECOVERY_CODE' | undefined> {
  const code = digitsOf(written);
  if (code === undefined) {
    const hash = recoveryCodeHash(written);
    if (!(await consumeRecoveryCode(transaction, userId, hash, toTimestamp(actor.at))))
      return undefined;
    const { recoveryCodesLeft } = await selectFactorStatus(transaction, userId);
    await audit.record(transaction, actor, 'recoveryCode.used', `user/${userId}`, {
      after: { left: recoveryCodesLeft },
    });
    return 'RECOVERY_CODE';
  }
  const concerned = await selectConcerned(transaction, userId);
  const rules = await selectRules(transaction);
  if (!concerned || combineRules(rules, concerned).passkeyRequired) return undefined;
  for (const { id, totpSecret, totpStep } of await selectTotps(transaction, userId, true)) {
    const step = findTimeStep(totpSecret, code, actor.at, totpStep);
    if (step === undefined) continue;
    await recordTotpUse(transaction, id, step, toTimestamp(actor.at));
    return 'TOTP';
  }
  return undefined;
}

async function checkPasskey(
  context: ServiceContext,
  transaction: Queryable,
  { userId, passkeyChallenge }: Challenge,
  assertion: object,
  { at }: Actor,
): Promise<boolean> {
  const rp = relyingParty(context);
  const credentialId = readCredential(assertion)?.credentialId;
  if (!rp || credentialId === undefined || passkeyChallenge === null) return false;
  const passkeys = await selectPasskeys(transaction, userId);
  const passkey = passkeys.find((one) => one.credentialId.equals(credentialId));
  if (!passkey) return false;
  const use = await verifyAssertion(rp, assertion, passkeyChallenge, passkey);
  if (use === undefined) return false;
  await recordPasskeyUse(transaction, passkey.id, use, toTimestamp(at));
  return true;
}
