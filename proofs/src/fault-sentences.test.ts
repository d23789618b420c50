import { expect, test } from 'vitest';
import { faultSentences, type FaultName, type FaultValue } from './fault-sentences.ts';
import { germanFaultSentences } from './fault-sentences-german.ts';
import { faultText } from './fault-text.ts';

const names = Object.keys(faultSentences) as FaultName[];

test.each(names)('%s says in both languages all that was found', (name) => {
  const values: FaultValue[] = Array.from(
    { length: faultSentences[name].length },
    (_, place) => place + 71,
  );
  const [english, german] = [faultSentences, germanFaultSentences].map((sentences) =>
    faultText({ name, values }, sentences),
  );
  for (const value of values) {
    expect(english).toContain(String(value));
    expect(german).toContain(String(value));
  }
  expect(german).not.toBe(english);
});
