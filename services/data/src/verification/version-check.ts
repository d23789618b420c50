import { sameBytes, toBase64 } from '@annals/proofs/bytes';
import type { ProvenVersion } from '@annals/proofs/bundle';
import { reasonPointer } from '@annals/proofs/properties';
import { unpackLeaves, unpackSalts } from '@annals/proofs/stored-leaves';
import type { Finding } from '@annals/proofs/verdict';
import { provenHashes, type ProvenHashes } from '@annals/proofs/verify-version';
import { checkBeginning, checkSuccession } from '@annals/proofs/version-chain';
import { provenVersionOf } from '../log/proven-version.ts';
import { reportTo } from './findings.ts';
import type { Report } from '@annals/kit/verification/facts';
import { readErasedValues, hasReferences, isObject } from './json-columns.ts';
import type { Predecessor, ScannedVersion } from './versions.sql.ts';

/**
 * Compares a row of data.version with its root in the log, and with its predecessor.
 * @param known.before the version that it names as its predecessor, if it exists
 * @param known.isRewritten whether its JSON is not stored as the service would write it
 * @returns the version as it can be proven, with its hashes; undefined if it cannot
 */
export function checkVersion(
  partitionId: string,
  version: ScannedVersion,
  { before, isRewritten }: { before: Predecessor | undefined; isRewritten: boolean },
  report: Report,
): { proven: ProvenVersion; hashes: ProvenHashes | undefined } | undefined {
  const { id, logIndex, root, leaves, endedDate } = version;
  const where = { objectId: id, ...(logIndex === null ? {} : { index: logIndex }) };
  const erased = readErasedValues(version.erased);
  if (!erased)
    report('RECEIPT', `Which values of version ${id} are erased is not readable.`, where);
  if (isRewritten || !isObject(version.objectData) || !hasReferences(version)) {
    report(
      'VERSION',
      `Data or references of version ${id} are not stored as the service would write them.`,
      where,
    );
    return undefined;
  }
  if (!root || !leaves || !(unpackSalts(leaves) ?? unpackLeaves(leaves))) {
    report('VERSION', `Version ${id} is not logged, or its salts are not readable.`, where);
    return undefined;
  }
  const proven = provenVersionOf(partitionId, {
    ...version,
    leaves,
    modificationUserName: null,
    erased: erased ?? null,
    predecessorRoot: before?.root ?? null,
  });
  checkErased(proven, version, erased ?? [], (message) => report('RECEIPT', message, where));
  const index = logIndex ?? -1;
  const hashes = reportTo(report, (findings) => provenHashes(proven, findings, index));
  if (hashes && !sameBytes(hashes.root, root))
    report(
      'VERSION',
      `Data, references, ids, dates, authors or salts of version ${id} differ from what was logged.`,
      where,
    );
  if (endedDate !== null && endedDate !== version.modificationDate)
    report('CHAIN', `Version ${id} ends its timeline at a date other than its own.`, where);
  reportTo(report, (findings) => checkBeginning(proven, findings, index));
  checkPredecessor(proven, version, before, report, where);
  return { proven, hashes };
}

function checkErased(
  { id, sealed }: ProvenVersion,
  { reasonReceipt }: Pick<ScannedVersion, 'reasonReceipt'>,
  erased: readonly { path: string }[],
  say: (message: string) => void,
): void {
  const pointers = new Set(sealed.map(({ pointer }) => pointer));
  const isListed = erased.every(({ path }) => pointers.has(`/objectData${path}`));
  const isReasonErased = typeof reasonReceipt === 'number';
  const count = erased.length + (isReasonErased ? 1 : 0);
  if (!isListed || (isReasonErased && !pointers.has(reasonPointer)) || count > pointers.size)
    say(`Version ${id} marks a value as erased that is not.`);
}

function checkPredecessor(
  proven: ProvenVersion,
  version: ScannedVersion,
  before: Predecessor | undefined,
  report: Report,
  where: Finding['where'],
): void {
  const wrong = (message: string): void =>
    report('CHAIN', `Version ${proven.id} ${message}.`, where);
  if (proven.predecessorId === null) {
    if (
      version.genesisDate !== version.modificationDate ||
      version.genesisUserId !== version.modificationUserId
    )
      wrong('is the first of its timeline, but does not start it');
    return;
  }
  if (!before) return wrong(`follows ${proven.predecessorId}, which does not exist`);
  // One by one: it may be a whole version, which is copied slowly.
  const newest = {
    id: before.id,
    root: before.root ? toBase64(before.root) : undefined,
    count: before.modificationCount,
    date: before.modificationDate,
    type: before.type,
    genesisDate: before.genesisDate,
    genesisUserId: before.genesisUserId,
    sealed: undefined,
  };
  reportTo(report, (findings) => checkSuccession(newest, proven, findings, where));
  if (before.timelineId !== version.timelineId || before.seq >= version.seq)
    wrong(`follows ${proven.predecessorId}, which belongs to another timeline or comes later`);
}
