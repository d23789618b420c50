import type { Seal } from '../log/sealing.ts';
import { searchVector } from '../search/lexemes.ts';
import { JsonbList } from './jsonb-list.ts';
import { RunningCounts } from './running-counts.ts';
import type { Version } from './version.ts';

/** Versions as one statement is given them. */
export class VersionRows {
  count = 0;
  /** Of what they are as JSON, in characters. */
  length = 0;
  readonly #rows: JsonbList;
  readonly #counts = new RunningCounts();
  // Beside the JSON, in which bytes would be twice as long.
  readonly #roots: Uint8Array[] = [];
  readonly #leaves: Uint8Array[] = [];
  #leavesLength = 0;

  /** @param capacity bytes of JSON that there is room for at first */
  constructor(capacity = 0) {
    this.#rows = new JsonbList(capacity);
  }

  get capacity(): number {
    return this.#rows.capacity;
  }

  /** How many of them start a timeline. */
  get timelines(): number {
    return this.#counts.timelines;
  }

  /** @param newest whether it is the newest of its timeline, which is what a search finds */
  add(version: Version, newest: boolean, { logIndex, root, leaves }: Seal): void {
    const row = JSON.stringify({
      ...version,
      ...this.#counts.next(version),
      newest,
      tsv: newest ? searchVector(version.objectData) : null,
      logIndex,
      rootFrom: this.count * root.length + 1,
      rootLength: root.length,
      leavesFrom: this.#leavesLength + 1,
      leavesLength: leaves.length,
    });
    this.#rows.add(row);
    this.#roots.push(root);
    this.#leaves.push(leaves);
    this.#leavesLength += leaves.length;
    this.length += row.length;
    this.count += 1;
  }

  /** The rows as a jsonb, and the bytes of all of them one after the other; nothing is added after that. */
  finish(): { rows: Buffer; roots: Buffer; leaves: Buffer } {
    return {
      rows: this.#rows.finish(),
      roots: Buffer.concat(this.#roots),
      leaves: Buffer.concat(this.#leaves),
    };
  }
}
