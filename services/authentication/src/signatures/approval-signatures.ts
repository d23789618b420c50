import { CompactSign } from 'jose';
import { utf8 } from '@annals/proofs/bytes';
import { signatureType } from '@annals/proofs/approval-signature';
import type { SignedContent } from '../context/service-context.ts';
import { signingAlgorithm, type SigningKeys } from '../tokens/signing-keys.ts';

/** Signatures of approvals: a JWS type of their own, so that neither is accepted as the other. */
export class ApprovalSignatures {
  readonly #keys: SigningKeys;
  readonly #issuer: string;

  constructor(keys: SigningKeys, issuer: string) {
    this.#keys = keys;
    this.#issuer = issuer;
  }

  async sign(payload: SignedContent): Promise<string> {
    const { kid, key } = await this.#keys.signing();
    return new CompactSign(utf8(JSON.stringify({ iss: this.#issuer, ...payload })))
      .setProtectedHeader({ alg: signingAlgorithm, typ: signatureType, kid })
      .sign(key);
  }
}
