import { conflict } from '@annals/kit/problem';
import { pathOf } from '../versions/places.ts';
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
  // What was named, where it stands in this version, which a value that others have too goes with.
  const named = new Set<string>();
  const common: { indexes: number[]; of: string }[] = [];
  wanted.find(version.objectData, (place, value) => {
    proven ??= new ProvenData(version);
    const { indexes, isWider } = proven.covering(place);
    const of = pathOf(place.slice(0, value.depth));
    if (isTelling(value)) {
      named.add(of);
      for (const index of indexes) found.add(index);
    } else if (!isWider) common.push({ indexes, of });
  });
  const { chosen } = wanted;
  const chosenHere = chosen?.objectId === version.objectId ? chosen.indexes : undefined;
  for (const { indexes, of } of common)
    for (const index of indexes)
      if (chosenHere ? chosenHere.has(index) : named.has(of)) found.add(index);
  for (const index of found) if (proven?.isSealed(index)) found.delete(index);
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
