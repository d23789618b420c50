import type { Report } from './findings.ts';

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
