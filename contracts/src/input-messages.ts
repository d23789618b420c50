import type * as z from 'zod/mini';

/**
 * Says in plain words what is wrong with an input, where a schema has no sentence of its own. Set it with
 * `z.config({ localeError: inputMessage })`: Zod's own messages name types of the code, and without a locale zod/mini
 * only says "Invalid input".
 */
export function inputMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'This is missing.';
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? invalid;
    case 'invalid_value':
      return wrongValue(issue.values);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return issue.format === 'uuid' ? 'Must be a UUID.' : invalid;
    default:
      return invalid;
  }
}

type Raw<Code> = Extract<z.core.$ZodRawIssue, { code: Code }>;

const invalid = 'This is not valid.';

const types: Readonly<Record<string, string>> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  tuple: 'Must be a list.',
  object: 'Must be an object.',
  record: 'Must be an object.',
};

function wrongValue(values: readonly unknown[]): string {
  const [value] = values;
  return values.length === 1
    ? `The only value is ${String(value)}.`
    : `Must be one of ${values.map(String).join(', ')}.`;
}

function tooSmall({ origin, minimum, inclusive }: Raw<'too_small'>): string {
  if (origin === 'string')
    return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} characters.`;
  if (origin === 'array' || origin === 'set')
    return minimum === 1 ? 'Must not be empty.' : `Must have at least ${minimum} entries.`;
  return inclusive === false ? `Must be more than ${minimum}.` : `Must be at least ${minimum}.`;
}

function tooBig({ origin, maximum, inclusive }: Raw<'too_big'>): string {
  if (origin === 'string') return `Must have at most ${maximum} characters.`;
  if (origin === 'array' || origin === 'set') return `Must have at most ${maximum} entries.`;
  return inclusive === false ? `Must be less than ${maximum}.` : `Must be at most ${maximum}.`;
}
