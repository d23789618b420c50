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
import { toBase64 } from './bytes.ts';
import { ChangeSetCheck, operationLeafOf } from './change-set-check.ts';
import type { Checked, Known } from './checked.ts';
import { Findings } from './findings.ts';
import { firstInvalidPath } from './invalid-path.ts';
import { IdSet } from './id-set.ts';
import { entryLeaf, versionLeafOf } from './log-entry.ts';
import { LogWalk } from './log-walk.ts';
import { isLossless } from './lossless-json.ts';
import { ErasedValues } from './erased-values.ts';
import { openLog, type SignedLog } from './signed-log.ts';
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
  readonly #chain = new VersionChain();
  readonly #erased = new ErasedValues();
  readonly #changeSets = new ChangeSetCheck();
  readonly #ids = new IdSet();
  readonly #schemas = new Map<string, number>();
  #walk: LogWalk | undefined;
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
    this.size = this.#walk?.log.checkpoint.size ?? 0;
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
    if (log) this.#walk = new LogWalk(log, { key, anchor }, known, this.#findings);
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
    if (!this.#walk || this.#finished) return;
    let leaf: Uint8Array | undefined;
    try {
      this.#checkText(entry, text, this.#nextIndex);
      leaf = this.#check(entry, this.#walk);
    } catch {
      const index = this.#nextIndex;
      this.#findings.add('FORM', 'entryUnreadable', [index], { index });
    }
    this.#nextIndex += 1;
    this.#walk.append(leaf);
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

  /** The verdict, once all lines are added. */
  finish(): Checked {
    this.#finished ??= this.#conclude();
    return this.#finished;
  }

  #conclude(): Checked {
    if (!this.#walk)
      return { verdict: this.#findings.verdict([]), keyKnown: false, historyKnown: false };
    this.#walk.checkEnd();
    this.#erased.finish(this.#findings);
    this.#changeSets.finish(this.#findings);
    // Without findings their numbers are consecutive.
    const receipts = this.#findings.any
      ? []
      : Array.from({ length: this.#erased.receipts }, (_, at) => at + 1);
    return { verdict: this.#findings.verdict(receipts), ...this.#walk.checked };
  }
}

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
