import { conflict } from '@annals/kit/problem';
import { ProvenData, type StoredVersion } from './proven-data.ts';
import { isTelling, type WantedValues } from './wanted-values.ts';

/** A version with properties that are to be sealed. */
export interface Carrier {
  version: StoredVersion;
  proven: ProvenData;
  /** In the order of the leaves. */
  indexes: number[];
  /** Of the same, into the data. */
  paths: string[];
}

/**
 * What of a version goes for the wanted values: the properties that are such a value, and those that have one inside of
 * them, which can only go as a whole. Undefined for a version that carries none, or none any more.
 * @throws Problem 409 where all data of a version would have to go
 */
export function carrierOf(version: StoredVersion, wanted: WantedValues): Carrier | undefined {
  let proven: ProvenData | undefined;
  const found = new Set<number>();
  wanted.find(version.objectData, (place, value) => {
    proven ??= new ProvenData(version);
    const { indexes, isWider } = proven.covering(place);
    if (isWider && !isTelling(value)) return;
    for (const index of indexes) if (!proven.isSealed(index)) found.add(index);
  });
  if (!proven || found.size === 0) return undefined;
  const indexes = [...found].sort((one, other) => one - other);
  const paths = indexes.map((index) => proven?.pathOf(index) ?? '');
  if (paths.includes(''))
    throw conflict(
      'not_separable',
      `The proof of version ${version.modificationCount} covers all of its data as one piece, of which nothing can be erased for itself.`,
    );
  return { version, proven, indexes, paths };
}
