import type { ProvenVersion } from './bundle.ts';
import type { Faults } from './faults.ts';

/** The newest version of a timeline, as far as the next one tells of it. */
export interface Newest {
  id: string;
  /** In base64; undefined when it could not be made. */
  root: string | undefined;
  count: number;
  date: string;
  type: string;
  genesisDate: string;
  genesisUserId: string;
  /** Only where something is erased. */
  sealed: ProvenVersion['sealed'] | undefined;
}

/** Whether the first version of a timeline is named so, and no other. */
export function checkBeginning(version: ProvenVersion, faults: Faults, index: number): void {
  const { id, modificationCount, predecessorId, predecessorRoot } = version;
  const first = modificationCount === 1;
  if (
    modificationCount < 1 ||
    first !== (predecessorId === null) ||
    first !== (predecessorRoot === null)
  )
    faults.add(
      'CHAIN',
      `Version ${id} is number ${modificationCount} of its timeline, and says that it has ${predecessorId === null ? 'no' : 'a'} predecessor.`,
      { index, objectId: id },
    );
}

/** Follows the timelines of a partition along its log. */
export class VersionChain {
  readonly #newest = new Map<string, Newest>();
  // The texts that many versions share are kept once.
  readonly #shared = new Map<string, string>();
  #lastDate = '';

  sealedBefore(timelineId: string): ProvenVersion['sealed'] {
    return this.#newest.get(timelineId)?.sealed ?? [];
  }

  /** @param root in base64; undefined when it could not be made, which is told already */
  follow(version: ProvenVersion, root: string | undefined, faults: Faults, index: number): void {
    const { id, timelineId, modificationDate } = version;
    const before = this.#newest.get(timelineId);
    const wrong = (message: string): void =>
      faults.add('CHAIN', `Version ${id} ${message}.`, { index, objectId: id });
    checkBeginning(version, faults, index);
    if (before) checkSuccession(before, version, wrong);
    else if (version.modificationCount > 1)
      wrong(`is number ${version.modificationCount} of a timeline that the log has nothing of`);
    if (modificationDate < this.#lastDate)
      wrong(
        `is dated ${modificationDate}, before the one ahead of it in the log, ${this.#lastDate}`,
      );
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
  wrong: (message: string) => void,
): void {
  if (version.modificationCount !== before.count + 1)
    wrong(`is number ${version.modificationCount} of its timeline, after number ${before.count}`);
  if (version.predecessorId !== before.id)
    wrong(`says that it follows ${version.predecessorId}; it follows ${before.id}`);
  if (before.root !== undefined && version.predecessorRoot !== before.root)
    wrong(`follows ${before.id} as it was, with another root than that version has here`);
  if (version.type !== before.type)
    wrong(`is of the type ${version.type}; its timeline is of ${before.type}`);
  if (version.genesisDate !== before.genesisDate || version.genesisUserId !== before.genesisUserId)
    wrong('tells the beginning of its timeline otherwise than the versions before it');
}
