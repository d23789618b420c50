import * as fc from 'fast-check';

/** Numbers as other programs write them. */
export const anyNumberText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('-0', '0', '1.10', '1e400', '0.99999999999999999999', '9007199254740993', '1E5'),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/),
      fc.stringMatching(/^(?:\.\d{1,24})?$/),
      fc.stringMatching(/^(?:[eE][+-]?\d{1,3})?$/),
    )
    .map((parts) => parts.join('')),
);

const string = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a', '__proto__', ': 1.10,', '[9007199254740993]', '"', '\\', '\0', '\ud800'),
);

/** JavaScript moves names that are numbers to the front. */
const isNoIndex = (name: string): boolean => !/^\d+$/.test(name);

/**
 * JSON texts without white space, in which each value is written in the only way that JSON.stringify knows, except for
 * numbers.
 * @param repeats whether a name may occur twice in an object
 */
export function anyJsonTexts({ repeats }: { repeats: boolean }) {
  return fc.letrec<{ json: string; list: string; object: string }>((tie) => {
    const entry = fc.tuple(string.filter(isNoIndex), tie('json'));
    const entries = repeats
      ? fc.array(entry, { maxLength: 4 })
      : fc.uniqueArray(entry, { maxLength: 4, selector: ([name]) => name });
    return {
      json: fc.oneof(
        { maxDepth: 4 },
        anyNumberText,
        string.map((text) => JSON.stringify(text)),
        fc.constantFrom('true', 'false', 'null'),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      object: entries.map(
        (each) => `{${each.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`,
      ),
    };
  });
}
