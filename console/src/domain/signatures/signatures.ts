import { confirmSignature, startSignature } from '@annals/contracts/signatures';
import type { BodyOf } from '@annals/contracts/endpoint';
import type { AnyStatement } from '@annals/proofs/approval-signature';
import { call } from '../../platform/api/call.ts';
import { askForPasskey } from '../second-factors/passkeys.ts';
import { useSignatureTexts } from './signatures.texts.ts';

/** A statement that can be signed for a few minutes, and the available means. */
export interface OfferedStatement {
  signatureId: string;
  statement: AnyStatement;
  /** The options for the browser's passkey request; null without a passkey. */
  passkey: object | null;
  passwordAndCode: boolean;
}

/** How the signer authenticates. */
export type SignatureProof = 'passkey' | { password: string; code: string };

/** Requests the statement to sign. */
export async function requestStatement(
  body: BodyOf<typeof startSignature>,
): Promise<OfferedStatement> {
  const [{ statement: text, passkey, ...offered }, { anyStatement, challengeOf }] =
    await Promise.all([
      call(startSignature, { body }),
      import('@annals/proofs/approval-signature'),
    ]);
  const statement = anyStatement.parse(JSON.parse(text));
  // The signed statement must be the one that is shown.
  if (passkey && passkey.challenge !== challengeOf(statement))
    throw new Error(useSignatureTexts.now().wrongChallenge);
  return { ...offered, passkey, statement };
}

/** Signs the offered statement. */
export async function sign(
  { signatureId, passkey }: Pick<OfferedStatement, 'signatureId' | 'passkey'>,
  proof: SignatureProof,
): Promise<string> {
  const body = proof === 'passkey' ? { assertion: await askForPasskey(passkey ?? {}) } : proof;
  const { signature } = await call(confirmSignature, { params: { signatureId }, body });
  return signature;
}
