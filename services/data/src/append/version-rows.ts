import type { Seal } from '../log/sealing.ts';
import { searchVector, wordKey } from '../search/lexemes.ts';
import { JsonbList } from './jsonb-list.ts';
import { jsonbTextLength } from './jsonb-text-length.ts';
import { RunningCounts } from './running-counts.ts';
import type { Version } from '../versions/version.ts';

/** Versions as one statement is given them. */
export class VersionRows {
  count = 0;
  /** Of what they are as JSON, in characters. */
  length = 0;
  /** Where they begin: the numbers and the places in the log of the others follow. */
  first: { seq: number; logIndex: number } = { seq: 0, logIndex: 0 };
  readonly #rows: JsonbList;
  readonly #counts = new RunningCounts();
  // Beside the JSON, in which bytes would be twice as long.
  readonly #roots: Uint8Array[] = [];
  readonly #leaves: Uint8Array[] = [];
  #leavesLength = 0;

  readonly #wordKey: string;

  /** @param capacity bytes of JSON that there is room for at first */
  constructor(partitionId: string, capacity = 0) {
    this.#wordKey = wordKey(partitionId);
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
  add(version: Version, newest: boolean, { root, leaves, logIndex }: Seal): void {
    if (this.count === 0) this.first = { seq: version.seq, logIndex };
    const { objectData, references, erased: _none, ...columns } = version;
    const data = JSON.stringify(objectData);
    const refs = JSON.stringify(references);
    const row = JSON.stringify({
      ...columns,
      ...this.#counts.next(version),
      // It would write the data as text only to count that.
      bytes: jsonbTextLength(objectData, data) + jsonbTextLength(references, refs),
      newest,
      ...(newest ? { tsv: searchVector(objectData, this.#wordKey) } : {}),
      leavesFrom: this.#leavesLength + 1,
      leavesLength: leaves.length,
    });
    const whole = `${row.slice(0, -1)},"objectData":${data},"references":${refs}}`;
    this.#rows.add(whole);
    this.#roots.push(root);
    this.#leaves.push(leaves);
    this.#leavesLength += leaves.length;
    this.length += whole.length;
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
