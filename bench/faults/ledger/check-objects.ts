import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../caller.ts';
import { versionKeyOf, type ObjectLedger, type Version, type Write } from './object-ledger.ts';
import type { Tally } from './tally.ts';

interface Page<Item> {
  data: Item[];
  nextCursor: string;
  hasMore: boolean;
}

const maxRepeatedAcknowledged = 3;
const maxCheckedTargets = 10;

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
   * Checks that acknowledged writes are stored as acknowledged, others completely or not at all, and nothing
   * else.
   */
  async run(caller: Caller): Promise<void> {
    const versions = await this.#readChanges(caller);
    this.#compareWrites(versions.filter(({ type }) => type !== 'ROW'));
    await this.#compareBatches(
      caller,
      versions.filter(({ type }) => type === 'ROW'),
    );
    await this.#compareHeads(caller, versions);
    await this.#compareReferences(caller);
    await this.#repeatWrites(caller, new Set(versions.map(versionKeyOf)));
    this.ledger.writes = [];
    this.ledger.batches.clear();
    // Continues past what the repetitions have just written.
    await this.#readChanges(caller);
  }

  async #readChanges(caller: Caller): Promise<Version[]> {
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
        this.#tally.fault(
          'partial',
          `version ${version.sequence} is at position ${this.#sequence}`,
        );
      const before = this.ledger.heads.get(version.timelineId)?.modificationCount ?? 0;
      if (version.modificationCount !== before + 1)
        this.#tally.fault(
          'partial',
          `${version.timelineId} continues from ${before} with ${version.modificationCount}`,
        );
      this.ledger.heads.set(version.timelineId, version);
    }
    return read;
  }

  #compareWrites(versions: Version[]): void {
    const found = new Map(versions.map((version) => [versionKeyOf(version), version]));
    if (found.size < versions.length) this.#tally.fault('other', 'a write was stored twice');
    for (const write of this.ledger.writes) {
      const version = found.get(write.versionKey);
      found.delete(write.versionKey);
      if (write.response === undefined)
        this.#tally.unanswered[version ? 'written' : 'notWritten'] += 1;
      else if (!version) this.#tally.fault('lost', `${write.versionKey}, ${write.response.id}`);
      else if (!isDeepStrictEqual(version, write.response))
        this.#tally.fault('partial', `${write.versionKey} is not what was acknowledged`);
      if (version && !isComplete(write, version))
        this.#tally.fault('partial', `${write.versionKey} is not what was sent`);
    }
    for (const versionKey of found.keys())
      this.#tally.fault('other', `${versionKey} is stored, but nobody sent it`);
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
        this.#tally.fault('partial', `batch ${batch} has ${count} of ${sent.length} rows`);
      else if (last - first + 1 !== count)
        this.#tally.fault('partial', `batch ${batch} has gaps in its numbers`);
      if (changeSetUrl !== undefined) await this.#compareChangeSet(caller, changeSetUrl, count > 0);
    }
  }

  /**
   * A change set is committed with all of its versions or not at all. Uncommitted ones are deleted, because an
   * author can have at most 200.
   */
  async #compareChangeSet(caller: Caller, url: string, isWritten: boolean): Promise<void> {
    const { state } = await caller.must<{ state: string }>({ url });
    if ((state === 'COMMITTED') !== isWritten)
      this.#tally.fault(
        'partial',
        `${url} is ${state}, but its versions are ${isWritten ? '' : 'not '}stored`,
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
        this.#tally.fault('partial', `the head of ${timelineId} is not its newest version`);
    }
  }

  async #compareReferences(caller: Caller): Promise<void> {
    const referrers = new Map<string, Set<string>>();
    for (const { timelineId, references, endedDate } of this.ledger.heads.values()) {
      if (endedDate !== null) continue;
      for (const { timelineId: target } of references)
        referrers.set(target, (referrers.get(target) ?? new Set()).add(timelineId));
    }
    for (const [target, expected] of [...referrers].slice(-maxCheckedTargets)) {
      const id = this.ledger.heads.get(target)?.id ?? '';
      const page = await caller.must<Page<{ object: Version }>>({
        url: `${this.ledger.url}/objects/referencedBy/${id}?pageSize=200`,
      });
      const reported = new Set(page.data.map(({ object }) => object.timelineId));
      if (!isDeepStrictEqual([...reported].sort(), [...expected].sort()))
        this.#tally.fault('partial', `the references to ${target} are not those of the heads`);
    }
  }

  /** Repeats all writes with the same keys: existing ones return the same result, the others are written once. */
  async #repeatWrites(caller: Caller, existing: ReadonlySet<string>): Promise<void> {
    const unanswered = this.ledger.writes.filter(({ response }) => response === undefined);
    const acknowledged = this.ledger.writes.filter(({ response }) => response !== undefined);
    for (const write of [...unanswered, ...acknowledged.slice(-maxRepeatedAcknowledged)]) {
      const { url, data, idempotencyKey } = write;
      const before = this.#sequence;
      const { status, body } = await caller.call<Version>({
        method: 'POST',
        url,
        data,
        idempotencyKey,
      });
      this.#tally.repeated += 1;
      const isNew = status === 201 && body.sequence > before;
      if (status !== 201)
        this.#tally.fault('other', `${write.versionKey} sent again was answered ${status}`);
      else if (write.response && body.id !== write.response.id)
        this.#tally.fault('lost', `the response to ${write.versionKey}`);
      else if (isNew && existing.has(write.versionKey))
        this.#tally.fault('partial', `${write.versionKey} was stored without its Idempotency-Key`);
    }
  }
}

/** Whether a version contains everything from its write. */
function isComplete({ data }: Write, version: Version): boolean {
  const { objectData, references } = data as Partial<Version>;
  if (objectData === undefined) return version.endedDate !== null;
  const storedReferences = version.references.map(({ name, timelineId }) => ({ name, timelineId }));
  return (
    isDeepStrictEqual(version.objectData, objectData) &&
    isDeepStrictEqual(storedReferences, references) &&
    version.endedDate === null
  );
}
