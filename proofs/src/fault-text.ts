import type { FaultSentences, FaultValue } from './fault-sentences.ts';
import type { NamedFault } from './verdict.ts';

/** What is wrong, in the language of the sentences. */
export const faultText = (
  { name, values }: Pick<NamedFault, 'name' | 'values'>,
  sentences: FaultSentences,
): string => (sentences[name] as (...values: readonly FaultValue[]) => string)(...values);
