import type { AuditSampleDetail } from '@annals/contracts/audit-samples';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import { openAuditSignature, type SignedApproval } from '@annals/proofs/approval-signature';
import {
  invalidSignature,
  requireFresh,
  readSignedApproval,
  type FindSignatureKey,
} from '../change-sets/signing.ts';

/**
 * The signature as stored, with the key that created it.
 * @throws Problem 400 if it is not a passkey signature of the caller over these conclusions, or is too old
 */
export async function acceptAuditSignature(
  findKey: FindSignatureKey,
  jws: string,
  signing: NonNullable<AuditSampleDetail['signing']>,
  caller: Caller,
): Promise<SignedApproval> {
  const signed = await readSignedApproval(findKey, jws);
  const opened = signed && openAuditSignature(signed);
  if (!opened || 'problem' in opened) throw invalidSignature(say('foreignSignature'));
  const { statement, method } = opened;
  if (statement.userId !== caller.userId) throw invalidSignature(say('signatureOfOther'));
  if (method !== 'PASSKEY') throw invalidSignature(say('passkeyNeeded'));
  const isOfThis =
    statement.partitionId === signing.partitionId &&
    statement.sampleId === signing.sampleId &&
    statement.itemCount === signing.itemCount &&
    statement.root === signing.root;
  if (!isOfThis) throw invalidSignature(say('conclusionsChanged'));
  requireFresh(statement);
  return signed;
}
