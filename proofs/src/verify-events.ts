import { eventLine, eventsProofHead, type EventLine, type EventsProofHead } from './bundle.ts';
import { joined, sameBytes } from './bytes.ts';
import type { Checked, Known } from './checked.ts';
import type { Checkpoint } from './checkpoint.ts';
import { eventLeaf } from './event-entry.ts';
import { Findings } from './findings.ts';
import { firstInvalidPath } from './invalid-path.ts';
import { isLossless } from './lossless-json.ts';
import { Frontier } from './merkle-tree.ts';
import {
  compareHistory,
  hashesOf,
  historyUpTo,
  knownCheckpoints,
  openLog,
  type SignedLog,
} from './signed-log.ts';
import { checkAnchor } from './verify-anchor.ts';

/**
 * Verifies a part of the audit log, one event after the other: that it has every event between two sizes of the log,
 * unaltered. Reports the problems of any input, and never throws.
 */
export class EventsVerification {
  /** The size of the log where the part begins. */
  readonly from: number;
  /** The number of events of the part according to its first line; 0 if it cannot be read. */
  readonly size: number;
  readonly #findings = new Findings();
  #frontier = new Frontier();
  #open: { key: string; log: SignedLog; anchor: Checkpoint | undefined } | undefined;
  /** Known checkpoints of the log at sizes that are not reached yet. */
  readonly #known = new Map<number, Checkpoint[]>();
  /** The sizes at which the log was compared with known checkpoints. */
  readonly #sizes: number[] = [];
  #finished: Checked | undefined;

  /** @param text the first line that the head was parsed from: only it shows duplicate names */
  constructor(head: unknown, known?: Known, text?: string) {
    let start = 0;
    try {
      if (text !== undefined && head !== undefined && !isLossless(text, head))
        this.#findings.add('FORM', 'saysMore', []);
      start = this.#begin(head, known);
    } catch {
      this.#findings.add('FORM', 'firstLineUnreadable', []);
    }
    this.from = start;
    this.size = Math.max(0, (this.#open?.log.checkpoint.size ?? 0) - start);
  }

  /** @returns the size of the log where the part begins */
  #begin(head: unknown, known: Known | undefined): number {
    const wrong = firstInvalidPath(eventsProofHead, head);
    if (wrong !== undefined) {
      if (wrong === '') this.#findings.add('FORM', 'notFirstLineOfEvents', []);
      else this.#findings.add('FORM', 'firstLineOfEventsPlaceWrong', [wrong]);
      return 0;
    }
    const { key, checkpoint, from, anchor } = head as EventsProofHead;
    const log = openLog({ key, checkpoint }, known, this.#findings, 'own');
    if (!log) return 0;
    const roots = hashesOf(from.frontier);
    if (!roots) {
      this.#findings.add('FORM', 'firstLineOfEventsPlaceWrong', ['from.frontier']);
      return 0;
    }
    this.#frontier = Frontier.fromBytes(from.size, joined(roots));
    const now = log.checkpoint;
    const checked = anchor && checkAnchor(anchor, now, known, this.#findings);
    if (checked?.knownSize !== undefined) this.#sizes.push(checked.knownSize);
    this.#open = { key, log, anchor: checked?.service };
    for (const one of knownCheckpoints(known, now.origin, this.#findings))
      if (one.size > now.size) {
        this.#sizes.push(one.size);
        compareHistory(one, now, undefined, this.#findings);
      } else if (one.size >= from.size) {
        this.#sizes.push(one.size);
        this.#expect(one);
      }
    const { partition } = checked ?? {};
    if (partition && partition.size <= now.size && partition.size >= from.size)
      this.#expect(partition);
    this.#compareKnown();
    return from.size;
  }

  #expect(known: Checkpoint): void {
    this.#known.set(known.size, [...(this.#known.get(known.size) ?? []), known]);
  }

  /**
   * Adds the next line of the part, parsed.
   * @param text of the line
   */
  add(line: unknown, text?: string): void {
    if (!this.#open || this.#finished) return;
    const index = this.#frontier.size;
    let leaf: Uint8Array | undefined;
    try {
      if (text !== undefined && line !== undefined && !isLossless(text, line))
        this.#findings.add('FORM', 'saysMore', [], { index });
      leaf = this.#leafOf(line, index);
    } catch {
      this.#findings.add('FORM', 'entryUnreadable', [index], { index });
    }
    // A leaf that no event has, so that the root cannot match the checkpoint.
    this.#frontier.append(leaf ?? new Uint8Array(32));
    this.#compareKnown();
  }

  #leafOf(line: unknown, index: number): Uint8Array | undefined {
    const wrong = firstInvalidPath(eventLine, line);
    if (wrong !== undefined) {
      if (wrong === '') this.#findings.add('FORM', 'notEntry', [index], { index });
      else this.#findings.add('FORM', 'entryPlaceWrong', [index, wrong], { index });
      return undefined;
    }
    const { index: claimed, event } = line as EventLine;
    if (claimed !== index)
      this.#findings.add('INCLUSION', 'entryMisplaced', [index, claimed], { index });
    return eventLeaf(event);
  }

  #compareKnown(): void {
    const { size } = this.#frontier;
    const expected = this.#known.get(size);
    if (!expected || !this.#open) return;
    const root = this.#frontier.root();
    for (const one of expected)
      compareHistory(one, this.#open.log.checkpoint, sameBytes(one.root, root), this.#findings);
    this.#known.delete(size);
  }

  /** The verdict, once all lines are added. */
  finish(): Checked {
    this.#finished ??= this.#conclude();
    return this.#finished;
  }

  #conclude(): Checked {
    if (!this.#open)
      return { verdict: this.#findings.verdict([]), keyKnown: false, historyKnown: false };
    const { key, log, anchor } = this.#open;
    const { checkpoint, signed, keyKnown } = log;
    const { size } = this.#frontier;
    if (size !== checkpoint.size)
      this.#findings.add('ROOT', 'sizeWrong', [checkpoint.size, size], {
        index: Math.min(size, checkpoint.size),
      });
    else if (!sameBytes(this.#frontier.root(), checkpoint.root))
      this.#findings.add('ROOT', 'rootWrong', []);
    return {
      verdict: this.#findings.verdict([]),
      ...(signed ? { checkpoint, key } : {}),
      keyKnown,
      events: { from: this.from, to: checkpoint.size },
      ...historyUpTo(this.#sizes),
      ...(anchor ? { anchor } : {}),
    };
  }
}
