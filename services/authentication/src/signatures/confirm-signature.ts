import type { BodyOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import type { confirmSignature } from '@annals/contracts/signatures';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { notAuthenticated, notFound, Problem } from '@annals/kit/problem';
import { anyStatement, challengeOf, type AnyStatement } from '@annals/proofs/approval-signature';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { signInKey } from '../context/normalize.ts';
import type { ServiceContext, SignedContent } from '../context/service-context.ts';
import {
  lockUserRow,
  recordPasskeyUse,
  recordTotpUse,
  selectPasskeys,
  selectTotps,
} from '../second-factors/factors.sql.ts';
import { readAssertion, relyingParty, verifyAssertion } from '../second-factors/passkeys.ts';
import { publicJwkOf } from '../second-factors/passkey-jwk.ts';
import { findTimeStep, digitsOf } from '../second-factors/totp.ts';
import { admitAttempt, verifyCounted } from '../sessions/guarded-attempts.ts';
import { selectPasswordOf } from '../sessions/sessions.sql.ts';
import { countAttempt, selectStatement, consumeSignature } from './signatures.sql.ts';

const maxAttempts = 5;

type Given = BodyOf<typeof confirmSignature>;

/**
 * Signs a started signature after verifying that it is the caller. A wrong proof counts like one at sign-in.
 * @throws Problem 400 for a wrong proof, 404 for a signature that was not started in this session, has expired or was
 * used, 429 after many failures
 */
export async function confirmOwnSignature(
  context: ServiceContext,
  caller: Caller,
  signatureId: string,
  given: Given,
  source: AuditSource,
): Promise<{ signature: string }> {
  const { database, clock } = context;
  const { userId, sessionId } = caller;
  const key = { id: signatureId, userId, sessionId };
  const find = (from: Queryable, at: number) =>
    selectStatement(from, key, toTimestamp(at), maxAttempts);
  if ((await find(database, clock())) === undefined) throw notFound('signature');
  const user = await selectPasswordOf(database, userId);
  if (!user) throw notAuthenticated();
  const attempt = await admitAttempt(context, signInKey(user.username), source);
  // Outside of the transaction, because it is slow on purpose.
  const knowsPassword =
    'password' in given &&
    (await verifyCounted(context, attempt, user.hash ?? undefined, given.password));
  const signed = await database
    .transaction(async (transaction) => {
      await lockUserRow(transaction, userId);
      const actor = { id: userId, at: clock(), source };
      const text = await find(transaction, actor.at);
      if (text === undefined) throw notFound('signature');
      const statement = anyStatement.parse(JSON.parse(text));
      const at = toTimestamp(actor.at);
      const content =
        'assertion' in given
          ? await byPasskey(context, transaction, statement, given.assertion, at)
          : knowsPassword && (await takeCode(transaction, userId, given.code, actor.at))
            ? { statement, method: 'PASSWORD_AND_CODE' as const }
            : undefined;
      const method = 'assertion' in given ? 'PASSKEY' : 'PASSWORD_AND_CODE';
      const action = content ? 'signature.given' : 'signature.failed';
      if (content) await consumeSignature(transaction, signatureId, at);
      else await countAttempt(transaction, signatureId);
      await audit.record(transaction, actor, action, `user/${userId}`, {
        after: {
          method,
          changeSet: 'changeSetId' in statement ? statement.changeSetId : undefined,
          sample: 'sampleId' in statement ? { id: statement.sampleId } : undefined,
          partition: statement.partitionId,
          revision: 'revision' in statement ? statement.revision : undefined,
          meaning: statement.meaning,
          root: statement.root,
        },
      });
      return content;
    })
    .catch(async (error: unknown) => {
      await attempt.takeBack();
      throw error;
    });
  if (!signed) throw wrongProof(given);
  await attempt.succeeded();
  return { signature: await context.approvalSignatures.sign(signed) };
}

function wrongProof(given: Given): Problem {
  const [path, explanation] =
    'assertion' in given
      ? (['body.assertion', say('passkeyDidNotSign')] as const)
      : (['body.code', say('passwordOrCodeWrong')] as const);
  return new Problem(400, 'wrong_proof', explanation, { fields: [{ path, ...explanation }] });
}

async function byPasskey(
  context: ServiceContext,
  transaction: Queryable,
  statement: AnyStatement,
  given: object,
  at: string,
): Promise<SignedContent | undefined> {
  const rp = relyingParty(context);
  const read = readAssertion(given);
  if (!rp || !read) return undefined;
  const passkeys = await selectPasskeys(transaction, statement.userId);
  const passkey = passkeys.find(({ credentialId }) => credentialId.equals(read.credentialId));
  if (!passkey) return undefined;
  const challenge = challengeOf(statement);
  const use = await verifyAssertion(rp, given, challenge, passkey, { requireVerification: true });
  const publicKey = await publicJwkOf(passkey.publicKey);
  if (use === undefined || !publicKey) return undefined;
  await recordPasskeyUse(transaction, passkey.id, use, at);
  const { authenticatorData, clientDataJSON, signature } = read;
  return {
    statement,
    method: 'PASSKEY',
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey,
      addedDate: passkey.createdDate,
    },
    assertion: { authenticatorData, clientDataJSON, signature },
  };
}

/** A code of an authenticator app; recovery codes only work at sign-in. */
async function takeCode(
  transaction: Queryable,
  userId: string,
  written: string,
  at: number,
): Promise<boolean> {
  const code = digitsOf(written);
  if (code === undefined) return false;
  for (const { id, totpSecret, totpStep } of await selectTotps(transaction, userId, true)) {
    const step = findTimeStep(totpSecret, code, at, totpStep);
    if (step === undefined) continue;
    await recordTotpUse(transaction, id, step, toTimestamp(at));
    return true;
  }
  return false;
}
