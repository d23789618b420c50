import { Resolver } from 'node:dns/promises';
import type { ResolveTxt } from '../context/service-context.ts';

const answerWithinMs = 5_000;

/** A name below the domain, because mail servers look up the domain's own TXT records, which should stay short. */
export const recordNameOf = (productName: string, domain: string) =>
  `_${productName}-challenge.${domain}`;

export const recordValueOf = (productName: string, token: string) =>
  `${productName}-domain-verification=${token}`;

/** Queries the name servers of this machine, with a total time limit of five seconds. */
export async function resolveTxt(name: string): Promise<string[][]> {
  const resolver = new Resolver({ timeout: answerWithinMs, tries: 1 });
  const deadline = setTimeout(() => resolver.cancel(), answerWithinMs);
  try {
    return await resolver.resolveTxt(name);
  } finally {
    clearTimeout(deadline);
  }
}

export type RecordCheck = 'FOUND' | 'OTHER_VALUE' | 'MISSING' | 'NO_ANSWER';

/** Error codes of DNS for a record that does not exist. */
const absent = new Set(['ENOTFOUND', 'ENODATA']);

export async function checkRecord(
  resolve: ResolveTxt,
  { name, value }: { name: string; value: string },
): Promise<RecordCheck> {
  try {
    const records = await resolve(name);
    if (records.some((pieces) => pieces.join('').trim() === value)) return 'FOUND';
    return records.length > 0 ? 'OTHER_VALUE' : 'MISSING';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return absent.has(code) ? 'MISSING' : 'NO_ANSWER';
  }
}
