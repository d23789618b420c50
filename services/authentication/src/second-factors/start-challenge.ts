import type { SecondFactorChallenge } from '@annals/contracts/sign-in';
import type { Queryable } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { insertSignInChallenge } from './challenges.sql.ts';
import { selectFactorStanding, selectPasskeys } from './factors.sql.ts';
import { relyingParty, requestOptions } from './passkeys.ts';

const lifetimeMs = 5 * 60_000;

/**
 * Asks a user who has proved one factor for the second one, or to set one up where there must be one. `none`: nothing
 * more is due. Undefined when the user was disabled meanwhile.
 */
export async function startChallenge(
  context: ServiceContext,
  transaction: Queryable,
  userId: string,
): Promise<SecondFactorChallenge | 'none' | undefined> {
  const standing = await selectFactorStanding(transaction, userId);
  const { hasTotp, hasPasskey, recoveryCodesLeft, required } = standing;
  const hasFactor = hasTotp || hasPasskey;
  if (!hasFactor && !required) return 'none';
  const rp = relyingParty(context);
  const passkeyChallenge = hasPasskey && rp ? newSecret() : null;
  const challenge = newSecret();
  const now = context.clock();
  const made = await insertSignInChallenge(transaction, {
    hash: secretHash(challenge),
    userId,
    passkeyChallenge,
    created: toTimestamp(now),
    expires: toTimestamp(now + lifetimeMs),
  });
  if (!made) return undefined;
  if (!hasFactor) return { challenge, methods: [], enrolment: true };
  const methods = [
    ...(hasTotp ? ['TOTP'] : []),
    ...(passkeyChallenge === null ? [] : ['PASSKEY']),
    ...(recoveryCodesLeft > 0 ? ['RECOVERY_CODE'] : []),
  ];
  if (passkeyChallenge === null || !rp) return { challenge, methods };
  const passkeys = await selectPasskeys(transaction, userId);
  return { challenge, methods, passkey: await requestOptions(rp, passkeyChallenge, passkeys) };
}
