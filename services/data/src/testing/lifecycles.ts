import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** A line of the life-cycle records: a version of the timeline `key`, or its end. */
export type Line =
  | { key: string; ended: true; modificationDate: string }
  | {
      key: string;
      ended?: undefined;
      type: string;
      objectData: Record<string, unknown>;
      references: { name: string; key: string }[];
      modificationDate: string;
    };

/** All 5,955 versions of the life-cycle records of software products, in the order of their dates. */
export async function readLifecycles(): Promise<Line[]> {
  const packed = await readFile(
    new URL('../../testdata/product-lifecycles.ndjson.gz', import.meta.url),
  );
  const text = (await promisify(gunzip)(packed)).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line));
}

/** In batches with at most this many lines and characters of JSON. */
export function inBatches<Item>(items: Item[], maxItems: number, maxCharacters: number): Item[][] {
  const batches: Item[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const characters = JSON.stringify(item).length;
    const last = batches.at(-1);
    if (last && last.length < maxItems && size + characters <= maxCharacters) {
      last.push(item);
      size += characters;
    } else {
      batches.push([item]);
      size = characters;
    }
  }
  return batches;
}
