import { eventLine, eventsProofHead, type EventLine, type EventsProofHead } from './bundle.ts';
import { joinBytes } from './bytes.ts';
import type { Checked, Known } from './checked.ts';
import { eventLeaf } from './event-entry.ts';
import { Findings } from './findings.ts';
import { firstInvalidPath } from './invalid-path.ts';
import { LogWalk } from './log-walk.ts';
import { isLossless } from './lossless-json.ts';
import { Frontier } from './merkle-tree.ts';
import { hashesOf, openLog } from './signed-log.ts';

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
  #walk: LogWalk | undefined;
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
    this.size = Math.max(0, (this.#walk?.log.checkpoint.size ?? 0) - start);
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
    const start = Frontier.fromBytes(from.size, joinBytes(roots));
    this.#walk = new LogWalk(log, { key, anchor }, known, this.#findings, start);
    return from.size;
  }

  /**
   * Adds the next line of the part, parsed.
   * @param text of the line
   */
  add(line: unknown, text?: string): void {
    if (!this.#walk || this.#finished) return;
    const index = this.#walk.size;
    let leaf: Uint8Array | undefined;
    try {
      if (text !== undefined && line !== undefined && !isLossless(text, line))
        this.#findings.add('FORM', 'saysMore', [], { index });
      leaf = this.#leafOf(line, index);
    } catch {
      this.#findings.add('FORM', 'entryUnreadable', [index], { index });
    }
    this.#walk.append(leaf);
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

  /** The verdict, once all lines are added. */
  finish(): Checked {
    this.#finished ??= this.#conclude();
    return this.#finished;
  }

  #conclude(): Checked {
    if (!this.#walk)
      return { verdict: this.#findings.verdict([]), keyKnown: false, historyKnown: false };
    this.#walk.checkEnd();
    return {
      verdict: this.#findings.verdict([]),
      ...this.#walk.checked,
      events: { from: this.from, to: this.#walk.log.checkpoint.size },
    };
  }
}
