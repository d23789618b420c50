import type { Queryable } from '@annals/kit/database/database';
import type { StoredEvents } from '@annals/kit/event-log';
import { inOrder } from '@annals/kit/in-order';
import type { Checkpoint } from '@annals/proofs/checkpoint';
import type { VerifierKey } from '@annals/proofs/signed-note';
import { ChangeSetsCheck } from './change-sets-check.ts';
import {
  completePage,
  versionsIn,
  type CheckedVersions,
  type WalkedVersion,
} from './checked-versions.ts';
import { CountsCheck } from './counts-check.ts';
import { checkDictionary } from './dictionary-check.ts';
import { EdgesCheck } from './edges-check.ts';
import type { Report } from '@annals/kit/verification/facts';
import { checkHeads } from './heads-check.ts';
import { LogCheck } from './log-check.ts';
import { rootsOfAnchors, rootsOfCheckpoints } from './known-roots.ts';
import { scanEntries, type ScannedEntry } from './log.sql.ts';
import { checkMembers } from './members-check.ts';
import { checkRecordings } from './recordings-check.ts';
import { checkSamples } from './samples-check.ts';
import { findEndOfVersions, lowestNumber, rangesFrom, type VersionRange } from './ranges.sql.ts';
import { ReceiptsCheck } from './receipts-check.ts';
import { SchemasCheck } from './schemas-check.ts';
import { checkSettings } from './settings-check.ts';
import { checkWebhooks } from './webhooks-check.ts';
import { findTotals, type Totals } from './totals.sql.ts';
import type { VerificationThreads } from './verification-threads.ts';
import { readPages } from './version-pages.ts';

export interface PartitionToCheck {
  partitionId: string;
  /** The accepted signers, with the origin of the partition's log as their name. */
  keys: readonly VerifierKey[];
  /** Known checkpoints of the partition's log. */
  checkpoints: readonly Checkpoint[];
  /** Undefined: nobody has them. */
  events?: EventsOfPartitions | undefined;
}

/** The events that say who its members are, its settings, which reads are recorded, and which samples were drawn. */
export type EventsOfPartitions = Pick<
  StoredEvents,
  'readMembers' | 'readSettings' | 'readWebhooks' | 'readRecordings' | 'readSamples'
>;

export interface PartitionCounts {
  versions: number;
  /** The number of entries of its log. */
  entries: number;
  /** The number of erasure receipts. */
  receipts: number;
}

/** Compares everything stored of a partition with its log, and derived data with its source. */
export class PartitionCheck {
  readonly #database: Queryable;
  readonly #partition: PartitionToCheck;
  readonly #threads: VerificationThreads;
  readonly #report: Report;
  readonly #counts: CountsCheck;
  readonly #edges: EdgesCheck;
  readonly #receipts: ReceiptsCheck;
  readonly #schemas: SchemasCheck;
  readonly #changeSets: ChangeSetsCheck;
  readonly #log: LogCheck;
  #anchoredSize = 0;
  #nextSeq = 1;
  #nextIndex = 0;

  /** @param database one snapshot of it */
  constructor(
    database: Queryable,
    partition: PartitionToCheck,
    threads: VerificationThreads,
    report: Report,
  ) {
    const { partitionId, keys, checkpoints } = partition;
    this.#database = database;
    this.#partition = partition;
    this.#threads = threads;
    this.#report = report;
    this.#counts = new CountsCheck(report);
    this.#edges = new EdgesCheck(database, partitionId, report);
    this.#receipts = new ReceiptsCheck(database, partitionId, keys, report);
    this.#schemas = new SchemasCheck(report);
    this.#changeSets = new ChangeSetsCheck(database, partitionId, report);
    const anchored = rootsOfAnchors(database, partitionId, report, (size) => {
      this.#anchoredSize = size;
    });
    this.#log = new LogCheck(database, partitionId, report, [
      rootsOfCheckpoints(checkpoints, report),
      anchored,
    ]);
  }

  /** @param onProgress is called with the number of versions checked so far */
  async run(onProgress: (versions: number) => void): Promise<PartitionCounts> {
    await this.#log.start();
    const entries = new EntryWalk(this.#database, this.#partition.partitionId);
    let versions = 0;
    for await (const checked of this.#check()) {
      await this.#addVersions(checked, entries);
      versions += checked.versions.length;
      onProgress(versions);
    }
    for await (const entry of entries.upTo(Number.MAX_SAFE_INTEGER)) await this.#addEntry(entry);
    await this.#finish(await findTotals(this.#database, this.#partition.partitionId), versions);
    const { partitionId, events } = this.#partition;
    if (events) {
      await checkMembers(this.#database, partitionId, events.readMembers, this.#report);
      await checkSettings(this.#database, partitionId, events.readSettings, this.#report);
      await checkWebhooks(this.#database, partitionId, events.readWebhooks, this.#report);
      await checkRecordings(this.#database, partitionId, events.readRecordings, this.#report);
      await checkSamples(this.#database, partitionId, events.readSamples, this.#report);
    }
    return { versions, entries: this.#log.size, receipts: this.#receipts.count };
  }

  /** All versions in the order of their numbers: where threads read by themselves, range by range. */
  async *#check(): AsyncGenerator<CheckedVersions> {
    const { partitionId } = this.#partition;
    const ranges = rangesFrom<VersionRange>({ partitionId, after: lowestNumber }, (range) =>
      findEndOfVersions(this.#database, range, this.#threads.rangeSize),
    );
    const checked = inOrder(
      ranges,
      async (range) => ({ range, versions: await this.#threads.checkRange(range) }),
      this.#threads.ahead,
    );
    for await (const { range, versions } of checked)
      if (versions) yield versions;
      else yield* this.#checkHere(range);
  }

  /** The same for a range that is read here. */
  #checkHere(range: VersionRange): AsyncGenerator<CheckedVersions> {
    const { partitionId } = range;
    return inOrder(
      readPages(this.#database, range),
      async (page) => {
        const answer = await this.#threads.checkVersions(partitionId, versionsIn(page));
        return completePage(this.#database, partitionId, page, answer);
      },
      this.#threads.ahead,
    );
  }

  async #addVersions(
    { versions, edges, found, unreadable }: CheckedVersions,
    entries: EntryWalk,
  ): Promise<void> {
    for (const version of versions) {
      const { logIndex, related } = version;
      if (logIndex !== null)
        for await (const entry of entries.upTo(logIndex)) await this.#addEntry(entry);
      this.#place(version);
      if (related) {
        const index = logIndex ?? this.#nextIndex;
        await this.#receipts.addVersion(related, index);
        this.#changeSets.addVersion(related, index);
      }
      this.#counts.add(version);
      await this.#log.append(version.leaf);
    }
    this.#edges.add(edges);
    for (const reported of found) this.#report(...reported);
    if (unreadable !== undefined) throw new RangeError(unreadable);
  }

  async #addEntry(entry: ScannedEntry): Promise<void> {
    this.#placeAt(entry.logIndex, {});
    const { kind, type, schemaVersion, receipt, entry: whole } = entry;
    const isSchemaChange = type !== null && schemaVersion !== null;
    const isWhole = type === null && schemaVersion === null && receipt === null;
    const isReceipt = type === null && schemaVersion === null && receipt !== null;
    if (kind === 'ERASURE' && isReceipt && whole === null)
      await this.#receipts.addReceipt({ ...entry, receipt });
    else if (kind === 'SCHEMA' && isSchemaChange && receipt === null && whole === null)
      this.#schemas.add({ ...entry, type, schemaVersion });
    else if (kind === 'CHANGE_SET' && isWhole) await this.#changeSets.addChangeSet(entry);
    else if (kind === 'POLICY' && isWhole) await this.#changeSets.addPolicy(entry);
    else
      this.#report('FORM', `Entry ${entry.logIndex} of the log is of an unknown kind.`, {
        index: entry.logIndex,
      });
    await this.#log.append(entry.leaf);
  }

  #place({ id: objectId, seq, logIndex }: WalkedVersion): void {
    if (seq !== this.#nextSeq) {
      this.#report(
        'CHAIN',
        seq > this.#nextSeq
          ? `The versions with the numbers ${this.#nextSeq} to ${seq - 1} are missing.`
          : `Version ${objectId} has the number ${seq}; the numbers start with 1.`,
        { objectId },
      );
      this.#log.lost();
    }
    this.#nextSeq = seq + 1;
    this.#placeAt(logIndex, { objectId });
  }

  #placeAt(index: number | null, where: { objectId?: string }): void {
    if (index === this.#nextIndex) {
      this.#nextIndex += 1;
      return;
    }
    this.#report(
      'INCLUSION',
      index === null
        ? `Version ${where.objectId} has no place in the log.`
        : `Entry ${this.#nextIndex} of the log is missing or elsewhere; entry ${index} follows here.`,
      index === null ? where : { ...where, index },
    );
    this.#log.lost();
    this.#nextIndex = (index ?? this.#nextIndex) + 1;
  }

  async #finish(totals: Totals, versions: number): Promise<void> {
    const { partitionId } = this.#partition;
    const head = await this.#log.finish();
    if (head && head.versionCount !== versions)
      this.#report(
        'DERIVED',
        `According to the head of the log it has ${head.versionCount} versions, not ${versions}.`,
      );
    if (head && head.anchoredSize !== this.#anchoredSize)
      this.#report(
        'ROOT',
        `According to its head the log is anchored in that of the service up to ${head.anchoredSize} entries; there it has ${this.#anchoredSize}.`,
      );
    this.#receipts.finish(totals.receipts);
    this.#schemas.finish(totals.schemas);
    this.#changeSets.finish(totals);
    await this.#counts.finish(this.#database, partitionId, this.#schemas.count);
    const { timelines } = this.#counts;
    const open = await checkHeads(
      this.#database,
      this.#threads,
      partitionId,
      { timelines, totals },
      this.#report,
    );
    await this.#edges.finish(totals, open);
    await checkDictionary(this.#database, partitionId, this.#report);
  }
}

/** The entries of a log that are not versions, in order. */
class EntryWalk {
  readonly #database: Queryable;
  readonly #partitionId: string;
  #after = Number.MIN_SAFE_INTEGER;
  #read: ScannedEntry[] = [];
  #isEnd = false;

  constructor(database: Queryable, partitionId: string) {
    this.#database = database;
    this.#partitionId = partitionId;
  }

  /** Those that were not returned before, up to an index. */
  async *upTo(index: number): AsyncGenerator<ScannedEntry> {
    for (;;) {
      if (this.#read.length === 0 && !this.#isEnd) {
        this.#read = await scanEntries(this.#database, this.#partitionId, this.#after);
        this.#isEnd = this.#read.length === 0;
        this.#after = this.#read.at(-1)?.logIndex ?? this.#after;
      }
      const [next] = this.#read;
      if (!next || next.logIndex > index) return;
      this.#read.shift();
      yield next;
    }
  }
}
