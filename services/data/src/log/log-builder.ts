import { randomFillSync } from 'node:crypto';
import { toBase64 } from '@annals/proofs/bytes';
import { versionLeaf } from '@annals/proofs/log-entry';
import { Frontier } from '@annals/proofs/merkle-tree';
import { depthOf, propertiesOf, type Property } from '@annals/proofs/properties';
import { packSalts } from '@annals/proofs/stored-leaves';
import {
  propertyHash,
  saltLength,
  versionRoot,
  type VersionHeader,
} from '@annals/proofs/version-tree';
import type { Version } from '../versions/version.ts';
import type { LogHead } from './log.sql.ts';

/** The columns of a version that make it provable. */
export interface LogFields {
  root: Uint8Array;
  /** As packSalts of the proofs writes them. */
  leaves: Uint8Array;
  logIndex: number;
}

/** Gives the salt of a value of a version, by its pointer. */
export type SaltSource = (pointer: string) => Uint8Array;

/** Builds the log entries of versions appended to a partition, in order. It writes nothing. */
export class LogBuilder {
  /** The log leaves of the versions so far. */
  readonly leaves: Uint8Array[] = [];
  readonly #partitionId: string;
  readonly #frontier: Frontier;
  readonly #rootBefore: (timelineId: string) => Uint8Array | null | undefined;
  readonly #saltsOf: ((versionId: string) => SaltSource | undefined) | undefined;
  readonly #roots = new Map<string, Uint8Array>();

  /**
   * @param head the head of the partition's log, read under the lock
   * @param rootBefore the root of the newest stored version of a timeline
   * @param saltsOf the salts of a version if they were determined before; omitted or undefined: random salts
   */
  constructor(
    partitionId: string,
    head: LogHead,
    rootBefore: (timelineId: string) => Uint8Array | null | undefined,
    saltsOf?: (versionId: string) => SaltSource | undefined,
  ) {
    this.#partitionId = partitionId.toLowerCase();
    this.#frontier = Frontier.fromBytes(head.size, head.frontier);
    this.#rootBefore = rootBefore;
    this.#saltsOf = saltsOf;
  }

  add(version: Version): LogFields {
    const { timelineId, predecessorId } = version;
    const before =
      predecessorId === null ? null : (this.#roots.get(timelineId) ?? this.#rootBefore(timelineId));
    if (before === undefined || (before === null && predecessorId !== null))
      throw new Error(`The version before ${version.id} has no root.`);
    const header = headerOf(this.#partitionId, version, before);
    const depth = depthOf(version.objectData);
    const properties = propertiesOf(version, depth);
    const storedSalts = this.#saltsOf?.(version.id);
    const salts = storedSalts ? givenSalts(properties, storedSalts) : freshSalts(properties.length);
    const hashes = properties.map((property, index) => propertyHash(salts.text(index), property));
    const root = versionRoot(header, hashes);
    const logIndex = this.#frontier.size;
    const leaf = versionLeaf(root);
    this.#roots.set(timelineId, root);
    this.#frontier.append(leaf);
    this.leaves.push(leaf);
    return { root, leaves: packSalts(depth, salts.bytes), logIndex };
  }

  /** The head of the log including the versions so far. */
  head(): LogHead {
    return { size: this.#frontier.size, frontier: this.#frontier.toBytes() };
  }
}

/** The text form of bytea. */
export const byteaText = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`;

/** @param predecessorRoot null for the first version of a timeline */
export function headerOf(
  partitionId: string,
  version: Version,
  predecessorRoot: Uint8Array | null,
): VersionHeader {
  return {
    partitionId,
    timelineId: version.timelineId,
    id: version.id,
    type: version.type,
    modificationCount: version.modificationCount,
    predecessorId: version.predecessorId,
    predecessorRoot: predecessorRoot && toBase64(predecessorRoot),
    genesisDate: version.genesisDate,
    genesisUserId: version.genesisUserId,
    modificationDate: version.modificationDate,
    modificationUserId: version.modificationUserId,
    endedDate: version.endedDate,
    importedDate: version.importedDate,
    importedUserId: version.importedUserId,
    changeSetId: version.changeSetId,
  };
}

// Generated together: one by one they would take longer than hashing.
const drawnTogether = 1024;
let drawn = Buffer.alloc(0);
let hex = '';
let used = 0;

/** Salts for the leaves of one version. */
interface Salts {
  /** Concatenated. */
  bytes: Uint8Array;
  /** The salt at an index, in hexadecimal. */
  text(index: number): string;
}

function freshSalts(count: number): Salts {
  const length = count * saltLength;
  if (used + length > drawn.length) draw(Math.max(count, drawnTogether));
  const [start, texts] = [used, hex];
  used += length;
  return {
    bytes: drawn.subarray(start, used),
    text: (index) => {
      const at = 2 * (start + index * saltLength);
      return texts.slice(at, at + 2 * saltLength);
    },
  };
}

function givenSalts(properties: readonly Property[], salts: SaltSource): Salts {
  const bytes = Buffer.concat(properties.map(({ pointer }) => salts(pointer)));
  return {
    bytes,
    text: (index) => bytes.toString('hex', index * saltLength, (index + 1) * saltLength),
  };
}

function draw(count: number): void {
  drawn = randomFillSync(Buffer.alloc(count * saltLength));
  hex = drawn.toString('hex');
  used = 0;
}
