// @vitest-environment node
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { codeOfIssue, sayIssue } from './input-messages.ts';

z.config({ localeError: codeOfIssue });

const messageOf = (schema: z.ZodMiniType, input: unknown) =>
  z.safeParse(schema, input).error?.issues.map((issue) => sayIssue(issue).message)[0];

it.each<[z.ZodMiniType, unknown, string]>([
  [z.enum(['en', 'de']), 'fr', 'Must be one of en, de.'],
  [z.literal('en'), 'fr', 'The only value is en.'],
  [z.enum(['en', 'de']), undefined, 'This is missing.'],
  [z.string(), undefined, 'This is missing.'],
  [z.string(), 1, 'Must be text.'],
  [z.number(), '1', 'Must be a number.'],
  [z.int(), 1.5, 'Must be a whole number.'],
  [z.boolean(), 'yes', 'Must be true or false.'],
  [z.array(z.string()), {}, 'Must be a list.'],
  [z.object({}), [], 'Must be an object.'],
  [z.string().check(z.minLength(1)), '', 'Must not be empty.'],
  [z.string().check(z.minLength(12)), 'a', 'Must have at least 12 characters.'],
  [z.string().check(z.maxLength(2)), 'abc', 'Must have at most 2 characters.'],
  [z.array(z.string()).check(z.minLength(1)), [], 'Must not be empty.'],
  [z.array(z.string()).check(z.maxLength(2)), ['a', 'b', 'c'], 'Must have at most 2 entries.'],
  [z.number().check(z.minimum(1)), 0, 'Must be at least 1.'],
  [z.number().check(z.gt(1)), 1, 'Must be more than 1.'],
  [z.number().check(z.maximum(1)), 2, 'Must be at most 1.'],
  [z.uuid(), 'x', 'Must be a UUID.'],
  [z.union([z.string(), z.number()]), true, 'This is not valid.'],
])('%# is said in words', (schema, input, message) => {
  expect(messageOf(schema, input)).toBe(message);
});
