import type { Database } from '@annals/kit/database/database';
import { joined, toBase64 } from '@annals/proofs/bytes';
import { operationLeafOf } from '@annals/proofs/change-set-check';
import { changeSetRoot, inOrderOfRoot } from '@annals/proofs/change-set-root';
import { Findings } from '@annals/proofs/findings';
import { provenHashes } from '@annals/proofs/verify-version';
import { lockToAppend } from '../append/append-transaction.ts';
import { appendEntry } from '../log/append-log.ts';
import { findLoggedVersions } from '../log/proven-version.sql.ts';
import { provenVersionOf } from '../log/proven-version.ts';
import * as table from './earlier-change-sets.sql.ts';

/**
 * Appends to the logs of partitions what was committed, and which rules were set, before these stood there: a version that
 * names a change set without an entry would look as if the entry had been taken away. Signatures there were none.
 */
export async function logEarlierChangeSets(database: Database): Promise<void> {
  for (const partitionId of await table.listPartitionsToLog(database))
    await database.transaction(async (transaction) => {
      await lockToAppend(transaction, partitionId);
      // In the order in which they came, so that each set stands by the rules of then.
      for (const earlier of await table.listToLog(transaction, partitionId)) {
        if (earlier.policy) {
          const { policy } = earlier;
          const logIndex = await appendEntry(transaction, partitionId, {
            kind: 'POLICY',
            ...policy,
          });
          await table.notePolicy(transaction, partitionId, policy.version, logIndex);
        }
        if (!earlier.changeSet) continue;
        const { changeSetId, firstSequence, lastSequence, ...said } = earlier.changeSet;
        const versions = await findLoggedVersions(transaction, partitionId, changeSetId, {
          firstSequence,
          lastSequence,
        });
        const leaves = versions.flatMap((version) => {
          const proven = provenVersionOf(partitionId, version);
          const hashes = provenHashes(proven, new Findings());
          return hashes ? operationLeafOf(proven, hashes.values) : [];
        });
        const logIndex = await appendEntry(transaction, partitionId, {
          kind: 'CHANGE_SET',
          changeSetId,
          partitionId,
          root: toBase64(changeSetRoot(leaves)),
          operationCount: leaves.length,
          ...said,
          approvals: await table.listApprovals(transaction, partitionId, changeSetId),
        });
        const key = { partitionId, changeSetId };
        await table.noteChangeSet(transaction, key, logIndex, joined(inOrderOfRoot(leaves)));
      }
    });
}
