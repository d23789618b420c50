import type { ProvenVersion } from './bundle.ts';
import type { Findings } from './findings.ts';
import type { Finding } from './verdict.ts';

/** The newest version of a timeline, as far as the next one depends on it. */
export interface Newest {
  id: string;
  /** In base64; undefined if it could not be computed. */
  root: string | undefined;
  count: number;
  date: string;
  type: string;
  genesisDate: string;
  genesisUserId: string;
  /** Present only if something is erased. */
  sealed: ProvenVersion['sealed'] | undefined;
}

/** Checks that only the first version of a timeline is marked as first. */
export function checkBeginning(version: ProvenVersion, findings: Findings, index: number): void {
  const { id, modificationCount, predecessorId, predecessorRoot } = version;
  const first = modificationCount === 1;
  if (
    modificationCount < 1 ||
    first !== (predecessorId === null) ||
    first !== (predecessorRoot === null)
  )
    findings.add(
      'CHAIN',
      predecessorId === null ? 'noPredecessorNamed' : 'predecessorNamed',
      [id, modificationCount],
      { index, objectId: id },
    );
}

/** Follows the timelines of a partition along its log. */
export class VersionChain {
  readonly #newest = new Map<string, Newest>();
  // Stores texts that many versions share only once.
  readonly #shared = new Map<string, string>();
  #lastDate = '';

  sealedBefore(timelineId: string): ProvenVersion['sealed'] {
    return this.#newest.get(timelineId)?.sealed ?? [];
  }

  /** @param root in base64; undefined if it could not be computed, which is already reported */
  follow(
    version: ProvenVersion,
    root: string | undefined,
    findings: Findings,
    index: number,
  ): void {
    const { id, timelineId, modificationDate } = version;
    const before = this.#newest.get(timelineId);
    const where = { index, objectId: id };
    checkBeginning(version, findings, index);
    if (before) checkSuccession(before, version, findings, where);
    else if (version.modificationCount > 1)
      findings.add('CHAIN', 'timelineUnknown', [id, version.modificationCount], where);
    if (modificationDate < this.#lastDate)
      findings.add('CHAIN', 'datedBefore', [id, modificationDate, this.#lastDate], where);
    this.#lastDate = modificationDate;
    this.#newest.set(timelineId, {
      id,
      root,
      count: version.modificationCount,
      date: modificationDate,
      type: this.#share(version.type),
      genesisDate: before?.genesisDate ?? version.genesisDate,
      genesisUserId: before?.genesisUserId ?? this.#share(version.genesisUserId),
      sealed: version.sealed.length > 0 ? version.sealed : undefined,
    });
  }

  #share(text: string): string {
    const shared = this.#shared.get(text) ?? text;
    this.#shared.set(shared, shared);
    return shared;
  }
}

export function checkSuccession(
  before: Newest,
  version: ProvenVersion,
  findings: Findings,
  where: Finding['where'],
): void {
  const { id, modificationCount, predecessorId, type } = version;
  if (modificationCount !== before.count + 1)
    findings.add('CHAIN', 'countWrong', [id, modificationCount, before.count], where);
  if (predecessorId !== before.id)
    findings.add('CHAIN', 'predecessorWrong', [id, String(predecessorId), before.id], where);
  if (before.root !== undefined && version.predecessorRoot !== before.root)
    findings.add('CHAIN', 'predecessorRootWrong', [id, before.id], where);
  if (type !== before.type) findings.add('CHAIN', 'typeWrong', [id, type, before.type], where);
  if (version.genesisDate !== before.genesisDate || version.genesisUserId !== before.genesisUserId)
    findings.add('CHAIN', 'genesisWrong', [id], where);
}
