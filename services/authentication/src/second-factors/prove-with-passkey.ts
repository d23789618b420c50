import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { badField } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { consumeOwnChallenge, insertOwnChallenge } from './challenges.sql.ts';
import { lockUserRow, recordPasskeyUse, selectPasskeys } from './factors.sql.ts';
import {
  passkeyLifetimeMs,
  readClientData,
  readCredential,
  relyingParty,
  requestOptions,
  verifyAssertion,
} from './passkeys.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { recordReauthentication } from '../sessions/sessions.sql.ts';

/** The options with which the browser asks for a passkey of the caller. */
export async function startReauthentication(context: ServiceContext, { userId }: Caller) {
  const { database, clock } = context;
  const rp = relyingParty(context);
  const passkeys = rp ? await selectVerifyingPasskeys(database, userId) : [];
  if (!rp || passkeys.length === 0) return { passkey: null };
  const challenge = newSecret();
  const now = clock();
  await insertOwnChallenge(database, {
    hash: secretHash(challenge),
    userId,
    purpose: 'REAUTHENTICATION',
    created: toTimestamp(now),
    expires: toTimestamp(now + passkeyLifetimeMs),
  });
  const options = await requestOptions(rp, challenge, passkeys, 'required');
  return { passkey: { ...options, challenge } };
}

/** As at a sign-in with a passkey alone: whoever finds a security key without a PIN could give it one. */
async function selectVerifyingPasskeys(database: Queryable, userId: string) {
  const passkeys = await selectPasskeys(database, userId);
  return passkeys.filter(({ verifiesUser }) => verifiesUser);
}

/** Records that the caller has used a passkey that verified them. @throws Problem 400 for any other */
export async function reauthenticateWithPasskey(
  context: ServiceContext,
  { userId, sessionId }: Caller,
  assertion: object,
  source: AuditSource,
): Promise<void> {
  const { database, clock } = context;
  const rp = relyingParty(context);
  const challenge = (await readClientData(assertion))?.challenge;
  const credential = readCredential(assertion);
  if (!rp || challenge === undefined || !credential) throw wrongPasskey();
  const proved = await database.transaction(async (transaction) => {
    await lockUserRow(transaction, userId);
    const at = clock();
    const started = { hash: secretHash(challenge), userId, purpose: 'REAUTHENTICATION' } as const;
    const passkeys = await selectVerifyingPasskeys(transaction, userId);
    const passkey = passkeys.find(({ credentialId }) =>
      credentialId.equals(credential.credentialId),
    );
    const use =
      (await consumeOwnChallenge(transaction, started, toTimestamp(at))) &&
      passkey &&
      (await verifyAssertion(rp, assertion, challenge, passkey, { requireVerification: true }));
    if (!passkey || !use) {
      const actor = { id: userId, at, source };
      await audit.record(transaction, actor, 'reauthentication.failed', `user/${userId}`, {
        after: { method: 'PASSKEY' },
      });
      return false;
    }
    await recordPasskeyUse(transaction, passkey.id, use, toTimestamp(at));
    await recordReauthentication(transaction, sessionId, toTimestamp(at));
    return true;
  });
  if (!proved) throw wrongPasskey();
}

function wrongPasskey() {
  return badField('body.assertion', say('passkeyDidNotConfirm'));
}
