import { sameBytes, joinBytes } from '@annals/proofs/bytes';
import { Frontier, hashLength, treeHash } from '@annals/proofs/merkle-tree';
import type { Queryable } from '@annals/kit/database/database';
import { tileWidth } from '../log/append-log.ts';
import type { Report } from '@annals/kit/verification/facts';
import { findLogHead, findTile, type StoredHead } from './log.sql.ts';
import { countTiles } from './totals.sql.ts';

/** A root that the log is known to have had at a size. */
export interface KnownRoot {
  size: number;
  root: Uint8Array;
  /** Called if the log had another root at that size. */
  differs(): void;
  /** Called with the size of the log if it is shorter than that. */
  beyond(size: number): void;
}

/** Follows a log leaf by leaf and compares its stored parts: tiles, head, and known roots. */
export class LogCheck {
  readonly #database: Queryable;
  readonly #logId: string;
  readonly #report: Report;
  readonly #knownRoots: { source: AsyncIterator<KnownRoot>; next: KnownRoot | undefined }[];
  readonly #frontier = new Frontier();
  /** For each level the hashes of the incomplete tile. */
  readonly #started: Uint8Array[][] = [];
  readonly #whole: number[] = [];
  #gap = false;

  /** @param knownRoots each in the order of its sizes */
  constructor(
    database: Queryable,
    logId: string,
    report: Report,
    knownRoots: readonly AsyncIterator<KnownRoot>[],
  ) {
    this.#database = database;
    this.#logId = logId;
    this.#report = report;
    this.#knownRoots = knownRoots.map((source) => ({ source, next: undefined }));
  }

  get size(): number {
    return this.#frontier.size;
  }

  async start(): Promise<void> {
    for (const known of this.#knownRoots) known.next = await following(known.source);
    await this.#compareKnownRoots();
  }

  /** @param leaf undefined for an unreadable one: nothing after it can be compared */
  async append(leaf: Uint8Array | undefined): Promise<void> {
    if (!leaf) this.lost();
    const hash = leaf ?? new Uint8Array(hashLength);
    this.#frontier.append(hash);
    await this.#addToTile(0, hash);
    await this.#compareKnownRoots();
  }

  /** Something before the next leaf is missing: nothing after it can be compared. */
  lost(): void {
    this.#gap = true;
  }

  /** Call it when all leaves were appended. Returns the stored head. */
  async finish(): Promise<StoredHead | undefined> {
    for (const { source, next } of this.#knownRoots)
      for (let known = next; known; known = await following(source)) known.beyond(this.size);
    const head = await findLogHead(this.#database, this.#logId);
    if (!head) this.#report('ROOT', 'The head of the log is not stored.');
    else if (head.size !== this.size)
      this.#report('ROOT', `The log has ${this.size} entries, but its head says ${head.size}.`);
    else if (!this.#gap && !sameBytes(head.frontier, this.#frontier.toBytes()))
      this.#report('ROOT', 'The entries do not match the stored hashes at the end of the log.');
    const tiles = await countTiles(this.#database, this.#logId);
    const whole = this.#whole.reduce((sum, count) => sum + count, 0);
    if (tiles > whole)
      this.#report('ROOT', `${tiles} tiles of hashes are stored, but the log has ${whole}.`);
    return head;
  }

  async #addToTile(level: number, hash: Uint8Array): Promise<void> {
    const hashes = (this.#started[level] ??= []);
    hashes.push(hash);
    if (hashes.length < tileWidth) return;
    const tile = this.#whole[level] ?? 0;
    this.#whole[level] = tile + 1;
    this.#started[level] = [];
    const root = treeHash(hashes);
    if (!this.#gap) await this.#compareTile(level, tile, joinBytes(hashes), root);
    await this.#addToTile(level + 1, root);
  }

  async #compareTile(
    level: number,
    tile: number,
    hashes: Uint8Array,
    root: Uint8Array,
  ): Promise<void> {
    const stored = await findTile(this.#database, this.#logId, level, tile);
    const span = tileWidth ** (level + 1);
    const entries = `the entries ${tile * span} to ${(tile + 1) * span - 1}`;
    if (!stored)
      this.#report('ROOT', `The stored hashes of ${entries} are missing (level ${level}).`);
    else if (!sameBytes(stored.hashes, hashes) || !sameBytes(stored.root, root))
      this.#report('ROOT', `The stored hashes of ${entries} are not correct (level ${level}).`);
  }

  async #compareKnownRoots(): Promise<void> {
    for (const known of this.#knownRoots)
      while (known.next && known.next.size <= this.size) {
        if (this.#gap || !sameBytes(this.#frontier.root(), known.next.root)) known.next.differs();
        known.next = await following(known.source);
      }
  }
}

async function following(source: AsyncIterator<KnownRoot>): Promise<KnownRoot | undefined> {
  const { done, value } = await source.next();
  return done === true ? undefined : value;
}
