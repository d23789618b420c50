import { beforeEach, expect, test } from 'vitest';
import { CallError, NotAuthenticated, NotOffered } from '../../api/errors.ts';
import { setLanguage } from '../../shared/texts.ts';
import { failureText } from './failure-text.ts';
import { useSignInTexts } from './sign-in.texts.ts';

beforeEach(() => setLanguage('en'));

const answer = (status: number, error: string, retryAfter?: number) => ({
  status,
  problem: { error },
  requestId: undefined,
  retryAfter,
});
const wrong = 'User name or password is wrong.';
const unauthorized = new CallError(answer(401, 'Unauthorized'));

test.each<[said: string, error: Error, unauthorized: string | undefined, text: string]>([
  ['401 to a password', unauthorized, wrong, wrong],
  ['401 to anything else', unauthorized, undefined, 'Unauthorized'],
  ['a session that ended', new NotAuthenticated(undefined), wrong, 'Not authenticated'],
  ['403', new CallError(answer(403, 'Forbidden')), wrong, 'Forbidden'],
  ['404', new CallError(answer(404, 'Not Found')), wrong, 'Not Found'],
  ['429', new CallError(answer(429, 'x', 1)), wrong, 'Too many attempts. Try again in 1 second.'],
  ['500', new CallError(answer(500, 'Broken')), wrong, 'Broken'],
  ['no such call', new NotOffered(answer(501, 'No')), wrong, 'No'],
])('%s is reported as what it says', (_, error, meaning, text) => {
  expect(failureText(error, useSignInTexts.now(), meaning)).toBe(text);
});

test('no response at all is about the connection', () => {
  expect(failureText(new TypeError('Failed to fetch'), useSignInTexts.now(), wrong)).toMatch(
    /^The console server could not be reached/,
  );
});
