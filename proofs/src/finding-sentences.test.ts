import { expect, test } from 'vitest';
import { findingSentences, type FindingName, type FindingValue } from './finding-sentences.ts';
import { germanFindingSentences } from './finding-sentences-german.ts';
import { findingText } from './finding-text.ts';

const names = Object.keys(findingSentences) as FindingName[];

test.each(names)('%s contains every value of the finding in both languages', (name) => {
  const values: FindingValue[] = Array.from(
    { length: findingSentences[name].length },
    (_, place) => place + 71,
  );
  const [english, german] = [findingSentences, germanFindingSentences].map((sentences) =>
    findingText({ name, values }, sentences),
  );
  for (const value of values) {
    expect(english).toContain(String(value));
    expect(german).toContain(String(value));
  }
  expect(german).not.toBe(english);
});
