import { LRUCache } from 'lru-cache';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import type { ReadEventLeaves } from '@annals/kit/event-log';
import { badRequest } from '@annals/kit/problem';
import type { Anchor } from '@annals/proofs/bundle';
import { toBase64 } from '@annals/proofs/bytes';
import { Frontier } from '@annals/proofs/merkle-tree';
import {
  consistencyProof,
  inclusionProof,
  rootAt,
  type SubtreeSource,
} from '@annals/proofs/subtrees';
import type { LeafSource } from './append-log.ts';
import { eventsLog, findHead, serviceLog, type LogHead } from './log.sql.ts';
import type { LogKey } from './log-key.ts';
import { ServiceLeaves } from './service-leaves.ts';
import { anchoredText, anchorLeaves } from './service-log.ts';
import {
  anchorIn,
  findAnchoredHead,
  findNewestAnchor,
  type AnchoredHead,
  type FoundAnchor,
} from './service-log.sql.ts';
import { subtreesFrom, tilesOf, tilesWithLeaves } from './subtree-source.ts';

/** A log at the size it had when its head was read. The entries up to there never change. */
export interface LogSnapshot {
  /** The id of the partition, or `serviceLog`. */
  logId: string;
  size: number;
  root: Uint8Array;
  subtrees: SubtreeSource;
}

const emptyHead: LogHead = { size: 0, frontier: new Uint8Array() };

const rootOf = ({ size, frontier }: LogHead) => Frontier.fromBytes(size, frontier).root();

/** The log of a partition. */
export async function readLog(database: Queryable, partitionId: string): Promise<LogSnapshot> {
  return logWith(database, partitionId, (await findHead(database, partitionId)) ?? emptyHead);
}

const logWith = (database: Queryable, logId: string, head: LogHead): LogSnapshot =>
  rereadLog(database, { logId, size: head.size, root: rootOf(head) });

/** The log of a partition as it was read before, for another transaction. */
export const rereadLog = (
  database: Queryable,
  { logId, size, root }: Omit<LogSnapshot, 'subtrees'>,
): LogSnapshot => ({
  logId,
  size,
  root,
  subtrees: subtreesFrom(tilesOf(database, logId), size),
});

export interface AnchoredLog {
  log: LogSnapshot;
  /** The newest anchor. It may have been written after the head of the service log was read. */
  newest: FoundAnchor | undefined;
}

/**
 * The log of a partition with its newest anchor.
 * @param serviceSize ignores anchors beyond this size of the service log
 */
export async function readAnchoredLog(
  database: Queryable,
  partitionId: string,
  serviceSize: number | undefined,
): Promise<AnchoredLog> {
  const head = await findAnchoredHead(database, partitionId, serviceSize);
  return head
    ? anchoredLogWith(database, partitionId, head)
    : { log: logWith(database, partitionId, emptyHead), newest: undefined };
}

export const anchoredLogWith = (
  database: Queryable,
  partitionId: string,
  head: AnchoredHead,
): AnchoredLog => ({
  log: logWith(database, partitionId, head),
  newest: anchorIn(partitionId, head),
});

/** An anchor in the service log as it was read. */
interface AnchorIn {
  newest: FoundAnchor;
  service: LogSnapshot;
  /** The size of the service log that proofs refer to. */
  size: number;
}

/** The log of a partition as it was when it was shorter. */
export async function shorterLog(
  database: Queryable,
  log: LogSnapshot,
  size: number,
): Promise<LogSnapshot> {
  return rereadLog(database, { logId: log.logId, size, root: await rootAt(size, log.subtrees) });
}

const maxCachedNotes = 1000;

/** Signs the checkpoints of logs. */
export class Checkpoints {
  readonly logKey: LogKey;
  readonly #serviceLeaves = new ServiceLeaves();
  /** The newest note of each log. */
  readonly #notes = new LRUCache<string, { size: number; text: string; note: string }>({
    max: maxCachedNotes,
  });

  constructor(logKey: LogKey) {
    this.logKey = logKey;
  }

  /** The signed checkpoint of the log as it was read. */
  noteOf({ logId, size, root }: LogSnapshot): string {
    const text = `${size} ${toBase64(root)} ${this.logKey.generation}`;
    const cached = this.#notes.get(logId);
    if (cached?.text === text) return cached.note;
    const note = this.logKey.sign({ origin: this.logKey.logName(logId), size, root });
    // Earlier sizes of a log are rarely asked for.
    if (!cached || cached.size <= size) this.#notes.set(logId, { size, text, note });
    return note;
  }

  async readServiceLog(database: Queryable): Promise<LogSnapshot> {
    const head = (await findHead(database, serviceLog)) ?? emptyHead;
    const leaves = this.#serviceLeaves.source(head, anchorLeaves(database, this.logKey));
    return {
      logId: serviceLog,
      size: head.size,
      root: rootOf(head),
      subtrees: subtreesFrom(tilesWithLeaves(database, serviceLog, leaves), head.size),
    };
  }

  async readEventsLog(database: Queryable, readLeaves: ReadEventLeaves): Promise<LogSnapshot> {
    const head = (await findHead(database, eventsLog)) ?? emptyHead;
    const leaves: LeafSource = async (from, to) => readLeaves(database, from, to);
    return {
      logId: eventsLog,
      size: head.size,
      root: rootOf(head),
      subtrees: subtreesFrom(tilesWithLeaves(database, eventsLog, leaves), head.size),
    };
  }

  /** The newest anchor of this log in the service log, with its proofs; undefined before the first. */
  async anchorOf(database: Queryable, log: LogSnapshot): Promise<Anchor | undefined> {
    const service = await this.readServiceLog(database);
    const newest = await findNewestAnchor(database, log.logId, log.size, service.size);
    return newest && this.proveAnchor({ newest, service, size: service.size }, log);
  }

  /**
   * The newest anchor of a log in the service log; undefined before the first.
   * @param serviceSize proofs refer to this size of the service log; default: its current size
   * @throws Problem 400 for a size that the service log has not reached
   */
  async findAnchor(
    database: Queryable,
    { log, newest }: AnchoredLog,
    serviceSize?: number,
  ): Promise<AnchorIn | undefined> {
    const service = await this.readServiceLog(database);
    const size = serviceSize ?? service.size;
    if (size > service.size)
      throw badRequest(say('serviceLogSize', { size: service.size }), [
        { path: 'query.serviceSize', ...say('giveAtMost', { size: service.size }) },
      ]);
    // The workers of a cluster commit one after the other, so the anchor can be visible before its entry.
    const found =
      newest && newest.index >= size
        ? await findNewestAnchor(database, log.logId, log.size, size)
        : newest;
    return found && { newest: found, service, size };
  }

  /** Calls `log.subtrees` synchronously, so that its tiles are read together with those of other proofs. */
  async proveAnchor({ newest, service, size }: AnchorIn, log: LogSnapshot): Promise<Anchor> {
    const { index } = newest;
    const [root, inclusion, consistency] = await Promise.all([
      size === service.size ? service.root : rootAt(size, service.subtrees),
      inclusionProof(index, size, service.subtrees),
      consistencyProof(newest.size, log.size, log.subtrees),
    ]);
    return {
      key: this.logKey.verifierKey(serviceLog),
      checkpoint: this.noteOf({ ...service, size, root }),
      index,
      text: anchoredText(this.logKey, newest),
      inclusion: inBase64(inclusion),
      consistency: inBase64(consistency),
    };
  }
}

/** @throws Problem 400 for sizes that the log has not reached, or that are not in order */
export async function consistencyOf(
  log: LogSnapshot,
  { from, to }: { from: number; to: number },
): Promise<{ from: number; to: number; proof: string[] }> {
  requireReached(to, log.size, 'to');
  if (from > to)
    throw badRequest(say('logCannotShrink'), [
      { path: 'query.from', ...say('giveAtMostTo', { to }) },
    ]);
  return { from, to, proof: inBase64(await consistencyProof(from, to, log.subtrees)) };
}

export const inBase64 = (hashes: readonly Uint8Array[]): string[] => hashes.map(toBase64);

/** @throws Problem 400, for this parameter of the query, if the log has not reached the size that was asked for */
export function requireReached(asked: number, size: number, parameter: string): void {
  if (asked > size)
    throw badRequest(say('logSize', { size }), [
      { path: `query.${parameter}`, ...say('giveAtMost', { size }) },
    ]);
}
