import { toBase64, toHex } from '@annals/proofs/bytes';
import type { SealedValue } from '@annals/proofs/log-entry';
import { propertiesOf, type Property } from '@annals/proofs/properties';
import { packLeaves, unpackLeaves, type StoredLeaves } from '@annals/proofs/stored-leaves';
import { propertyHash } from '@annals/proofs/version-tree';
import type { ErasedValue } from '../versions/version.ts';
import {
  isContainer,
  pointerOf,
  setNullAt,
  tokensOf,
  type Tokens,
} from '../versions/json-pointer.ts';

export interface StoredVersion {
  seq: number;
  objectId: string;
  modificationCount: number;
  objectData: Record<string, unknown>;
  referenceCount: number;
  reason: string | null;
  reasonReceipt: number | null;
  /** In the format of packLeaves of the proofs. */
  leaves: Uint8Array;
  erased: ErasedValue[] | null;
}

/** The stored form of a version after values of it were erased. */
export interface ErasedVersion {
  objectData: Record<string, unknown>;
  leaves: Uint8Array;
  erased: ErasedValue[];
}

const data = '/objectData';

/** The data of a version split into the properties of its proof, each with its leaf. */
export class ProvenData {
  /** In the order of their leaves. */
  readonly properties: readonly Property[];
  readonly #version: StoredVersion;
  readonly #stored: StoredLeaves;
  readonly #byPath: ReadonlyMap<string, number>;

  /** @throws Error if the number of leaves is wrong */
  constructor(version: StoredVersion) {
    const stored = unpackLeaves(version.leaves);
    this.#version = version;
    this.#stored = stored ?? { depth: 0, leaves: [] };
    this.properties = propertiesOf(
      { objectData: version.objectData, references: [] },
      this.#stored.depth,
    );
    const others =
      version.referenceCount + (version.reason === null && version.reasonReceipt === null ? 0 : 1);
    if (this.properties.length + others !== stored?.leaves.length)
      throw new Error(
        `The version ${version.objectId} does not have the leaves of its properties.`,
      );
    this.#byPath = new Map(
      this.properties.map(({ pointer }, index) => [pointer.slice(data.length), index]),
    );
  }

  get objectId(): string {
    return this.#version.objectId;
  }

  isErased(index: number): boolean {
    return 'digest' in (this.#stored.leaves[index] ?? {});
  }

  /** The indexes of the properties at this path or below it. */
  within(path: string): number[] {
    const own = this.#byPath.get(path);
    if (own !== undefined) return [own];
    return [...this.#byPath].flatMap(([each, index]) => (each.startsWith(`${path}/`) ? index : []));
  }

  /** The property that contains this place; undefined if the data is split down to it. */
  around(tokens: Tokens): number | undefined {
    for (let length = 0; length < tokens.length; length++) {
      const index = this.#byPath.get(pointerOf(tokens.slice(0, length)));
      if (index !== undefined)
        return this.isErased(index) || hasMembers(this.properties[index]?.value)
          ? index
          : undefined;
    }
    return undefined;
  }

  /** The properties that contain the value at this pointer, or are contained in it. */
  covering(tokens: Tokens): { indexes: number[]; isWider: boolean } {
    const around = this.around(tokens);
    return around === undefined
      ? { indexes: this.within(pointerOf(tokens)), isWider: false }
      : { indexes: [around], isWider: true };
  }

  pathOf(index: number): string {
    return this.properties[index]?.pointer.slice(data.length) ?? '';
  }

  /**
   * Replaces properties by null, and their salts by digests, in the given data.
   * @param listIn adds the value to a receipt, and returns its number
   */
  erase(indexes: readonly number[], listIn: (value: SealedValue) => number): ErasedVersion {
    const { objectData, objectId, erased } = this.#version;
    const { depth, leaves } = this.#stored;
    const after = [...leaves];
    const newlyErased = indexes.flatMap((index): ErasedValue[] => {
      const leaf = leaves[index];
      const property = this.properties[index];
      if (!leaf || !property || 'digest' in leaf) return [];
      const digest = propertyHash(toHex(leaf.salt), property);
      after[index] = { digest };
      const { pointer } = property;
      const receipt = listIn({ objectId, pointer, digest: toBase64(digest) });
      return [{ path: pointer.slice(data.length), receipt }];
    });
    for (const { path } of newlyErased) setNullAt(objectData, tokensOf(path));
    return {
      objectData,
      leaves: packLeaves({ depth, leaves: after }),
      erased: [...(erased ?? []), ...newlyErased],
    };
  }
}

const hasMembers = (value: unknown): boolean => isContainer(value) && Object.keys(value).length > 0;
