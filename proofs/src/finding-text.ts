import type { FindingSentences, FindingValue } from './finding-sentences.ts';
import type { NamedFinding } from './verdict.ts';

/** The text of a finding in the language of the sentences. */
export const findingText = (
  { name, values }: Pick<NamedFinding, 'name' | 'values'>,
  sentences: FindingSentences,
): string => (sentences[name] as (...values: readonly FindingValue[]) => string)(...values);
