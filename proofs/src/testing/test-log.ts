import type { ProvenVersion } from '../bundle.ts';
import { toBase64, toHex, utf8 } from '../bytes.ts';
import { canonicalJson } from '../canonical-json.ts';
import { signCheckpoint, type Checkpoint } from '../checkpoint.ts';
import {
  entryLeaf,
  receiptText,
  versionLeaf,
  type ChangeSetEntry,
  type ErasureEntry,
  type PolicyEntry,
  type SchemaEntry,
} from '../log-entry.ts';
import { changeSetRoot, sortForRoot, operationLeaf } from '../change-set-root.ts';
import { treeHash } from '../merkle-tree.ts';
import { depthOf, propertiesOf, reasonPointer } from '../properties.ts';
import { sha256 } from '../sha256.ts';
import { signNote, verifierOf, writeVerifierKey } from '../signed-note.ts';
import { propertyHash, versionRoot, type VersionHeader } from '../version-tree.ts';

export interface StoredVersion {
  header: Omit<ProvenVersion, 'salts' | 'sealed'>;
  root: Uint8Array;
  /** In the order of the pointers. */
  leaves: { pointer: string; hash: Uint8Array; salt: string; receipt?: number }[];
}

export type Entry =
  | { version: StoredVersion }
  | { entry: SchemaEntry }
  | { entry: PolicyEntry }
  | { entry: ChangeSetEntry }
  | { entry: ErasureEntry; note: string };

export interface NewVersion {
  objectData: Record<string, unknown>;
  references?: Record<string, unknown>[];
  /** Omitted: starts a new timeline. */
  timelineId?: string;
  type?: string;
  ended?: boolean;
  reason?: string | null;
  changeSetId?: string | null;
  /** Fields that differ from the correct header. */
  header?: Partial<VersionHeader>;
}

/** The log of a partition and of its service, as the data service creates them, kept in memory. */
export class TestLog {
  readonly logName = 'annals.example.org/annals-3f9c2a17';
  readonly partitionId: string;
  readonly origin: string;
  readonly seed: Uint8Array;
  readonly entries: Entry[] = [];
  readonly leaves: Uint8Array[] = [];
  readonly versions = new Map<string, { index: number; stored: StoredVersion }>();
  readonly newest = new Map<string, StoredVersion>();
  readonly #seed: string;
  /** The content of the service's log. */
  readonly anchored: string[] = [];
  #drawn = 0;
  #receipts = 0;

  constructor(seed: number | string) {
    this.#seed = String(seed);
    this.partitionId = this.id();
    this.origin = `${this.logName}/${this.partitionId}`;
    this.seed = this.#draw();
  }

  /** The same each time for the same seed. */
  #draw(): Uint8Array {
    this.#drawn += 1;
    return sha256(utf8(`${this.#seed} ${this.#drawn}`));
  }

  id(): string {
    const digits = toHex(this.#draw());
    return [0, 8, 12, 16, 20]
      .map((from, at) => digits.slice(from, [8, 12, 16, 20, 32][at]))
      .join('-');
  }

  /** Advances by a second for each entry. */
  #date(): string {
    const seconds = Date.UTC(2026, 2, 1) / 1000 + this.leaves.length;
    return new Date(seconds * 1000).toISOString().replace('Z', '250Z');
  }

  get key(): string {
    return writeVerifierKey(verifierOf({ name: this.origin, seed: this.seed }));
  }

  get serviceKey(): string {
    return writeVerifierKey(verifierOf({ name: this.logName, seed: this.seed }));
  }

  /** @returns id of the version */
  append({
    objectData,
    references = [],
    timelineId,
    type = 'ACCOUNT',
    ended,
    reason = null,
    changeSetId = null,
    header: otherwise,
  }: NewVersion): string {
    const before = timelineId === undefined ? undefined : this.newest.get(timelineId);
    const date = this.#date();
    const userId = this.id();
    const id = this.id();
    const depth = depthOf(objectData);
    const header = {
      partitionId: this.partitionId,
      timelineId: timelineId ?? id,
      id,
      type: before?.header.type ?? type,
      modificationCount: (before?.header.modificationCount ?? 0) + 1,
      predecessorId: before?.header.id ?? null,
      predecessorRoot: before ? toBase64(before.root) : null,
      genesisDate: before?.header.genesisDate ?? date,
      genesisUserId: before?.header.genesisUserId ?? userId,
      modificationDate: date,
      modificationUserId: userId,
      endedDate: ended === true ? date : null,
      importedDate: null,
      importedUserId: null,
      objectData: structuredClone(objectData),
      references,
      reason,
      changeSetId,
      depth,
      ...otherwise,
    };
    const leaves = propertiesOf({ objectData, references, reason }, depth).map((property) => {
      const salt = toHex(this.#draw().slice(0, 16));
      return { pointer: property.pointer, hash: propertyHash(salt, property), salt };
    });
    const root = versionRoot(
      header,
      leaves.map(({ hash }) => hash),
    );
    const stored = { header, root, leaves };
    this.versions.set(header.id, { index: this.leaves.length, stored });
    this.newest.set(header.timelineId, stored);
    this.add({ version: stored }, versionLeaf(root));
    return header.id;
  }

  /** Ends a timeline. Values erased from its newest version stay erased in the last one, under the same hash. */
  end(timelineId: string): string {
    const before = this.newest.get(timelineId);
    if (!before) throw new Error(`There is no timeline ${timelineId}.`);
    const { objectData, references } = before.header;
    const id = this.append({ objectData, references, timelineId, ended: true });
    const last = this.versions.get(id)?.stored;
    if (!last) throw new Error('It was not appended.');
    last.header.depth = before.header.depth;
    // The reason of the previous version is not carried over.
    const taken = before.leaves.filter(({ pointer }) => pointer !== reasonPointer);
    last.leaves = taken.map((leaf) => {
      if (leaf.receipt !== undefined) return leaf;
      const salt = toHex(this.#draw().slice(0, 16));
      return { pointer: leaf.pointer, salt, hash: propertyHash(salt, valueAt(last, leaf.pointer)) };
    });
    last.root = versionRoot(
      last.header,
      last.leaves.map(({ hash }) => hash),
    );
    this.leaves[this.leaves.length - 1] = versionLeaf(last.root);
    return id;
  }

  putSchema(type: string, jsonSchema: Record<string, unknown> | null): void {
    const version =
      this.entries.filter(
        (other) => 'entry' in other && 'type' in other.entry && other.entry.type === type,
      ).length + 1;
    const entry: SchemaEntry = {
      kind: 'SCHEMA',
      type,
      version,
      jsonSchema,
      changedDate: this.#date(),
      changedUserId: this.id(),
    };
    this.add({ entry }, entryLeaf(entry));
  }

  putPolicy(): void {
    const entry: PolicyEntry = {
      kind: 'POLICY',
      version: this.entries.filter((other) => kindOf(other) === 'POLICY').length + 1,
      rules: [
        {
          types: null,
          approvals: 1,
          approvers: { roles: ['OWNER'], userIds: [] },
          reasonRequired: false,
          signatureRequired: true,
        },
      ],
      breakGlass: false,
      changedDate: this.#date(),
      changedUserId: this.id(),
    };
    this.add({ entry }, entryLeaf(entry));
  }

  /** Leaves of the operations of a change set, in the order of its root. */
  operationsOf(changeSetId: string): Uint8Array[] {
    return sortForRoot(
      [...this.versions.values()].flatMap(({ stored }) =>
        stored.header.changeSetId === changeSetId ? operationOf(stored) : [],
      ),
    );
  }

  /** Commits the versions that name this change set. @param approvals derived from the entry without any */
  commit(
    changeSetId: string,
    approvals: (entry: ChangeSetEntry) => ChangeSetEntry['approvals'] = () => [],
  ): void {
    const leaves = this.operationsOf(changeSetId);
    const policies = this.entries.filter((other) => kindOf(other) === 'POLICY').length;
    const entry: ChangeSetEntry = {
      kind: 'CHANGE_SET',
      changeSetId,
      partitionId: this.partitionId,
      root: toBase64(changeSetRoot(leaves)),
      operationCount: leaves.length,
      revision: 2,
      committedDate: this.#date(),
      committedUserId: this.id(),
      automatic: false,
      breakGlassReason: null,
      policyVersion: policies === 0 ? null : policies,
      approvals: [],
    };
    entry.approvals = approvals(entry);
    this.add({ entry }, entryLeaf(entry));
  }

  /** Erases the values from these versions of one timeline. @returns number of the receipt */
  erase(places: readonly { objectId: string; pointer: string }[]): number {
    this.#receipts += 1;
    const receipt = this.#receipts;
    const sealed = places.map(({ objectId, pointer }) => {
      const stored = this.versions.get(objectId)?.stored;
      const leaf = stored?.leaves.find((one) => one.pointer === pointer);
      if (!stored || !leaf) throw new Error(`Version ${objectId} has no value at ${pointer}.`);
      leaf.receipt = receipt;
      if (pointer === reasonPointer) stored.header.reason = null;
      else nullAt(stored.header.objectData, pointer);
      return { objectId, pointer, digest: toBase64(leaf.hash) };
    });
    const timelineId = this.versions.get(places[0]?.objectId ?? '')?.stored.header.timelineId ?? '';
    const entry: ErasureEntry = {
      kind: 'ERASURE',
      receipt,
      partitionId: this.partitionId,
      timelineId,
      erasedDate: this.#date(),
      erasedUserId: this.id(),
      reason: 'Asked for by the person it is about',
      legalBasis: 'Art. 17 GDPR',
      sealed,
    };
    this.add({ entry, note: this.signReceipt(entry) }, entryLeaf(entry));
    return receipt;
  }

  signReceipt(entry: ErasureEntry): string {
    return signNote(receiptText(this.origin, entry), { name: this.origin, seed: this.seed });
  }

  add(entry: Entry, leaf: Uint8Array): void {
    this.entries.push(entry);
    this.leaves.push(leaf);
  }

  checkpoint(size = this.leaves.length): Checkpoint {
    return { origin: this.origin, size, root: treeHash(this.leaves.slice(0, size)) };
  }

  /** The signed checkpoint. */
  note(size?: number): string {
    return signCheckpoint(this.checkpoint(size), this.seed);
  }
}

const kindOf = (entry: Entry): string | undefined =>
  'entry' in entry ? entry.entry.kind : undefined;

/** The leaf of the operation that wrote a version. */
export const operationOf = ({ header, leaves }: StoredVersion): Uint8Array =>
  operationLeaf({
    ...header,
    ended: header.endedDate !== null,
    references: header.references as { name: string; timelineId: string; type: string }[],
    values: leaves.flatMap(({ pointer, hash }) => (pointer.startsWith('/references/') ? [] : hash)),
  });

const namesOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(2)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

function nullAt(objectData: Record<string, unknown>, pointer: string): void {
  const names = namesOf(pointer);
  const last = names.pop() ?? '';
  const container = names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown>)[name],
    objectData,
  );
  (container as Record<string, unknown>)[last] = null;
}

function valueAt({ header }: StoredVersion, pointer: string): { pointer: string; value: unknown } {
  const found = propertiesOf(header, header.depth).find((one) => one.pointer === pointer);
  if (!found)
    throw new Error(`There is no value at ${pointer}: ${canonicalJson(header.objectData)}`);
  return found;
}
