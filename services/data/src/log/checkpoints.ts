import { LRUCache } from 'lru-cache';
import type { Queryable } from '@annals/kit/database/database';
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
import { partitionLeaves } from './append-log.ts';
import { findHead, serviceLog } from './log.sql.ts';
import type { LogKey } from './log-key.ts';
import { anchoredText, anchorLeaves } from './service-log.ts';
import { findNewestAnchor } from './service-log.sql.ts';
import { subtreesFrom, tilesOf } from './subtree-source.ts';

/** A log at the size it had when its head was read. The entries up to there never change. */
export interface LogSnapshot {
  /** Of the partition, or serviceLog. */
  logId: string;
  size: number;
  root: Uint8Array;
  subtrees: SubtreeSource;
}

export async function readLog(
  database: Queryable,
  logKey: LogKey,
  logId: string,
): Promise<LogSnapshot> {
  const { size, frontier } = (await findHead(database, logId)) ?? {
    size: 0,
    frontier: new Uint8Array(),
  };
  const leaves =
    logId === serviceLog ? anchorLeaves(database, logKey) : partitionLeaves(database, logId);
  return {
    logId,
    size,
    root: Frontier.fromBytes(size, frontier).root(),
    subtrees: subtreesFrom(tilesOf(database, logId, leaves), size),
  };
}

/** The log of a partition as it was read before, for another transaction. */
export const rereadLog = (
  database: Queryable,
  { logId, size, root }: Omit<LogSnapshot, 'subtrees'>,
): LogSnapshot => ({
  logId,
  size,
  root,
  subtrees: subtreesFrom(tilesOf(database, logId, partitionLeaves(database, logId)), size),
});

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
  /** The newest of each log. */
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

  /**
   * The newest anchor of this log in the service log; undefined before the first.
   * @param serviceSize as the service's log was then, to its present end if left out
   * @throws Problem 400 for a size that the service's log did not have
   */
  async anchorOf(
    database: Queryable,
    log: LogSnapshot,
    serviceSize?: number,
  ): Promise<Anchor | undefined> {
    const service = await this.#serviceLogAt(database, serviceSize);
    const newest = await findNewestAnchor(database, log.logId, log.size, service.size);
    if (!newest) return undefined;
    return {
      key: this.logKey.verifierKey(serviceLog),
      checkpoint: this.noteOf(service),
      index: newest.index,
      text: anchoredText(this.logKey, newest),
      inclusion: inBase64(await inclusionProof(newest.index, service.size, service.subtrees)),
      consistency: inBase64(await consistencyProof(newest.size, log.size, log.subtrees)),
    };
  }

  async #serviceLogAt(database: Queryable, size: number | undefined): Promise<LogSnapshot> {
    const present = await readLog(database, this.logKey, serviceLog);
    if (size === undefined || size === present.size) return present;
    if (size > present.size)
      throw badRequest(`The service log has only ${present.size} entries.`, [
        { path: 'query.serviceSize', message: `Give at most ${present.size}.` },
      ]);
    return { ...present, size, root: await rootAt(size, present.subtrees) };
  }
}

/** @throws Problem 400 for sizes that the log did not have, or that are not in order */
export async function consistencyOf(
  log: LogSnapshot,
  { from, to }: { from: number; to: number },
): Promise<{ from: number; to: number; proof: string[] }> {
  if (to > log.size)
    throw badRequest(`The log has only ${log.size} entries.`, [
      { path: 'query.to', message: `Give at most ${log.size}.` },
    ]);
  if (from > to)
    throw badRequest('A log cannot shrink.', [
      { path: 'query.from', message: `Give at most ${to}, which is to.` },
    ]);
  return { from, to, proof: inBase64(await consistencyProof(from, to, log.subtrees)) };
}

export const inBase64 = (hashes: readonly Uint8Array[]): string[] => hashes.map(toBase64);
