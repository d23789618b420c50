import { say, type ServiceMessage } from '@annals/contracts/messages';
import { conflict, Problem } from '@annals/kit/problem';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { toBase64 } from '@annals/proofs/bytes';
import {
  keyIdOf,
  openSignature,
  signedApproval,
  type SignatureStatement,
  type SignedApproval,
} from '@annals/proofs/approval-signature';
import type { ObjectDataCheck } from '../types/schemas.ts';
import type { ChangeSetKey } from './change-sets.sql.ts';
import { rootToApprove } from './content.ts';
import type { LoadedChangeSet } from './load.ts';
import { checkOperations } from './show-operations.ts';

/** The public key of the authentication service's signatures, as a JWK; undefined for an unknown id. */
export type FindSignatureKey = (kid: string) => Promise<object | undefined>;

/** What an approver signs. A type, because an interface is not assignable to the contract's open objects. */
export type Signing = Pick<
  SignatureStatement,
  'changeSetId' | 'partitionId' | 'revision' | 'operationCount' | 'root'
>;

export const notSignable = () => conflict('change_set_conflict', say('notSignable'));

/**
 * Whether the set could be committed as it is; otherwise it is unknown what would be signed. Checked outside of
 * transactions, because the schemas are read on a separate connection. A commit checks it again.
 */
export async function isSignable(
  database: Queryable,
  check: ObjectDataCheck,
  key: ChangeSetKey,
  userId: string,
): Promise<boolean> {
  return (await checkOperations(database, check, key, userId)).length === 0;
}

/**
 * @param set loaded with the same transaction
 * @throws Problem 409 for one that is committed
 */
export async function signingOf(
  database: Queryable,
  key: ChangeSetKey,
  { row }: LoadedChangeSet,
): Promise<Signing> {
  if (row.saltKey === null) throw notSignable();
  const { root, operationCount } = await rootToApprove(database, key, row, row.saltKey);
  const { partitionId, changeSetId } = key;
  return { changeSetId, partitionId, revision: row.revision, operationCount, root: toBase64(root) };
}

/** A confirmed signature has to be sent within this time. */
const goodForMs = 10 * 60_000;
/** The clocks of two servers may differ. */
const aheadMs = 60_000;

export const invalidSignature = (explanation: ServiceMessage) =>
  new Problem(400, 'invalid_signature', explanation, {
    fields: [{ path: 'body.signature', ...explanation }],
  });

/** The signature with the key that it names; undefined if that key does not count. */
export async function readSignedApproval(
  findKey: FindSignatureKey,
  jws: string,
): Promise<SignedApproval | undefined> {
  const key = await findKey(keyIdOf(jws));
  return key && signedApproval.safeParse({ jws, key }).data;
}

/** @throws Problem 400 */
export function requireFresh({ signedDate }: { signedDate: string }): void {
  const age = Date.now() - Date.parse(signedDate);
  if (!(age <= goodForMs && age >= -aheadMs)) throw invalidSignature(say('signatureExpired'));
}

/**
 * The signature as stored, with the key that created it.
 * @param signing the current content of the set
 * @throws Problem 400 if it is not a signature of the authentication service, signs something else, belongs to another
 * user, or is too old
 */
export async function acceptSignature(
  findKey: FindSignatureKey,
  jws: string,
  signing: Signing,
  caller: Caller,
): Promise<SignedApproval> {
  const signed = await readSignedApproval(findKey, jws);
  const opened = signed && openSignature(signed);
  if (!opened || 'problem' in opened) throw invalidSignature(say('foreignSignature'));
  const { statement } = opened;
  if (statement.userId !== caller.userId) throw invalidSignature(say('signatureOfOther'));
  const isOfThis =
    statement.partitionId === signing.partitionId &&
    statement.changeSetId === signing.changeSetId &&
    statement.revision === signing.revision &&
    statement.operationCount === signing.operationCount &&
    statement.root === signing.root;
  if (!isOfThis) throw invalidSignature(say('signatureDoesNotMatch'));
  requireFresh(statement);
  return signed;
}
