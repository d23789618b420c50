import { toBase64, toHex } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { sha256OfText } from '#sha256';

/** How a sample is drawn, in words: everybody can repeat it with the values of the result. */
export const sampleAlgorithm = [
  'seed = SHA-256(root + "\\n" + number) as lowercase hexadecimal; root is the third line of the checkpoint of the log of events that ends with the announcement, number is the number of the auditor, whose SHA-256 is the commitment in the announcement. All texts are UTF-8.',
  'n = size - from: the entries of the log of the partition from the index "from" up to its size in the announcement.',
  'For i = 0, 1, 2, ... :',
  '  h = SHA-256(seed + ":" + i) as lowercase hexadecimal, with i in decimal digits.',
  '  x = the first 12 digits of h as a number.',
  '  If x >= 2^48 - (2^48 mod n), continue with the next i.',
  '  entry = from + (x mod n). If it was drawn before, continue with the next i.',
  '  Otherwise it is the next entry of the sample. Stop after "count" entries.',
] as const;

/** In the announcement instead of the number, which nobody else knows before the draw. */
export const commitmentOf = (number: string): string => toBase64(sha256OfText(number));

export interface Draw {
  /** The root of the log of events right after the announcement, in base64. */
  root: string;
  number: string;
  /** The index of the first entry that can be drawn. */
  from: number;
  /** The size of the log that entries are drawn from. */
  size: number;
  count: number;
}

const range = 2 ** 48;

/** The indexes of the drawn entries, in the order of the draw (`sampleAlgorithm`). */
export function drawSample({ root, number, from, size, count }: Draw): number[] {
  const seed = toHex(sha256OfText(`${root}\n${number}`));
  const n = size - from;
  const drawn = new Set<number>();
  for (let i = 0; drawn.size < Math.min(count, n); i += 1) {
    const x = Number.parseInt(toHex(sha256OfText(`${seed}:${i}`)).slice(0, 12), 16);
    if (x < range - (range % n)) drawn.add(from + (x % n));
  }
  return [...drawn];
}

/** What an announcement says of the sample; the event of the audit log has it as `after.sample`. */
export interface AnnouncedSample {
  id: string;
  size: number;
  /** Of the log of the partition at that size, in base64. */
  root: string;
  from: number;
  count: number;
  commitment: string;
}

/** Whether the `after` of an event announces exactly this sample; it names the partition, too. */
export function announces(after: string | null, sample: AnnouncedSample): boolean {
  try {
    const { sample: announced } = JSON.parse(after ?? '') as { sample?: unknown };
    return canonicalJson(announced) === canonicalJson(sample);
  } catch {
    return false;
  }
}

export const conclusions = ['IN_ORDER', 'FINDING', 'NOT_JUDGED'] as const;
export type Conclusion = (typeof conclusions)[number];

export interface ConcludedItem {
  /** In the log of the partition. */
  index: number;
  /** The hash of the entry, in base64. */
  leaf: string;
  conclusion: Conclusion;
  note: string;
}

/**
 * What an auditor signs: the SHA-256 in base64 of the RFC 8785 form of the drawn entries with a conclusion each, in the
 * order of the draw, and of what they were drawn with.
 */
export const conclusionsRoot = (drawn: {
  /** The hash of the announcement in the log of events, in base64. */
  announcement: string;
  number: string;
  items: readonly ConcludedItem[];
}): string => toBase64(sha256OfText(canonicalJson(drawn)));
