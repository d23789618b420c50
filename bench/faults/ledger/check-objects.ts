import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../caller.ts';
import { placeOf, type ObjectLedger, type Version, type Write } from './object-ledger.ts';
import type { Tally } from './tally.ts';

interface Page<Item> {
  data: Item[];
  nextCursor: string;
  hasMore: boolean;
}

const repeatedOfAcknowledged = 3;
const referencesLookedAt = 10;

/** Compares a partition with its ledger after each round, continuing where the previous round ended. */
export class ObjectsCheck {
  readonly ledger: ObjectLedger;
  readonly #tally: Tally;
  #cursor: string | undefined;
  #sequence = 0;

  constructor(ledger: ObjectLedger, tally: Tally) {
    this.ledger = ledger;
    this.#tally = tally;
  }

  /**
   * Acknowledged writes are stored as acknowledged, the others completely or not at all, and nothing else is
   * stored.
   */
  async run(caller: Caller): Promise<void> {
    const versions = await this.#readOn(caller);
    this.#compareWrites(versions.filter(({ type }) => type !== 'ROW'));
    await this.#compareBatches(
      caller,
      versions.filter(({ type }) => type === 'ROW'),
    );
    await this.#compareHeads(caller, versions);
    await this.#compareReferences(caller);
    await this.#repeat(caller, new Set(versions.map(placeOf)));
    this.ledger.writes = [];
    this.ledger.batches.clear();
    // Includes what the repetitions have just written.
    await this.#readOn(caller);
  }

  async #readOn(caller: Caller): Promise<Version[]> {
    const read: Version[] = [];
    for (let more = true; more;) {
      const after = this.#cursor === undefined ? '' : `&after=${encodeURIComponent(this.#cursor)}`;
      const page = await caller.must<Page<Version>>({
        url: `${this.ledger.url}/changes?pageSize=200${after}`,
      });
      read.push(...page.data);
      this.#cursor = page.nextCursor;
      more = page.hasMore;
    }
    for (const version of read) {
      this.#sequence += 1;
      if (version.sequence !== this.#sequence)
        this.#tally.fault('half', `version ${version.sequence} stands at ${this.#sequence}`);
      const before = this.ledger.heads.get(version.timelineId)?.modificationCount ?? 0;
      if (version.modificationCount !== before + 1)
        this.#tally.fault(
          'half',
          `${version.timelineId} goes on from ${before} with ${version.modificationCount}`,
        );
      this.ledger.heads.set(version.timelineId, version);
    }
    return read;
  }

  #compareWrites(versions: Version[]): void {
    const found = new Map(versions.map((version) => [placeOf(version), version]));
    if (found.size < versions.length) this.#tally.fault('other', 'a write was written twice');
    for (const write of this.ledger.writes) {
      const version = found.get(write.place);
      found.delete(write.place);
      if (write.answer === undefined)
        this.#tally.unanswered[version ? 'written' : 'notWritten'] += 1;
      else if (!version) this.#tally.fault('lost', `${write.place}, ${write.answer.id}`);
      else if (!isDeepStrictEqual(version, write.answer))
        this.#tally.fault('half', `${write.place} is not what was answered`);
      if (version && !isWhole(write, version))
        this.#tally.fault('half', `${write.place} is not what was sent`);
    }
    for (const place of found.keys())
      this.#tally.fault('other', `${place} was written, which nobody sent`);
  }

  async #compareBatches(caller: Caller, rows: Version[]): Promise<void> {
    const found = new Map<unknown, Version[]>();
    for (const row of rows) {
      const { batch } = row.objectData;
      found.set(batch, [...(found.get(batch) ?? []), row]);
    }
    for (const [batch, { rows: sent, acknowledged, changeSetUrl }] of this.ledger.batches) {
      const written = found.get(batch) ?? [];
      const count = written.length;
      if (!acknowledged) this.#tally.unanswered[count > 0 ? 'written' : 'notWritten'] += 1;
      const [first, last] = [written[0]?.sequence ?? 0, written.at(-1)?.sequence ?? -1];
      if (acknowledged && count === 0) this.#tally.fault('lost', `batch ${batch}`);
      else if (count !== 0 && count !== sent.length)
        this.#tally.fault('half', `batch ${batch} has ${count} of ${sent.length} rows`);
      else if (last - first + 1 !== count)
        this.#tally.fault('half', `batch ${batch} has gaps in its numbers`);
      if (changeSetUrl !== undefined) await this.#compareSet(caller, changeSetUrl, count > 0);
    }
  }

  /**
   * A change set is committed with all of its versions or not at all. Uncommitted ones are deleted, because an
   * author can have at most 200.
   */
  async #compareSet(caller: Caller, url: string, isWritten: boolean): Promise<void> {
    const { state } = await caller.must<{ state: string }>({ url });
    if ((state === 'COMMITTED') !== isWritten)
      this.#tally.fault(
        'half',
        `${url} is ${state}, its versions are ${isWritten ? '' : 'not '}there`,
      );
    if (state === 'DRAFT') await caller.must({ method: 'DELETE', url });
  }

  async #compareHeads(caller: Caller, versions: Version[]): Promise<void> {
    const touched = [...new Set(versions.map(({ timelineId }) => timelineId))];
    for (const timelineId of touched.slice(-20)) {
      const head = await caller.must<Version>({
        url: `${this.ledger.url}/timelines/${timelineId}/objects/latest`,
      });
      if (head.id !== this.ledger.heads.get(timelineId)?.id)
        this.#tally.fault('half', `the head of ${timelineId} is not its newest version`);
    }
  }

  async #compareReferences(caller: Caller): Promise<void> {
    const pointers = new Map<string, Set<string>>();
    for (const { timelineId, references, endedDate } of this.ledger.heads.values()) {
      if (endedDate !== null) continue;
      for (const { timelineId: target } of references)
        pointers.set(target, (pointers.get(target) ?? new Set()).add(timelineId));
    }
    for (const [target, expected] of [...pointers].slice(-referencesLookedAt)) {
      const id = this.ledger.heads.get(target)?.id ?? '';
      const page = await caller.must<Page<{ object: Version }>>({
        url: `${this.ledger.url}/objects/referencedBy/${id}?pageSize=200`,
      });
      const reported = new Set(page.data.map(({ object }) => object.timelineId));
      if (!isDeepStrictEqual([...reported].sort(), [...expected].sort()))
        this.#tally.fault('half', `the references to ${target} are not those of the heads`);
    }
  }

  /** Repeats all writes with the same keys: existing ones return the same result, the others are written once. */
  async #repeat(caller: Caller, there: ReadonlySet<string>): Promise<void> {
    const unanswered = this.ledger.writes.filter(({ answer }) => answer === undefined);
    const answered = this.ledger.writes.filter(({ answer }) => answer !== undefined);
    for (const write of [...unanswered, ...answered.slice(-repeatedOfAcknowledged)]) {
      const { url, data, key } = write;
      const before = this.#sequence;
      const { status, body } = await caller.call<Version>({ method: 'POST', url, data, key });
      this.#tally.repeated += 1;
      const isNew = status === 201 && body.sequence > before;
      if (status !== 201)
        this.#tally.fault('other', `${write.place} sent again was answered ${status}`);
      else if (write.answer && body.id !== write.answer.id)
        this.#tally.fault('lost', `the answer to ${write.place}`);
      else if (isNew && there.has(write.place))
        this.#tally.fault('half', `${write.place} was there without its Idempotency-Key`);
    }
  }
}

/** Whether a version contains everything from its write. */
function isWhole({ data }: Write, version: Version): boolean {
  const { objectData, references } = data as Partial<Version>;
  if (objectData === undefined) return version.endedDate !== null;
  const storedReferences = version.references.map(({ name, timelineId }) => ({ name, timelineId }));
  return (
    isDeepStrictEqual(version.objectData, objectData) &&
    isDeepStrictEqual(storedReferences, references) &&
    version.endedDate === null
  );
}
