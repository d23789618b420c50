import type { Anchor } from './bundle.ts';
import { sameBytes } from './bytes.ts';
import type { Checked, Known } from './checked.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Findings } from './findings.ts';
import { Frontier } from './merkle-tree.ts';
import { compareHistory, historyUpTo, knownCheckpoints, type SignedLog } from './signed-log.ts';
import { checkAnchor } from './verify-anchor.ts';

/** A leaf that no entry has, so that the root cannot match the checkpoint. */
const noLeaf = new Uint8Array(32);

/** Follows the leaves of a log up to its checkpoint, and compares it with known checkpoints on the way. */
export class LogWalk {
  readonly log: SignedLog;
  readonly #key: string;
  readonly #findings: Findings;
  readonly #frontier: Frontier;
  /** Known checkpoints of the log at sizes that are not reached yet. */
  readonly #known = new Map<number, Checkpoint[]>();
  /** The sizes at which the log was compared with known checkpoints. */
  readonly #sizes: number[] = [];
  /** The checkpoint of the service's log that contains one of this log. */
  readonly #anchor: Checkpoint | undefined;

  /** @param start the log before the first leaf */
  constructor(
    log: SignedLog,
    { key, anchor }: { key: string; anchor?: Anchor | undefined },
    known: Known | undefined,
    findings: Findings,
    start = new Frontier(),
  ) {
    this.log = log;
    this.#key = key;
    this.#findings = findings;
    this.#frontier = start;
    const now = log.checkpoint;
    const checked = anchor && checkAnchor(anchor, now, known, findings);
    if (checked?.knownSize !== undefined) this.#sizes.push(checked.knownSize);
    this.#anchor = checked?.service;
    for (const one of knownCheckpoints(known, now.origin, findings))
      if (one.size > now.size) {
        this.#sizes.push(one.size);
        compareHistory(one, now, undefined, findings);
      } else if (one.size >= start.size) {
        this.#sizes.push(one.size);
        this.#expect(one);
      }
    const { partition } = checked ?? {};
    if (partition && partition.size <= now.size && partition.size >= start.size)
      this.#expect(partition);
    this.#compareKnown();
  }

  /** The number of leaves so far, with those before the start. */
  get size(): number {
    return this.#frontier.size;
  }

  /** @param leaf undefined for an entry that has none */
  append(leaf: Uint8Array | undefined): void {
    this.#frontier.append(leaf ?? noLeaf);
    this.#compareKnown();
  }

  /** Whether all leaves together are the log that the checkpoint signs. */
  checkEnd(): void {
    const { checkpoint } = this.log;
    const { size } = this.#frontier;
    if (size !== checkpoint.size)
      this.#findings.add('ROOT', 'sizeWrong', [checkpoint.size, size], {
        index: Math.min(size, checkpoint.size),
      });
    else if (!sameBytes(this.#frontier.root(), checkpoint.root))
      this.#findings.add('ROOT', 'rootWrong', []);
  }

  /** What is known of the log. */
  get checked(): Omit<Checked, 'verdict'> {
    const { checkpoint, signed, keyKnown } = this.log;
    return {
      ...(signed ? { checkpoint, key: this.#key } : {}),
      keyKnown,
      ...historyUpTo(this.#sizes),
      ...(this.#anchor ? { anchor: this.#anchor } : {}),
    };
  }

  #expect(known: Checkpoint): void {
    this.#known.set(known.size, [...(this.#known.get(known.size) ?? []), known]);
  }

  #compareKnown(): void {
    const { size } = this.#frontier;
    const expected = this.#known.get(size);
    if (!expected) return;
    const root = this.#frontier.root();
    for (const one of expected)
      compareHistory(one, this.log.checkpoint, sameBytes(one.root, root), this.#findings);
    this.#known.delete(size);
  }
}
