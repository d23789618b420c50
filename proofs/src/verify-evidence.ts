import { sha256 } from '@noble/hashes/sha2.js';
import { sameBytes, toBase64, toHex, utf8 } from './bytes.ts';
import {
  changeSetLine,
  formatOf,
  objectProof,
  objectProofFormat,
  partitionProofFormat,
  versionLine,
} from './bundle.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Checked, Known } from './checked.ts';
import type { Checkpoint } from './checkpoint.ts';
import { evidenceFileNames, evidenceText } from './evidence-format.ts';
import { Findings } from './findings.ts';
import type { ChangeSetEntry } from './log-entry.ts';
import { isLossless } from './lossless-json.ts';
import { openLog, type SignedLog } from './signed-log.ts';
import { openNote } from './signed-note.ts';
import { textLines } from './text-lines.ts';
import {
  MembershipVerification,
  type CheckedMembership,
  type ListedMember,
} from './verify-membership.ts';
import { verifyObjectProof } from './verify-object.ts';
import { PartitionVerification } from './verify-partition.ts';
import { AmbiguousZip, NotZip, UnknownPacking, zipEntries, type ZipEntry } from './zip-files.ts';

/** What was verified of evidence. */
export interface CheckedEvidence extends Checked {
  files: number;
  proofs: number;
  versions: number;
  /**
   * Files that programs add where they unpack or pack, and that nobody opens: they are no part of the evidence, and not
   * verified. The first of them, if there are many.
   */
  others: string[];
  /** Undefined if the file has no proof of the members. */
  membership?: CheckedMembership;
}

/** The fields of a version in the data that its proof has, too. */
const comparedFields = [
  'id',
  'partitionId',
  'timelineId',
  'type',
  'modificationCount',
  'predecessorId',
  'genesisDate',
  'genesisUserId',
  'modificationDate',
  'modificationUserId',
  'endedDate',
  'importedDate',
  'importedUserId',
  'objectData',
  'references',
  'reason',
  'changeSetId',
] as const;

const maxOthers = 5;

/** Bounds the memory for one file that is read whole. */
const maxTextBytes = 256 * 1024 * 1024;

/**
 * Verifies evidence as one file: that every file is the one that the service made, every proof, that the data is what is
 * proven, and that the report is about this data. Reports the problems of any input.
 * @param progress called with the files that are done, and all
 * @throws whatever reading the file throws; never because of its content
 */
export async function verifyEvidence(
  file: Blob,
  known: Known,
  progress: (done: number, size: number) => void = () => undefined,
): Promise<CheckedEvidence> {
  const check = new EvidenceCheck(known);
  let entries: ZipEntry[];
  try {
    entries = await zipEntries(file);
  } catch (error) {
    if (!(error instanceof NotZip)) throw error;
    return check.unreadable(
      error instanceof AmbiguousZip ? 'evidenceAmbiguous' : 'evidenceUnreadable',
    );
  }
  return check.run(entries, progress);
}

class EvidenceCheck {
  readonly #known: Known;
  readonly #findings = new Findings();
  readonly #hashes = new Map<string, string>();
  /** Of each proven version, what of it is compared with the data, and its place in the log of the whole partition. */
  readonly #proven = new Map<string, { compared: string; index: number | undefined }>();
  /** The proven entry of each change set. */
  readonly #provenSets = new Map<string, string>();
  readonly #receipts = new Set<number>();
  readonly #inData = new Set<string>();
  /** Of each timeline in the data, how many versions it had. */
  readonly #counts = new Map<string, number>();
  readonly #others: string[] = [];
  #checked: Checked | undefined;
  #allKeysKnown = true;
  #knownSize: number | undefined;
  #proofs = 0;
  #membership: CheckedMembership | undefined;

  constructor(known: Known) {
    this.#known = known;
  }

  unreadable(finding: 'evidenceAmbiguous' | 'evidenceUnreadable'): CheckedEvidence {
    this.#findings.add('FORM', finding, []);
    return this.#conclude(0);
  }

  async run(
    entries: readonly ZipEntry[],
    progress: (done: number, size: number) => void,
  ): Promise<CheckedEvidence> {
    const files = new Map<string, ZipEntry>();
    const { evidence, others } = splitFiles(entries);
    this.#others.push(...others.slice(0, maxOthers), ...(others.length > maxOthers ? ['…'] : []));
    for (const entry of evidence) {
      if (files.has(entry.name)) this.#findings.add('FORM', 'evidenceFileTwice', [entry.name]);
      files.set(entry.name, entry);
    }
    let done = 0;
    const read = async <T>(name: string, work: (entry: ZipEntry) => Promise<T>) => {
      const entry = files.get(name);
      if (!entry) {
        this.#findings.add('FORM', 'evidenceFileMissing', [name]);
        return undefined;
      }
      try {
        return await work(entry);
      } catch (error) {
        if (!(error instanceof NotZip || error instanceof TypeError)) throw error;
        this.#findings.add(
          'FORM',
          error instanceof UnknownPacking ? 'evidenceFilePacking' : 'evidenceFileUnreadable',
          [name],
        );
        return undefined;
      } finally {
        done += 1;
        progress(Math.min(done, files.size), files.size);
      }
    };
    const names = evidenceFileNames;
    const checkpoint = await read(names.partitionCheckpoint, (entry) => this.#text(entry));
    const keys = await read(names.keys, (entry) => this.#text(entry));
    const log = this.#openLog(checkpoint, keys);
    // The proofs first, because the data is compared with them.
    for (const name of files.keys())
      if (name === names.partitionProof) await read(name, (entry) => this.#partition(entry));
      else if (/^proofs\/.*\.proof\.json$/.test(name))
        await read(name, (entry) => this.#object(entry, log?.checkpoint));
    await read(names.versions, (entry) => this.#data(entry, true));
    if (this.#proofs === 0 && this.#inData.size > 0)
      this.#findings.add('FORM', 'evidenceWithoutProofs', []);
    await read(names.objects, (entry) => this.#data(entry, false));
    await read(names.changeSets, (entry) => this.#changeSets(entry));
    const members = await read(names.members, (entry) => this.#membersIn(entry));
    if (members && files.has(names.membershipProof))
      await read(names.membershipProof, (entry) =>
        this.#checkMembers(entry, members, log?.checkpoint.origin),
      );
    const report = await read(names.report, (entry) => this.#text(entry));
    if (report !== undefined) this.#report(report, log?.checkpoint);
    const seen = new Set<string>([
      names.partitionCheckpoint,
      names.keys,
      names.versions,
      names.objects,
      names.changeSets,
      names.report,
      names.sums,
      names.signedSums,
      ...this.#hashes.keys(),
    ]);
    for (const name of files.keys())
      if (!seen.has(name)) await read(name, (entry) => this.#hash(entry));
    const sums = await read(names.sums, (entry) => this.#text(entry));
    const note = await read(names.signedSums, (entry) => this.#text(entry));
    if (sums !== undefined) this.#sums(sums, note, log);
    this.#missing();
    return this.#conclude(files.size);
  }

  #openLog(checkpoint: string | undefined, keys: string | undefined) {
    if (checkpoint === undefined || keys === undefined) return undefined;
    const [key = ''] = keys.split('\n');
    return openLog({ checkpoint, key }, this.#known, this.#findings, 'own');
  }

  /** Reads a file and remembers its hash. */
  async *#pieces(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    const hash = sha256.create();
    const reader = entry.stream().getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      hash.update(value);
      yield value;
    }
    this.#hashes.set(entry.name, toHex(hash.digest()));
  }

  async #hash(entry: ZipEntry): Promise<void> {
    for await (const _ of this.#pieces(entry));
  }

  async #text(entry: ZipEntry): Promise<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const parts: string[] = [];
    let length = 0;
    for await (const piece of this.#pieces(entry)) {
      length += piece.length;
      if (length > maxTextBytes) throw new NotZip('A file is too long.');
      parts.push(decoder.decode(piece, { stream: true }));
    }
    parts.push(decoder.decode());
    return parts.join('');
  }

  async #object(entry: ZipEntry, checkpoint: Checkpoint | undefined): Promise<void> {
    const text = await this.#text(entry);
    const bundle = parse(text);
    if (formatOf(bundle) !== objectProofFormat) {
      this.#findings.add('FORM', 'evidenceProofUnreadable', [entry.name]);
      return;
    }
    this.#proofs += 1;
    this.#include(entry.name, verifyObjectProof(bundle, this.#known, text), checkpoint);
    const { data } = objectProof.safeParse(bundle);
    if (data?.changeSet) this.#addSet(data.changeSet.entry);
    if (data)
      this.#proven.set(data.version.id, {
        compared: comparable(data.version),
        index: undefined,
      });
  }

  async #partition(entry: ZipEntry): Promise<void> {
    let proof: PartitionVerification | undefined;
    for await (const text of textLines(this.#pieces(entry))) {
      const line = parse(text);
      if (!proof) {
        if (formatOf(line) !== partitionProofFormat) {
          this.#findings.add('FORM', 'evidenceProofUnreadable', [entry.name]);
          await this.#hash(entry);
          return;
        }
        proof = new PartitionVerification(line, this.#known, text);
        continue;
      }
      proof.add(line, text);
      const { data } = versionLine.safeParse(line);
      if (data)
        this.#proven.set(data.version.id, {
          compared: comparable(data.version),
          index: data.index,
        });
      else {
        const set = changeSetLine.safeParse(line).data;
        if (set) this.#addSet(set.entry);
      }
    }
    if (!proof) {
      this.#findings.add('FORM', 'evidenceProofUnreadable', [entry.name]);
      return;
    }
    this.#proofs += 1;
    this.#include(entry.name, proof.finish(), undefined);
  }

  #addSet(entry: ChangeSetEntry): void {
    this.#provenSets.set(entry.changeSetId, canonicalJson(entry));
  }

  #include(name: string, checked: Checked, checkpoint: Checkpoint | undefined): void {
    const { verdict } = checked;
    if (verdict.verdict === 'TAMPERED')
      for (const finding of verdict.findings) this.#findings.include(finding, name);
    if (verdict.verdict === 'ERASED')
      for (const receipt of verdict.receipts) this.#receipts.add(receipt);
    if (checkpoint && checked.checkpoint && !isSame(checkpoint, checked.checkpoint))
      this.#findings.add('ROOT', 'evidenceCheckpointDiffers', [name]);
    this.#checked ??= checked;
    this.#allKeysKnown &&= checked.keyKnown;
    if (checked.historyKnown)
      this.#knownSize = Math.min(this.#knownSize ?? Infinity, checked.knownSize ?? 0);
  }

  /** @param isWhole whether every proven version is in this file */
  async #data(entry: ZipEntry, isWhole: boolean): Promise<void> {
    for await (const text of textLines(this.#pieces(entry))) {
      const version = parse(text);
      const { id, timelineId, modificationCount: count } = placeOf(version);
      if (id === undefined) {
        this.#findings.add('FORM', 'evidenceLineUnreadable', [entry.name]);
        continue;
      }
      if (!isLossless(text, version))
        this.#findings.add('FORM', 'saysMore', [], { objectId: id, file: entry.name });
      const newest = this.#counts.get(timelineId) ?? 0;
      if (isWhole) {
        if (this.#inData.has(id)) this.#findings.add('FORM', 'versionTwice', [id]);
        this.#inData.add(id);
        this.#counts.set(timelineId, Math.max(newest, count));
      } else if (count !== newest)
        this.#findings.add('VERSION', 'evidenceNotNewest', [id, entry.name], { objectId: id });
      const proven = this.#proven.get(id);
      const where = { objectId: id };
      if (proven === undefined)
        this.#findings.add('VERSION', 'evidenceVersionUnproven', [id, entry.name], where);
      else if (proven.compared !== comparable(version as Record<string, unknown>))
        this.#findings.add('VERSION', 'evidenceVersionDiffers', [id, entry.name], where);
    }
  }

  /** Change sets of versions that are left out have no proof here. */
  async #changeSets(entry: ZipEntry): Promise<void> {
    for await (const text of textLines(this.#pieces(entry))) {
      const line = parse(text) as { id?: unknown; entry?: unknown } | null | undefined;
      if (typeof line?.id !== 'string' || !isLossless(text, line)) {
        this.#findings.add('FORM', 'evidenceLineUnreadable', [entry.name]);
        continue;
      }
      const proven = this.#provenSets.get(line.id);
      if (proven !== undefined && proven !== canonicalJson(line.entry))
        this.#findings.add('APPROVAL', 'evidenceChangeSetDiffers', [line.id, entry.name]);
    }
  }

  async #membersIn(entry: ZipEntry): Promise<ListedMember[]> {
    const members: ListedMember[] = [];
    for await (const text of textLines(this.#pieces(entry))) {
      const member = parse(text) as Partial<ListedMember> | null | undefined;
      if (typeof member?.userId === 'string' && typeof member.role === 'string')
        members.push({ userId: member.userId, role: member.role });
      else this.#findings.add('FORM', 'evidenceLineUnreadable', [entry.name]);
    }
    return members;
  }

  /** @param origin of the log of the partition */
  async #checkMembers(
    entry: ZipEntry,
    members: readonly ListedMember[],
    origin: string | undefined,
  ): Promise<void> {
    const findings = new Findings();
    let proof: MembershipVerification | undefined;
    for await (const text of textLines(this.#pieces(entry))) {
      const line = parse(text);
      if (line !== undefined && !isLossless(text, line)) findings.add('FORM', 'saysMore', []);
      if (proof) proof.add(line);
      else proof = new MembershipVerification(line, this.#known, findings);
    }
    if (proof && origin !== undefined && proof.logOfPartition !== origin)
      findings.add('ROOT', 'membersOfAnother', []);
    const found = findings.verdict([]);
    if (found.verdict === 'TAMPERED')
      for (const finding of found.findings) this.#findings.include(finding, entry.name);
    if (proof) this.#membership = proof.compare(members);
    else this.#findings.add('FORM', 'membersUnreadable', []);
    this.#proofs += 1;
  }

  /** The report names the versions that it describes, and the checkpoint of the proofs. */
  #report(html: string, checkpoint: Checkpoint | undefined): void {
    for (const [, id = ''] of html.matchAll(/<div class="version" id="version-([0-9a-f-]+)">/g))
      if (!this.#inData.has(id))
        this.#findings.add('VERSION', 'reportVersionUnknown', [id], { objectId: id });
    if (checkpoint && !html.includes(toBase64(checkpoint.root)))
      this.#findings.add('ROOT', 'evidenceCheckpointDiffers', [evidenceFileNames.report]);
  }

  #sums(sums: string, note: string | undefined, log: SignedLog | undefined): void {
    const own = new Set<string>([evidenceFileNames.sums, evidenceFileNames.signedSums]);
    const listed = new Map<string, string>();
    for (const line of sums.split('\n')) {
      const [, hash, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
      if (hash !== undefined && name !== undefined) listed.set(name, hash);
      else if (line !== '')
        this.#findings.add('FORM', 'evidenceLineUnreadable', [evidenceFileNames.sums]);
    }
    for (const [name, hash] of listed) {
      const actual = this.#hashes.get(name);
      if (actual === undefined) this.#findings.add('FORM', 'evidenceFileMissing', [name]);
      else if (actual !== hash) this.#findings.add('FORM', 'evidenceFileAltered', [name]);
    }
    for (const name of this.#hashes.keys())
      if (!listed.has(name) && !own.has(name))
        this.#findings.add('FORM', 'evidenceFileAdded', [name]);
    if (note === undefined || !log) return;
    const text = evidenceText(log.checkpoint.origin, sha256(utf8(sums)));
    if (!log.keys.some((key) => openNote(note, key) === text))
      this.#findings.add('SIGNATURE', 'evidenceNotSigned', []);
  }

  /** The log of a partition may continue after the moment that the data is about. */
  #missing(): void {
    const indexes = [...this.#inData].map((id) => this.#proven.get(id)?.index ?? -1);
    const last = indexes.reduce((max, index) => Math.max(max, index), 0);
    for (const [id, { index = -1 }] of this.#proven)
      if (!this.#inData.has(id) && index < last)
        this.#findings.add('VERSION', 'evidenceVersionMissing', [id], { objectId: id });
  }

  #conclude(files: number): CheckedEvidence {
    const verdict = this.#findings.verdict(this.#receipts);
    const { checkpoint, key, anchor } = this.#checked ?? {};
    return {
      verdict,
      ...(checkpoint ? { checkpoint } : {}),
      ...(key === undefined ? {} : { key }),
      ...(anchor ? { anchor } : {}),
      keyKnown: this.#checked !== undefined && this.#allKeysKnown,
      historyKnown: this.#knownSize !== undefined,
      ...(this.#knownSize === undefined ? {} : { knownSize: this.#knownSize }),
      files,
      proofs: this.#proofs,
      versions: this.#inData.size,
      others: this.#others,
      ...(this.#membership ? { membership: this.#membership } : {}),
    };
  }
}

/** What Finder and Explorer leave in each folder, and where Archive Utility keeps attributes of files. */
const foreignFile = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]+)$/;
/** A name with another meaning somewhere. */
const oddName = /(?:^|\/)\.{0,2}\/|[\p{Cc}\\]/u;

/**
 * The files of evidence, by their names in it. A program that packed them again may have put them into a folder, listed
 * folders too, and added files of its own.
 */
function splitFiles(entries: readonly ZipEntry[]): { evidence: ZipEntry[]; others: string[] } {
  const files = entries.filter(({ name }) => !name.endsWith('/'));
  const isForeign = ({ name }: ZipEntry) => foreignFile.test(name) && !oddName.test(name);
  const own = files.filter((entry) => !isForeign(entry));
  const sums = own.filter(
    ({ name }) => name === evidenceFileNames.sums || name.endsWith(`/${evidenceFileNames.sums}`),
  );
  const folder =
    sums.length === 1 ? (sums[0]?.name.slice(0, -evidenceFileNames.sums.length) ?? '') : '';
  return {
    evidence: own.map(({ name, stream }) => ({
      name: name.startsWith(folder) ? name.slice(folder.length) : name,
      stream,
    })),
    others: files.filter(isForeign).map(({ name }) => name),
  };
}

const isSame = (one: Checkpoint, other: Checkpoint): boolean =>
  one.origin === other.origin && one.size === other.size && sameBytes(one.root, other.root);

/** What a version in the data and its proof must agree on, as a hash: there may be many. */
function comparable(version: Record<string, unknown>): string {
  const fields = Object.fromEntries(
    comparedFields.map((name) => [name, version[name] ?? null] as const),
  );
  return toBase64(sha256(utf8(canonicalJson(fields))));
}

/** Which version it is; without an ID if it is none. */
function placeOf(version: unknown): { id?: string; timelineId: string; modificationCount: number } {
  const { id, timelineId, modificationCount } = (version ?? {}) as Record<string, unknown>;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    timelineId: String(timelineId),
    modificationCount: Number(modificationCount),
  };
}

/** Undefined for invalid JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
