import type { BodyOf, ResponseOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import type { eraseReason as eraseReasonCall } from '@annals/contracts/proofs';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { badRequest, notFound } from '@annals/kit/problem';
import { toBase64, toHex } from '@annals/proofs/bytes';
import { reasonPointer } from '@annals/proofs/properties';
import { packLeaves, unpackLeaves } from '@annals/proofs/stored-leaves';
import { propertyHash } from '@annals/proofs/version-tree';
import { lockToAppend } from '../append/append-transaction.ts';
import { requireErasable } from '../change-policy/change-rules.ts';
import { executeOnce } from '../idempotency/idempotency.ts';
import type { LogKey } from '../log/log-key.ts';
import { eraseFromAttempts } from '../webhooks/webhooks.sql.ts';
import { endEvidence, eraseReasonFromAnswers } from './erase-copies.ts';
import { refuseIfArchived } from './erase.ts';
import * as table from './reasons.sql.ts';
import { ReceiptSeries } from './receipt-series.ts';

export interface ReasonErasureRequest extends BodyOf<typeof eraseReasonCall> {
  partitionId: string;
  objectId: string;
  userId: string;
}

export type ReasonErasureResult = ResponseOf<typeof eraseReasonCall>;

const maxShown = 100;
/** The versions of one transaction, which blocks writers of the partition. */
const defaultVersionsTogether = 1000;

const nothing: ReasonErasureResult = {
  receipt: null,
  receipts: [],
  timelineCount: 0,
  versionCount: 0,
  versions: [],
  hasMore: false,
};

/**
 * What `eraseReason` would erase, with all its steps.
 * @throws Problem 400, 404, 409
 */
export async function previewReasonErasure(
  database: Queryable,
  { partitionId, objectId }: ReasonErasureRequest,
): Promise<ReasonErasureResult> {
  const { reason, ...given } = await findGiven(database, partitionId, objectId);
  if (reason === null) return nothing;
  const others = await table.findVersionsWithReason(database, partitionId, reason, {
    except: given.seq,
    limit: maxShown - 1,
  });
  return {
    ...nothing,
    ...(await table.countVersionsWithReason(database, partitionId, reason)),
    versions: [given, ...others].map(shownOf),
  };
}

interface ReasonErasureOptions {
  idempotency: Idempotency | undefined;
  /** In the transaction, after reasons are erased. */
  erased?: (
    transaction: Queryable,
    timelineIds: string[],
    changeSets: { id: string; name: string }[],
    receipt: number,
  ) => Promise<void>;
  versionsTogether?: number;
}

/**
 * Erases the reason of a version, and its salt, wherever versions of the partition have the same reason, and appends a
 * receipt for each timeline to the log, atomically. With many versions it erases some, the given one last: the response
 * then says that there are more.
 * @throws Problem 400, 404, 409
 */
export async function eraseReason(
  database: Database,
  logKey: LogKey,
  request: ReasonErasureRequest,
  { idempotency, erased, versionsTogether = defaultVersionsTogether }: ReasonErasureOptions,
): Promise<ReasonErasureResult> {
  return database.transaction(async (transaction) =>
    executeOnce(transaction, idempotency, async () => {
      const { partitionId, objectId } = request;
      const { partition, log } = await lockToAppend(transaction, partitionId);
      const { reason, ...given } = await findGiven(transaction, partitionId, objectId);
      if (reason === null) return nothing;
      if (partition.changeRules !== null)
        for (const type of await table.findTypesWithReason(transaction, partitionId, reason))
          requireErasable(partition.changeRules, type);
      const found = await table.findVersionsWithReason(transaction, partitionId, reason, {
        except: given.seq,
        limit: versionsTogether,
      });
      // The given one identifies the reason, so it is kept as long as there are others.
      const hasMore = found.length === versionsTogether;
      const versions = hasMore ? found : [...found, given];
      const options = { logKey, log, perReceipt: versionsTogether, partition, request };
      const receipts = await ReceiptSeries.start(transaction, options);
      const { first } = receipts;
      const written = withoutReason(versions, reason, receipts);
      await table.writeWithoutReasons(transaction, partitionId, written);
      const title = `Erased, receipt ${first}`;
      const renamed = await table.eraseFromChangeSets(transaction, partitionId, reason, {
        receipt: first,
        title,
      });
      await table.eraseFromImports(transaction, partitionId, reason);
      const receiptOf = new Map(written.map(({ objectId: id, receipt }) => [id, receipt]));
      await eraseReasonFromAnswers(transaction, partitionId, reason, (answer) =>
        answerWithout(answer, reason, { title, receiptOf }),
      );
      await endEvidence(transaction, partitionId);
      await eraseFromAttempts(transaction, partitionId);
      await receipts.finish();
      const timelineIds = [...new Set(versions.map(({ timelineId }) => timelineId))];
      await erased?.(
        transaction,
        timelineIds,
        renamed.map((id) => ({ id, name: title })),
        first,
      );
      return {
        receipt: first,
        receipts: receipts.numbers,
        timelineCount: timelineIds.length,
        versionCount: versions.length,
        versions: versions.slice(0, maxShown).map(shownOf),
        hasMore,
      };
    }),
  );
}

/** @throws Problem 400 for a version without a reason, 404, 409 in an archived partition */
async function findGiven(database: Queryable, partitionId: string, objectId: string) {
  const given = await table.findGivenReason(database, partitionId, objectId);
  if (!given) throw notFound('object');
  refuseIfArchived(given);
  if (given.reason === null && given.reasonReceipt === null)
    throw badRequest(say('noReasonToErase'));
  return given;
}

/** Versions with the digest in place of the salt of their reason, which the receipts list by timeline. */
function withoutReason(
  versions: readonly table.VersionWithReason[],
  reason: string,
  receipts: ReceiptSeries,
): table.VersionWithoutReason[] {
  const byTimeline = new Map<string, table.VersionWithReason[]>();
  for (const version of versions) {
    const together = byTimeline.get(version.timelineId);
    if (together) together.push(version);
    else byTimeline.set(version.timelineId, [version]);
  }
  return [...byTimeline.values()].flat().map((version) => {
    const { seq, objectId, timelineId, referenceCount } = version;
    const stored = unpackLeaves(version.leaves);
    // The leaves of the data are followed by the reason and the references.
    const at = (stored?.leaves.length ?? 0) - referenceCount - 1;
    const leaf = stored?.leaves[at];
    if (!stored || !leaf || 'digest' in leaf)
      throw new Error(`The version ${objectId} does not have the leaf of its reason.`);
    const digest = propertyHash(toHex(leaf.salt), { pointer: reasonPointer, value: reason });
    const sealed = { objectId, pointer: reasonPointer, digest: toBase64(digest) };
    const receipt = receipts.add(timelineId, sealed);
    const leaves = packLeaves({ ...stored, leaves: stored.leaves.with(at, { digest }) });
    return { seq, objectId, leaves, receipt };
  });
}

interface Replaced {
  title: string;
  /** Receipts of the versions, by version id. */
  receiptOf: ReadonlyMap<string, number>;
}

/** A stored response without the reason, wherever it contains a version or a change set; data is unchanged. */
function answerWithout(answer: unknown, reason: string, replaced: Replaced): unknown {
  if (Array.isArray(answer)) return answer.map((each) => answerWithout(each, reason, replaced));
  if (typeof answer !== 'object' || answer === null) return answer;
  const left: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(answer))
    if (name === 'objectData') left[name] = value;
    else if (name === 'reason' && value === reason) left[name] = null;
    else if (name === 'title' && value === reason) left[name] = replaced.title;
    else left[name] = answerWithout(value, reason, replaced);
  const id = 'id' in answer ? answer.id : undefined;
  const receipt = typeof id === 'string' ? replaced.receiptOf.get(id) : undefined;
  return receipt === undefined ? left : { ...left, reasonReceipt: receipt };
}

const shownOf = ({ objectId, timelineId, modificationCount }: table.VersionWithReason) => ({
  objectId,
  timelineId,
  modificationCount,
});
