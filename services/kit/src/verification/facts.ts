import type { Finding, FindingCode } from '@annals/proofs/verdict';

/** Reports a finding at once, because there may be more than fit in memory. */
export type Report = (code: FindingCode, message: string, where?: Finding['where']) => void;

/** Something that was decided, as it is stored or as an event of the audit log says. */
export interface Fact {
  /** The same for the same. */
  key: string;
  /** What was decided, to be continued. */
  sentence: string;
  /** In the log of events; undefined for what is stored, and for what is on its way there. */
  index?: number;
}

/** Reports what is stored and was never recorded, and what was recorded and is not stored. */
export function compareFacts(
  stored: readonly Fact[],
  recorded: readonly Fact[],
  report: Report,
): void {
  const storedKeys = new Set(stored.map(({ key }) => key));
  const recordedKeys = new Set(recorded.map(({ key }) => key));
  for (const { key, sentence } of stored)
    if (!recordedKeys.has(key))
      report('DERIVED', `${sentence}, which no event of the audit log says.`);
  for (const { key, sentence, index } of recorded)
    if (!storedKeys.has(key))
      report(
        'DERIVED',
        `According to the audit log, ${sentence}, which is not stored.`,
        index === undefined ? {} : { index },
      );
}

/** A fact that its sentence says completely. */
export const factThat = (sentence: string, index?: number): Fact => ({
  key: sentence,
  sentence,
  ...(index !== undefined && { index }),
});

/** Only these fields, if they are there. */
export const pickFields = (
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));

/** JSON with the names of objects in order, so that equal values are equal texts. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'null';
