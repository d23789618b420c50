import {
  memberEventLine,
  membershipProofHead,
  type MemberEventLine,
  type MembershipProofHead,
} from './bundle.ts';
import type { Known } from './checked.ts';
import { shownEventLeaf } from './event-entry.ts';
import type { Findings } from './findings.ts';
import { firstInvalidPath } from './invalid-path.ts';
import { isIncluded } from './merkle-tree.ts';
import { hashesOf, openLog, type SignedLog } from './signed-log.ts';
import { checkAnchor } from './verify-anchor.ts';

/** A member as the data of evidence lists them. */
export interface ListedMember {
  userId: string;
  role: string;
}

/** Who was a member according to the proven events, compared with the list. */
export interface CheckedMembership {
  /** Members whose role follows from the events. */
  proven: number;
  /**
   * Users whose membership does not follow: the events tell something else or nothing, for example because they were
   * recorded later. Nothing is known about them from the events.
   */
  unknown: string[];
}

const eventsLogEnd = '/events';

/** Reads the proof of a partition's members, line by line, and computes the list from the events. */
export class MembershipVerification {
  readonly #findings: Findings;
  readonly #members = new Map<string, string>();
  #log: SignedLog | undefined;
  #partitionId = '';
  #until = '';
  #lastIndex = -1;

  constructor(head: unknown, known: Known, findings: Findings) {
    this.#findings = findings;
    if (firstInvalidPath(membershipProofHead, head) !== undefined) {
      findings.add('FORM', 'membersUnreadable', []);
      return;
    }
    const { key, checkpoint, anchor, partitionId, moment } = head as MembershipProofHead;
    this.#partitionId = partitionId;
    this.#until = inMicroseconds(moment);
    this.#log = openLog({ key, checkpoint }, known, findings, 'own');
    if (this.#log && anchor) checkAnchor(anchor, this.#log.checkpoint, known, findings);
  }

  /** The name of the log of the partition, next to the log of events; undefined if this cannot be read. */
  get logOfPartition(): string | undefined {
    const origin = this.#log?.checkpoint.origin;
    return origin?.endsWith(eventsLogEnd)
      ? `${origin.slice(0, -eventsLogEnd.length)}/${this.#partitionId}`
      : undefined;
  }

  add(line: unknown): void {
    if (!this.#log) return;
    if (firstInvalidPath(memberEventLine, line) !== undefined) {
      this.#findings.add('FORM', 'membersUnreadable', []);
      return;
    }
    const { index, inclusion, event } = line as MemberEventLine;
    const proof = hashesOf(inclusion);
    const isOurs = event.subject === `partition/${this.#partitionId}`;
    if (
      !proof ||
      !isOurs ||
      index <= this.#lastIndex ||
      !isIncluded(shownEventLeaf(event), index, this.#log.checkpoint, proof)
    )
      this.#findings.add('INCLUSION', 'eventNotIncluded', [event.id, index], { index });
    this.#lastIndex = index;
    if (inMicroseconds(event.at) <= this.#until) this.#follow(event);
  }

  #follow({ action, actorId, after }: MemberEventLine['event']): void {
    const { userId, role } = valuesOf(after);
    if (action === 'partition.created' && actorId !== null) this.#members.set(actorId, 'OWNER');
    else if (action === 'member.removed' && userId !== undefined) this.#members.delete(userId);
    else if (userId !== undefined && role !== undefined) this.#members.set(userId, role);
  }

  /** @param listed the members at the moment, as the data has them */
  compare(listed: readonly ListedMember[]): CheckedMembership {
    const unknown = new Set<string>();
    let proven = 0;
    for (const { userId, role } of listed)
      if (this.#members.get(userId) === role) proven += 1;
      else unknown.add(userId);
    const named = new Set(listed.map(({ userId }) => userId));
    for (const userId of this.#members.keys()) if (!named.has(userId)) unknown.add(userId);
    return { proven, unknown: [...unknown] };
  }
}

/** RFC 3339 in UTC with microseconds, so that moments compare as texts. */
const inMicroseconds = (moment: string): string =>
  moment.replace(/(?:\.(\d{1,6})\d*)?Z$/, (_, digits: string = '') => `.${digits.padEnd(6, '0')}Z`);

function valuesOf(text: string | null): { userId?: string; role?: string } {
  try {
    const values: unknown = JSON.parse(text ?? '{}');
    if (typeof values !== 'object' || values === null) return {};
    const { userId, role } = values as Record<string, unknown>;
    return {
      ...(typeof userId === 'string' ? { userId } : {}),
      ...(typeof role === 'string' ? { role } : {}),
    };
  } catch {
    return {};
  }
}
