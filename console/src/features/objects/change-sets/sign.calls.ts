import { getChangeSetSigning } from '@annals/contracts/change-sets';
import {
  confirmSignature,
  type SignatureMeaning,
  startSignature,
} from '@annals/contracts/signatures';
import type { SignatureStatement } from '@annals/proofs/approval-signature';
import { call } from '../../../api/call.ts';
import { askForPasskey } from '../../../shared/second-factors/ask-for-passkey.ts';
import type { SetParams } from './change-set.queries.ts';
import { useSignTexts } from './sign.texts.ts';

/** What can be signed for a few minutes, and by which means. */
export interface OfferedSignature {
  signatureId: string;
  statement: SignatureStatement;
  /** What the browser asks a passkey for; null where there is none. */
  passkey: object | null;
  passwordAndCode: boolean;
}

/** By what the signer shows who they are. */
export type SignatureProof = 'passkey' | { password: string; code: string };

/**
 * Asks for the statement that an approval of the revision is signed with.
 * @throws where the change set is not the one any more that was seen
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
  // What is signed is what is shown.
  if (passkey && passkey.challenge !== challengeOf(statement))
    throw new Error(useSignTexts.now().wrongChallenge);
  return { ...offered, passkey, statement };
}

/** Signs what was offered. */
export async function sign(
  { signatureId, passkey }: OfferedSignature,
  proof: SignatureProof,
): Promise<string> {
  const body = proof === 'passkey' ? { assertion: await askForPasskey(passkey ?? {}) } : proof;
  const { signature } = await call(confirmSignature, { params: { signatureId }, body });
  return signature;
}
