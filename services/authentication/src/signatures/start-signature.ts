import { uuidv7 } from 'uuidv7';
import type { BodyOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import type { startSignature } from '@annals/contracts/signatures';
import type { Caller } from '@annals/kit/caller';
import { conflict } from '@annals/kit/problem';
import {
  challengeOf,
  auditStatementFormat,
  statementFormat,
  type AnyStatement,
} from '@annals/proofs/approval-signature';
import { canonicalJson } from '@annals/proofs/canonical-json';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { selectFactorStatus, selectPasskeys } from '../second-factors/factors.sql.ts';
import { passkeyLifetimeMs, relyingParty, requestOptions } from '../second-factors/passkeys.ts';
import { selectPasswordOf } from '../sessions/sessions.sql.ts';
import { insertSignature } from './signatures.sql.ts';

/**
 * The statement that the caller is about to sign, and the available means.
 * @throws Problem 409 for an account without any
 */
export async function startOwnSignature(
  context: ServiceContext,
  caller: Caller,
  body: BodyOf<typeof startSignature>,
) {
  const { database, clock } = context;
  const { userId, sessionId } = caller;
  const rp = relyingParty(context);
  const passkeys = rp ? await selectPasskeys(database, userId) : [];
  const { hasTotp } = await selectFactorStatus(database, userId);
  const hasPassword = typeof (await selectPasswordOf(database, userId))?.hash === 'string';
  const passwordAndCode = hasPassword && hasTotp;
  if (passkeys.length === 0 && !passwordAndCode)
    throw conflict('no_means_to_sign', say('noSigningMethod'));
  const now = clock();
  const signer = { name: caller.name || caller.username, signedDate: toTimestamp(now), userId };
  const statement: AnyStatement =
    body.meaning === 'CONCLUDED'
      ? { ...body.subject, ...signer, format: auditStatementFormat, meaning: body.meaning }
      : { ...body.subject, ...signer, format: statementFormat, meaning: body.meaning };
  const id = uuidv7();
  const text = canonicalJson(statement);
  await insertSignature(
    database,
    { id, userId, sessionId, statement: text },
    toTimestamp(now),
    toTimestamp(now + passkeyLifetimeMs),
  );
  const passkey =
    rp && passkeys.length > 0
      ? await requestOptions(rp, challengeOf(statement), passkeys, 'required')
      : null;
  return {
    signatureId: id,
    statement: text,
    passkey: passkey && { ...passkey, challenge: challengeOf(statement) },
    passwordAndCode,
  };
}
