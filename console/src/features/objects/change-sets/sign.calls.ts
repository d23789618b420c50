import { getChangeSetSigning } from '@annals/contracts/change-sets';
import type { SignatureMeaning } from '@annals/contracts/signatures';
import type { SignatureStatement } from '@annals/proofs/approval-signature';
import { call } from '../../../platform/api/call.ts';
import { requestStatement, type OfferedStatement } from '../../../domain/signatures/signatures.ts';
import type { SetParams } from './change-set.queries.ts';
import { useSignTexts } from './sign.texts.ts';

export interface OfferedSignature extends OfferedStatement {
  statement: SignatureStatement;
}

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
  const offered = await requestStatement({ subject, meaning });
  // Only what was asked for comes back.
  return { ...offered, statement: offered.statement as SignatureStatement };
}
