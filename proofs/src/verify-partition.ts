import type * as z from 'zod/mini';
import {
  changeSetLine,
  erasureLine,
  partitionProofHead,
  policyLine,
  schemaLine,
  versionLine,
  type LogEntry,
  type PartitionProofHead,
  type ProvenVersion,
} from './bundle.ts';
import { sameBytes, toBase64 } from './bytes.ts';
import { ChangeSetCheck, operationLeafOf } from './change-set-check.ts';
import type { Checked, Known } from './checked.ts';
import type { Checkpoint } from './checkpoint.ts';
import { Findings } from './findings.ts';
import { firstInvalidPath } from './invalid-path.ts';
import { IdSet } from './id-set.ts';
import { entryLeaf, versionLeafOf } from './log-entry.ts';
import { Frontier } from './merkle-tree.ts';
import { isLossless } from './lossless-json.ts';
import { ErasedValues } from './erased-values.ts';
import {
  compareHistory,
  knownCheckpoints,
  historyUpTo,
  openLog,
  type SignedLog,
} from './signed-log.ts';
import { checkAnchor } from './verify-anchor.ts';
import { checkReceipt, partitionOf } from './verify-receipt.ts';
import { provenHashes } from './verify-version.ts';
import { VersionChain } from './version-chain.ts';

/**
 * Verifies the proof of a whole partition, one log entry after the other. Reports the problems of any input, and never
 * throws.
 */
export class PartitionVerification {
  /** The number of entries according to the checkpoint; 0 if it cannot be read. */
  readonly size: number;
  readonly #findings = new Findings();
  readonly #frontier = new Frontier();
  readonly #chain = new VersionChain();
  readonly #erased = new ErasedValues();
  readonly #changeSets = new ChangeSetCheck();
  readonly #ids = new IdSet();
  readonly #schemas = new Map<string, number>();
  /** Known checkpoints of the log at sizes that are not reached yet. */
  readonly #known = new Map<number, Checkpoint[]>();
  #head: { key: string; log: SignedLog; anchor: Checkpoint | undefined } | undefined;
  /** The sizes at which the log was compared with known checkpoints. */
  readonly #sizes: number[] = [];
  #nextIndex = 0;
  #finished: Checked | undefined;

  /** @param text the first line that the head was parsed from: only it shows duplicate names */
  constructor(head: unknown, known?: Known, text?: string) {
    try {
      this.#checkText(head, text);
      this.#open(head, known);
    } catch {
      this.#findings.add('FORM', 'firstLineUnreadable', []);
    }
    this.size = this.#head?.log.checkpoint.size ?? 0;
  }

  #open(head: unknown, known: Known | undefined): void {
    const wrong = firstInvalidPath(partitionProofHead, head);
    if (wrong !== undefined) {
      if (wrong === '') this.#findings.add('FORM', 'notFirstLine', []);
      else this.#findings.add('FORM', 'firstLinePlaceWrong', [wrong]);
      return;
    }
    const { key, checkpoint, anchor } = head as PartitionProofHead;
    const log = openLog({ key, checkpoint }, known, this.#findings, 'own');
    if (!log) return;
    const now = log.checkpoint;
    const checked = anchor && checkAnchor(anchor, now, known, this.#findings);
    if (checked?.knownSize !== undefined) this.#sizes.push(checked.knownSize);
    this.#head = { key, log, anchor: checked?.service };
    for (const one of knownCheckpoints(known, now.origin, this.#findings)) {
      this.#sizes.push(one.size);
      if (one.size > now.size) compareHistory(one, now, undefined, this.#findings);
      else this.#expect(one);
    }
    if (checked?.partition && checked.partition.size <= now.size) this.#expect(checked.partition);
    this.#compareKnown();
  }

  #expect(known: Checkpoint): void {
    this.#known.set(known.size, [...(this.#known.get(known.size) ?? []), known]);
  }

  #checkText(value: unknown, text: string | undefined, index?: number): void {
    if (text !== undefined && value !== undefined && !isLossless(text, value))
      this.#findings.add('FORM', 'saysMore', [], index === undefined ? {} : { index });
  }

  /**
   * Adds the next line of the proof, parsed.
   * @param text of the line
   */
  add(entry: unknown, text?: string): void {
    if (!this.#head || this.#finished) return;
    let leaf: Uint8Array | undefined;
    try {
      this.#checkText(entry, text, this.#nextIndex);
      leaf = this.#check(entry, this.#head);
    } catch {
      const index = this.#nextIndex;
      this.#findings.add('FORM', 'entryUnreadable', [index], { index });
    }
    this.#nextIndex += 1;
    // A leaf that no entry has, so that the root cannot match the checkpoint.
    this.#frontier.append(leaf ?? noLeaf);
    this.#compareKnown();
  }

  #check(entry: unknown, { log }: { log: SignedLog }): Uint8Array | undefined {
    const form = formOf(entry);
    const wrong = firstInvalidPath(form, entry);
    if (wrong !== undefined) {
      const index = this.#nextIndex;
      if (wrong === '') this.#findings.add('FORM', 'notEntry', [index], { index });
      else this.#findings.add('FORM', 'entryPlaceWrong', [index, wrong], { index });
      return undefined;
    }
    const line = entry as LogEntry;
    if (line.index !== this.#nextIndex)
      this.#findings.add('INCLUSION', 'entryMisplaced', [this.#nextIndex, line.index], {
        index: this.#nextIndex,
      });
    this.#nextIndex = line.index;
    if ('version' in line) return this.#checkVersion(line.version, line.index, log);
    if ('note' in line) {
      checkReceipt(line, log, this.#findings);
      this.#erased.settle(line.entry, this.#findings, line.index);
      return entryLeaf(line.entry);
    }
    switch (line.entry.kind) {
      case 'SCHEMA':
        this.#checkSchema(line.entry, line.index);
        break;
      case 'POLICY':
        this.#changeSets.follow(line.entry, this.#findings, line.index);
        break;
      case 'CHANGE_SET': {
        const partitionId = partitionOf(log.checkpoint.origin);
        this.#changeSets.settle(line.entry, partitionId, this.#findings, line.index);
      }
    }
    return entryLeaf(line.entry);
  }

  #checkVersion(version: ProvenVersion, index: number, log: SignedLog): Uint8Array | undefined {
    const { id, partitionId, timelineId, changeSetId } = version;
    if (partitionId !== partitionOf(log.checkpoint.origin))
      this.#findings.add('VERSION', 'versionOfAnotherPartition', [id], { index, objectId: id });
    if (!this.#ids.add(id))
      this.#findings.add('CHAIN', 'versionTwice', [id], { index, objectId: id });
    const hashes = provenHashes(version, this.#findings, index);
    const base64 = hashes && toBase64(hashes.root);
    if (changeSetId !== null)
      this.#changeSets.add(changeSetId, hashes && operationLeafOf(version, hashes.values), index);
    if (version.sealed.length > 0)
      this.#erased.add(version, this.#chain.sealedBefore(timelineId), this.#findings, index);
    this.#chain.follow(version, base64, this.#findings, index);
    return base64 === undefined ? undefined : versionLeafOf(base64);
  }

  #checkSchema({ type, version }: { type: string; version: number }, index: number): void {
    const before = this.#schemas.get(type) ?? 0;
    if (version !== before + 1)
      this.#findings.add('CHAIN', 'schemaVersionWrong', [type, version, before], { index });
    this.#schemas.set(type, version);
  }

  #compareKnown(): void {
    const { size } = this.#frontier;
    const expected = this.#known.get(size);
    if (!expected || !this.#head) return;
    const root = this.#frontier.root();
    for (const one of expected)
      compareHistory(one, this.#head.log.checkpoint, sameBytes(one.root, root), this.#findings);
    this.#known.delete(size);
  }

  /** The verdict, once all lines are added. */
  finish(): Checked {
    this.#finished ??= this.#conclude();
    return this.#finished;
  }

  #conclude(): Checked {
    if (!this.#head)
      return { verdict: this.#findings.verdict([]), keyKnown: false, historyKnown: false };
    const { key, log, anchor } = this.#head;
    const { checkpoint, signed, keyKnown } = log;
    const { size } = this.#frontier;
    if (size !== checkpoint.size)
      this.#findings.add('ROOT', 'sizeWrong', [checkpoint.size, size], {
        index: Math.min(size, checkpoint.size),
      });
    else if (!sameBytes(this.#frontier.root(), checkpoint.root))
      this.#findings.add('ROOT', 'rootWrong', []);
    this.#erased.finish(this.#findings);
    this.#changeSets.finish(this.#findings);
    // Without findings their numbers are consecutive.
    const receipts = this.#findings.any
      ? []
      : Array.from({ length: this.#erased.receipts }, (_, at) => at + 1);
    return {
      verdict: this.#findings.verdict(receipts),
      ...(signed ? { checkpoint, key } : {}),
      keyKnown,
      ...historyUpTo(this.#sizes),
      ...(anchor ? { anchor } : {}),
    };
  }
}

const noLeaf = new Uint8Array(32);

/** The schema that this entry should match: findings of the others would be useless. */
function formOf(entry: unknown): z.ZodMiniType {
  if (typeof entry !== 'object' || entry === null) return versionLine;
  if ('version' in entry) return versionLine;
  if ('note' in entry) return erasureLine;
  const { kind } = 'entry' in entry && isRecord(entry.entry) ? entry.entry : {};
  return kind === 'CHANGE_SET' ? changeSetLine : kind === 'POLICY' ? policyLine : schemaLine;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
