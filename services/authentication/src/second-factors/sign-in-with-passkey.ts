import { say } from '@annals/contracts/messages';
import type { Tokens } from '@annals/contracts/sign-in';
import type { Queryable } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { admitAttempt } from '../sessions/guarded-attempts.ts';
import { openSession, tokensOf, type OpenSession } from '../sessions/open-session.ts';
import { selectProvedUser } from '../sessions/sessions.sql.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { consumePasskeySignIn, insertPasskeySignIn } from './challenges.sql.ts';
import {
  lockUserRow,
  recordPasskeyUse,
  selectPasskeyOwner,
  selectPasskeys,
} from './factors.sql.ts';
import { challengeOver } from './finish-second-factor.ts';
import {
  readClientData,
  readCredential,
  relyingParty,
  requestOptions,
  userHandleOf,
  verifyAssertion,
} from './passkeys.ts';

/** The page may wait with the offer for a while until somebody accepts it, and asks for a new challenge before. */
const signInLifetimeMs = 10 * 60_000;

/** The options with which the browser offers the passkeys that it knows for this site, whoever they belong to. */
export async function startPasskeySignIn(context: ServiceContext) {
  const rp = relyingParty(context);
  if (!rp) return { passkey: null };
  const challenge = newSecret();
  const now = context.clock();
  await insertPasskeySignIn(context.database, {
    hash: secretHash(challenge),
    created: toTimestamp(now),
    expires: toTimestamp(now + signInLifetimeMs),
  });
  const options = await requestOptions(rp, challenge, [], 'required');
  return { passkey: { ...options, challenge, timeout: signInLifetimeMs } };
}

/**
 * Signs in with a passkey alone. It counts as two factors: its possession, and what its authenticator checked to verify
 * the user.
 * @throws Problem 401 with the reason, or 429 after many failures
 */
export async function signInWithPasskey(
  context: ServiceContext,
  assertion: object,
  source: AuditSource,
): Promise<Tokens> {
  const clientData = await readClientData(assertion);
  const credential = readCredential(assertion);
  const rp = relyingParty(context);
  if (!rp || !clientData || !credential) throw invalidPasskey();
  if (clientData.origin !== rp.origin) throw otherAddress(clientData.origin, rp.origin);
  // Not counted for the user name, or whoever knows the id of a passkey could delay the owner's password.
  const attempt = await admitAttempt(
    context,
    `passkey ${credential.credentialId.toString('base64url')}`,
    source,
  );
  const outcome = await context.database
    .transaction((transaction) =>
      tryPasskey(context, transaction, { assertion, ...clientData, ...credential }, source),
    )
    .catch(async (error: unknown) => {
      await attempt.takeBack();
      throw error;
    });
  if (outcome instanceof Problem) throw outcome;
  await attempt.succeeded();
  return tokensOf(context, outcome);
}

interface Attempted {
  assertion: object;
  challenge: string;
  credentialId: Buffer;
  userHandle: Buffer | undefined;
}

async function tryPasskey(
  context: ServiceContext,
  transaction: Queryable,
  { assertion, challenge, credentialId, userHandle }: Attempted,
  source: AuditSource,
): Promise<OpenSession | Problem> {
  const at = context.clock();
  const timestamp = toTimestamp(at);
  const refuse = async (userId: string | undefined, problem: Problem) => {
    const subject = userId === undefined ? null : `user/${userId}`;
    await audit.record(transaction, { id: null, at, source }, 'signIn.failed', subject, {
      after: { method: 'PASSKEY', reason: problem.code },
    });
    return problem;
  };
  // One attempt for each challenge.
  if (!(await consumePasskeySignIn(transaction, secretHash(challenge), timestamp)))
    return challengeOver();
  const owner = await selectPasskeyOwner(transaction, credentialId);
  if (!owner) return refuse(undefined, unknownPasskey());
  const { userId } = owner;
  await lockUserRow(transaction, userId);
  const passkeys = await selectPasskeys(transaction, userId);
  const passkey = passkeys.find((one) => one.credentialId.equals(credentialId));
  if (!passkey) return refuse(userId, unknownPasskey());
  const rp = relyingParty(context);
  // The user handle is what the passkey itself says about its owner (WebAuthn level 3, section 7.2, step 6).
  if (!rp || !userHandle?.equals(userHandleOf(userId))) return refuse(userId, invalidPasskey());
  const use = await verifyAssertion(rp, assertion, challenge, passkey);
  if (!use) return refuse(userId, invalidPasskey());
  if (!use.isVerified || !passkey.verifiesUser) return refuse(userId, notVerified());
  await recordPasskeyUse(transaction, passkey.id, use, timestamp);
  const user = await selectProvedUser(transaction, userId);
  const start = { method: 'PASSKEY' } as const;
  const session = user && (await openSession(context, transaction, user, source, start));
  return session ?? refuse(userId, invalidPasskey());
}

function invalidPasskey(): Problem {
  return new Problem(401, 'invalid_passkey', say('passkeyRefused'));
}

function unknownPasskey(): Problem {
  return new Problem(401, 'unknown_passkey', say('passkeyUnknown'));
}

function notVerified(): Problem {
  return new Problem(401, 'passkey_not_verified', say('passkeyUnverified'));
}

function otherAddress(used: string, expected: string): Problem {
  return new Problem(401, 'passkey_other_address', say('passkeyOrigin', { used, expected }));
}
