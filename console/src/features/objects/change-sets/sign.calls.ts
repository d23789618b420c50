import { getChangeSetSigning } from '@annals/contracts/change-sets';
import {
  confirmSignature,
  type SignatureMeaning,
  startSignature,
} from '@annals/contracts/signatures';
import type { SignatureStatement } from '@annals/proofs/approval-signature';
import { call } from '../../../platform/api/call.ts';
import { askForPasskey } from '../../../domain/second-factors/passkeys.ts';
import type { SetParams } from './change-set.queries.ts';
import { useSignTexts } from './sign.texts.ts';

/** A statement that can be signed for a few minutes, and the available means. */
export interface OfferedSignature {
  signatureId: string;
  statement: SignatureStatement;
  /** The options for the browser's passkey request; null without a passkey. */
  passkey: object | null;
  passwordAndCode: boolean;
}

/** How the signer authenticates. */
export type SignatureProof = 'passkey' | { password: string; code: string };

/**
 * Requests the statement for signing an approval of the revision.
 * @throws if the change set has changed since it was shown
 */
export async function offerSignature(
  params: SetParams,
  revision: number,
  meaning: SignatureMeaning,
): Promise<OfferedSignature> {
  const { changeSetId, partitionId, operationCount, root, ...now } = await call(
    getChangeSetSigning,
    { params },
  );
  if (now.revision !== revision) throw new Error(useSignTexts.now().changedSince);
  const subject = { changeSetId, partitionId, revision, operationCount, root };
  const [{ statement: text, passkey, ...offered }, { challengeOf, signatureStatement }] =
    await Promise.all([
      call(startSignature, { body: { subject, meaning } }),
      import('@annals/proofs/approval-signature'),
    ]);
  const statement = signatureStatement.parse(JSON.parse(text));
  // The signed statement must be the one that is shown.
  if (passkey && passkey.challenge !== challengeOf(statement))
    throw new Error(useSignTexts.now().wrongChallenge);
  return { ...offered, passkey, statement };
}

/** Signs the offered statement. */
export async function sign(
  { signatureId, passkey }: OfferedSignature,
  proof: SignatureProof,
): Promise<string> {
  const body = proof === 'passkey' ? { assertion: await askForPasskey(passkey ?? {}) } : proof;
  const { signature } = await call(confirmSignature, { params: { signatureId }, body });
  return signature;
}
