import { say } from '@annals/contracts/messages';
import type { Database, Queryable } from '@annals/kit/database/database';
import type {
  EventsProof,
  ProveEvents,
  ReadEventLeaves,
  ReadPartitionEvents,
} from '@annals/kit/event-log';
import { badRequest } from '@annals/kit/problem';
import { Frontier } from '@annals/proofs/merkle-tree';
import {
  membershipProofFormat,
  type MemberEventLine,
  type MembershipProofHead,
} from '@annals/proofs/bundle';
import { frontierAt, inclusionProof, rootAt } from '@annals/proofs/subtrees';
import { appendToLog } from './append-log.ts';
import { inBase64, requireReached, type Checkpoints, type LogSnapshot } from './checkpoints.ts';
import { eventsLog, findHead, lockHead } from './log.sql.ts';
import { anchorNow } from './service-log.ts';
import { findNewestAnchor } from './service-log.sql.ts';

const maxPerTransaction = 1000;
/** Bounds the proof of the members of one partition. */
const maxMemberEvents = 5000;

/**
 * The log of the events of the audit log, which the authentication service keeps in a chain. It follows that chain, so
 * that recording an event waits for no lock of this service, and its checkpoints stand in the log of the service like
 * those of partitions.
 */
export class EventsLog {
  readonly #database: Database;
  readonly #checkpoints: Checkpoints;
  readonly #readLeaves: ReadEventLeaves;

  constructor(database: Database, checkpoints: Checkpoints, readLeaves: ReadEventLeaves) {
    this.#database = database;
    this.#checkpoints = checkpoints;
    this.#readLeaves = readLeaves;
  }

  /** Appends the events since the last time. Any number of servers can call this concurrently. */
  async extend(): Promise<void> {
    while ((await this.#extendBy(maxPerTransaction)) === maxPerTransaction);
  }

  async #extendBy(count: number): Promise<number> {
    // Usually nothing has happened, and no lock is needed.
    const { size = 0 } = (await findHead(this.#database, eventsLog)) ?? {};
    if ((await this.#readLeaves(this.#database, size, size + 1)).length === 0) return 0;
    return this.#database.transaction(async (transaction) => {
      const head = await lockHead(transaction, eventsLog);
      if (!head) throw new Error('The log of events has no head.');
      const leaves = await this.#readLeaves(transaction, head.size, head.size + count);
      await appendToLog(transaction, eventsLog, head, leaves, (from, to) =>
        this.#readLeaves(transaction, from, to),
      );
      return leaves.length;
    });
  }

  /** The log as it was at a size; undefined if it has not reached it. */
  async readUpTo(queryable: Queryable, size: number): Promise<LogSnapshot | undefined> {
    const log = await this.#checkpoints.readEventsLog(queryable, this.#readLeaves);
    if (log.size < size) return undefined;
    return log.size === size ? log : { ...log, size, root: await rootAt(size, log.subtrees) };
  }

  /**
   * The proof of the members of a partition at a moment: the events that they follow from, each in the log of events. One
   * line of JSON for the head, and one for each event.
   * @returns undefined if there are too many events
   */
  async proveMembers(
    read: ReadPartitionEvents,
    partitionId: string,
    moment: string,
  ): Promise<string | undefined> {
    await this.extend();
    await anchorNow(this.#database, this.#checkpoints.logKey);
    const log = await this.#checkpoints.readEventsLog(this.#database, this.#readLeaves);
    const events = await read(this.#database, partitionId, maxMemberEvents + 1);
    if (events.length > maxMemberEvents) return undefined;
    const anchor = await this.#checkpoints.anchorOf(this.#database, log);
    const head: MembershipProofHead = {
      format: membershipProofFormat,
      partitionId,
      moment,
      key: this.#checkpoints.logKey.verifierKey(eventsLog),
      checkpoint: this.#checkpoints.noteOf(log),
      ...(anchor ? { anchor } : {}),
    };
    const lines = await Promise.all(
      events
        .filter(({ index }) => index < log.size)
        .map(async ({ index, event }): Promise<MemberEventLine> => {
          const inclusion = await inclusionProof(index, log.size, log.subtrees);
          return { index, inclusion: inBase64(inclusion), event };
        }),
    );
    return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  readonly prove: ProveEvents = async ({ from, to, serviceSize }): Promise<EventsProof> => {
    await this.extend();
    await anchorNow(this.#database, this.#checkpoints.logKey);
    const log = await this.#checkpoints.readEventsLog(this.#database, this.#readLeaves);
    const size = to ?? log.size;
    requireReached(size, log.size, 'to');
    if (from > size)
      throw badRequest(say('fromAfterTo'), [
        { path: 'query.from', ...say('giveAtMost', { size }) },
      ]);
    const root =
      size === log.size
        ? log.root
        : size === 0
          ? new Frontier().root()
          : await rootAt(size, log.subtrees);
    const part = { ...log, size, root };
    const newest = await findNewestAnchor(this.#database, eventsLog, size, Number.MAX_SAFE_INTEGER);
    const found = await this.#checkpoints.findAnchor(
      this.#database,
      { log: part, newest },
      serviceSize,
    );
    const anchor = found && (await this.#checkpoints.proveAnchor(found, part));
    return {
      key: this.#checkpoints.logKey.verifierKey(eventsLog),
      checkpoint: this.#checkpoints.noteOf(part),
      from: { size: from, frontier: inBase64(await frontierAt(from, log.subtrees)) },
      size,
      anchor: anchor ?? null,
    };
  };
}
