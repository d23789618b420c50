import { uuidv7 } from 'uuidv7';
import type { Factor } from '@annals/contracts/account';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import { badField, conflict, notAuthenticated } from '@annals/kit/problem';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { newSecret, secretHash } from '../tokens/secrets.ts';
import { addFactor, requireFactorLimit } from './add-factor.ts';
import { consumeOwnChallenge, insertOwnChallenge } from './challenges.sql.ts';
import { insertPasskey, lockUserRow, selectPasskeys } from './factors.sql.ts';
import {
  creationOptions,
  passkeyLifetimeMs,
  readClientData,
  relyingParty,
  verifyPasskey,
} from './passkeys.ts';

/**
 * The options for creating a passkey in the browser.
 * @throws Problem 403; 409 if passkeys are unavailable, or there are too many factors
 */
export async function startPasskey(
  context: ServiceContext,
  caller: Caller,
): Promise<{ challenge: string }> {
  const { database, clock, productName } = context;
  const rp = requireRelyingParty(context);
  await requireFreshProof(context, caller);
  const { userId } = caller;
  const challenge = newSecret();
  const { user, existing } = await database.transaction(async (transaction) => {
    const row = await lockUserRow(transaction, userId);
    if (!row) throw notAuthenticated();
    await requireFactorLimit(transaction, userId);
    const now = clock();
    await insertOwnChallenge(transaction, {
      hash: secretHash(challenge),
      userId,
      purpose: 'REGISTER_PASSKEY',
      created: toTimestamp(now),
      expires: toTimestamp(now + passkeyLifetimeMs),
    });
    return { user: row, existing: await selectPasskeys(transaction, userId) };
  });
  return creationOptions(rp, productName, { userId, ...user }, challenge, existing);
}

/** @throws Problem 400 for a passkey that was not created for this, 403, 409 */
export async function addPasskey(
  context: ServiceContext,
  caller: Caller,
  { name, attestation }: { name: string; attestation: object },
  source: AuditSource,
): Promise<{ factor: Factor; recoveryCodes?: string[] }> {
  const { database, clock } = context;
  const rp = requireRelyingParty(context);
  await requireFreshProof(context, caller);
  const { userId } = caller;
  const challenge = (await readClientData(attestation))?.challenge;
  const passkey =
    challenge === undefined ? undefined : await verifyPasskey(rp, attestation, challenge);
  if (challenge === undefined || !passkey) throw unusable();
  return database.transaction(async (transaction) => {
    await lockUserRow(transaction, userId);
    const actor = { id: userId, at: clock(), source };
    const created = toTimestamp(actor.at);
    const started = { hash: secretHash(challenge), userId, purpose: 'REGISTER_PASSKEY' } as const;
    if (!(await consumeOwnChallenge(transaction, started, created))) throw unusable();
    await requireFactorLimit(transaction, userId);
    return addFactor(transaction, actor, async () => {
      const id = uuidv7();
      const row = { ...passkey, id, userId, name, created };
      if (!(await insertPasskey(transaction, row)))
        throw conflict('passkey_known', say('passkeyExists'));
      return id;
    });
  });
}

function requireRelyingParty(context: ServiceContext) {
  const rp = relyingParty(context);
  if (rp) return rp;
  throw conflict('passkeys_unavailable', say('passkeysNeedHttps'));
}

function unusable() {
  return badField('body.attestation', say('passkeyTooLate'));
}
