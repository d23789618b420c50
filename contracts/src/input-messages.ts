import type * as z from 'zod/mini';
import { messageTexts, say, sayWith, type ServiceMessage, type MessageCode } from './messages.ts';

/**
 * The code for what is wrong with an input, where a schema has none of its own. Set it with
 * `z.config({ localeError: codeOfIssue })`; `sayIssue` says it in words.
 */
export function codeOfIssue(issue: z.core.$ZodRawIssue): MessageCode {
  if (issue.input === undefined) return 'missing';
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'notValid';
    case 'invalid_value':
      return issue.values.length === 1 ? 'onlyValue' : 'oneOf';
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return issue.format === 'uuid' ? 'mustBeUuid' : 'notValid';
    default:
      return 'notValid';
  }
}

type Raw<Code> = Extract<z.core.$ZodRawIssue, { code: Code }>;

const types: Readonly<Record<string, MessageCode>> = {
  string: 'mustBeText',
  number: 'mustBeNumber',
  int: 'mustBeWhole',
  boolean: 'trueOrFalse',
  array: 'mustBeList',
  tuple: 'mustBeList',
  object: 'mustBeObject',
  record: 'mustBeObject',
};

function tooSmall({ origin, minimum, inclusive }: Raw<'too_small'>): MessageCode {
  if (origin === 'string') return minimum === 1 ? 'notEmpty' : 'minLength';
  if (origin === 'array' || origin === 'set') return minimum === 1 ? 'notEmpty' : 'minEntries';
  return inclusive === false ? 'moreThan' : 'min';
}

function tooBig({ origin, inclusive }: Raw<'too_big'>): MessageCode {
  if (origin === 'string') return 'maxLength';
  if (origin === 'array' || origin === 'set') return 'maxEntries';
  return inclusive === false ? 'lessThan' : 'max';
}

/** What is wrong with an input. */
export function sayIssue(issue: z.core.$ZodIssue): ServiceMessage {
  if (issue.code === 'unrecognized_keys')
    return say('unknownKeys', { keys: issue.keys.join(', ').slice(0, 200) });
  const code = issue.message as MessageCode;
  // A schema that only operators meet has its own words.
  if (!Object.hasOwn(messageTexts, code)) return say('foreign', { text: issue.message });
  // A schema with a code of its own says how it has to be.
  if (!String(messageTexts[code]).includes('{')) return sayWith(code);
  if (issue.code === 'invalid_value') return sayWith(code, { values: issue.values.join(', ') });
  if (issue.code === 'too_small') return sayWith(code, { minimum: Number(issue.minimum) });
  if (issue.code === 'too_big') return sayWith(code, { maximum: Number(issue.maximum) });
  return sayWith(code);
}
