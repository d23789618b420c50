import type { SampleItem } from '@annals/contracts/audit-samples';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { FindAnnouncement, PartitionEvent } from '@annals/kit/event-log';
import {
  conclusionsRoot,
  drawSample,
  sampleAlgorithm,
  type ConcludedItem,
} from '@annals/proofs/audit-sample';
import { auditResultFormat, type AuditResult } from '@annals/proofs/bundle';
import { toBase64 } from '@annals/proofs/bytes';
import { shownEventLeaf } from '@annals/proofs/event-entry';
import { inclusionProof } from '@annals/proofs/subtrees';
import {
  inBase64,
  readLog,
  shorterLog,
  type Checkpoints,
  type LogSnapshot,
} from '../log/checkpoints.ts';
import type { EventsLog } from '../log/events-log.ts';
import type { SampleRow } from './audit-samples.sql.ts';

/** Draws the samples of auditors from the logs, and proves what was drawn. */
export class SampleProofs {
  readonly #database: Database;
  readonly #checkpoints: Checkpoints;
  readonly #eventsLog: EventsLog;
  readonly #findAnnouncement: FindAnnouncement;

  constructor(
    database: Database,
    logs: { checkpoints: Checkpoints; eventsLog: EventsLog },
    findAnnouncement: FindAnnouncement,
  ) {
    this.#database = database;
    this.#checkpoints = logs.checkpoints;
    this.#eventsLog = logs.eventsLog;
    this.#findAnnouncement = findAnnouncement;
  }

  /** The drawn entries; undefined until the announcement is in the log of events. */
  async draw(
    sample: SampleRow,
    number: string,
  ): Promise<{ eventIndex: number; indexes: number[] } | undefined> {
    const log = await this.#announcedLog(sample);
    if (!log) return undefined;
    const { from, size, count } = sample;
    const indexes = drawSample({ root: toBase64(log.root), number, from, size, count });
    return { eventIndex: log.size - 1, indexes };
  }

  /**
   * The signed checkpoint that ends with the announcement, which the auditor sees before the number is told; undefined
   * until the announcement is in the log of events.
   */
  async readAnnounced(sample: SampleRow): Promise<string | undefined> {
    const log = await this.#announcedLog(sample);
    return log && this.#checkpoints.noteOf(log);
  }

  async #announcedLog({ id, partitionId }: SampleRow): Promise<LogSnapshot | undefined> {
    const announcement = await this.#findAnnouncement(this.#database, partitionId, id);
    if (!announcement) return undefined;
    await this.#eventsLog.extend();
    return this.#eventsLog.readUpTo(this.#database, announcement.index + 1);
  }

  /** The signed checkpoint of the log of events that a drawn sample depends on. */
  async readDraw(
    queryable: Queryable,
    { eventIndex }: SampleRow,
  ): Promise<{ checkpoint: string; log: LogSnapshot }> {
    const log = await this.#eventsLog.readUpTo(queryable, (eventIndex ?? 0) + 1);
    if (!log) throw new Error('The log of events has become shorter.');
    return { checkpoint: this.#checkpoints.noteOf(log), log };
  }

  /** What the auditor signs. */
  async conclusionsRootOf(
    queryable: Queryable,
    sample: SampleRow,
    items: readonly SampleItem[],
  ): Promise<string> {
    const log = await this.#logOf(queryable, sample);
    const concluded = await this.#concluded(log, items);
    const { event } = await this.#announcementOf(queryable, sample);
    const announcement = toBase64(shownEventLeaf(event));
    return conclusionsRoot({ announcement, number: sample.number ?? '', items: concluded });
  }

  /** The result of a signed sample. */
  async resultOf(
    queryable: Queryable,
    sample: SampleRow,
    items: readonly SampleItem[],
  ): Promise<AuditResult> {
    const { id: sampleId, partitionId, from, count, commitment, number, signature } = sample;
    if (number === null || !signature) throw new Error('The sample is not signed.');
    const log = await this.#logOf(queryable, sample);
    const { index, event } = await this.#announcementOf(queryable, sample);
    const draw = await this.readDraw(queryable, sample);
    const anchor = await this.#checkpoints.anchorOf(queryable, log);
    const concluded = await this.#concluded(log, items);
    return {
      format: auditResultFormat,
      partitionId,
      sampleId,
      population: {
        key: this.#checkpoints.logKey.verifierKey(log.logId),
        checkpoint: this.#checkpoints.noteOf(log),
        from,
        count,
        ...(anchor ? { anchor } : {}),
      },
      announcement: {
        key: this.#checkpoints.logKey.verifierKey(draw.log.logId),
        checkpoint: draw.checkpoint,
        index,
        inclusion: inBase64(await inclusionProof(index, draw.log.size, draw.log.subtrees)),
        event,
      },
      commitment,
      number,
      algorithm: [...sampleAlgorithm],
      items: await Promise.all(
        concluded.map(async ({ index: place, leaf, conclusion, note }) => ({
          index: place,
          leaf,
          inclusion: inBase64(await inclusionProof(place, log.size, log.subtrees)),
          conclusion,
          note,
        })),
      ),
      signature,
    };
  }

  /** The log of the partition as it was announced. */
  async #logOf(queryable: Queryable, { partitionId, size }: SampleRow): Promise<LogSnapshot> {
    return shorterLog(queryable, await readLog(queryable, partitionId), size);
  }

  async #announcementOf(
    queryable: Queryable,
    { partitionId, id }: SampleRow,
  ): Promise<PartitionEvent> {
    const found = await this.#findAnnouncement(queryable, partitionId, id);
    if (!found) throw new Error('The announcement of a drawn sample is missing.');
    return found;
  }

  async #concluded(log: LogSnapshot, items: readonly SampleItem[]): Promise<ConcludedItem[]> {
    const leaves = await log.subtrees(items.map(({ index }) => ({ level: 0, index })));
    return items.map(({ index, conclusion, note }, at) => ({
      index,
      leaf: toBase64(leaves[at] ?? new Uint8Array()),
      conclusion: conclusion ?? 'NOT_JUDGED',
      note,
    }));
  }
}
