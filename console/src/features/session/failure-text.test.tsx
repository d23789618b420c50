import { beforeEach, expect, test } from 'vitest';
import type { Problem } from '@annals/contracts/problem';
import {
  CallError,
  ContractError,
  NotAnswered,
  NotAuthenticated,
  NotOffered,
  wordlessTitle,
} from '../../platform/api/errors.ts';
import { setLanguage } from '../../platform/texts.ts';
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
  ['500', new CallError(answer(500, 'Broken')), wrong, 'Broken. Try again in a few minutes.'],
  ['no such call', new NotOffered(answer(501, 'No')), wrong, 'No'],
])('%s is reported as what it says', (_, error, meaning, text) => {
  expect(failureText(error, useSignInTexts.now(), meaning)).toBe(text);
});

const failed = (status: number, problem: Problem, retryAfter?: number) =>
  new CallError({ status, problem, requestId: 'r-7', retryAfter });

test.each<[said: string, error: Error, text: string]>([
  [
    'a failure without words',
    failed(503, { error: wordlessTitle(503) }),
    'The service reported an error, HTTP 503. Try again in a few minutes. Request ID: r-7',
  ],
  [
    'a failure without words and a time to wait',
    failed(503, { error: wordlessTitle(503) }, 30),
    'The service reported an error, HTTP 503. Try again in 30 seconds. Request ID: r-7',
  ],
  [
    'a failure in words',
    failed(500, { error: 'Oh', message: 'The harbour is closed' }),
    'The harbour is closed. Try again in a few minutes. Request ID: r-7',
  ],
  [
    'a refusal without words',
    failed(418, { error: wordlessTitle(418) }),
    'The service reported an error, HTTP 418. Request ID: r-7',
  ],
  [
    'a refused password in the words of another service',
    failed(401, { error: 'HTTP 401', message: 'Your account is locked.' }),
    'Your account is locked.',
  ],
  [
    'too many attempts in the words of another service',
    failed(429, { error: 'Locked until noon' }, 30),
    'Locked until noon',
  ],
  [
    'a field that the form does not have',
    failed(400, { error: 'Not valid', fields: [{ path: 'tenant', message: 'missing' }] }),
    'Not valid. tenant: missing',
  ],
  [
    'an answer that cannot be read',
    new ContractError('GET /v1/users/current', '', 'noContent', 'r-7'),
    'The service sent a response that this console does not understand. Response of GET /v1/users/current: no content. Request ID: r-7',
  ],
])('%s is told with what to do and what to quote', (_, error, text) => {
  expect(failureText(error, useSignInTexts.now(), wrong)).toBe(text);
});

test('no response at all is about the connection', () => {
  expect(failureText(new TypeError('Failed to fetch'), useSignInTexts.now(), wrong)).toMatch(
    /^The console server could not be reached/,
  );
});

test('a response that does not come in time is reported as that', () => {
  expect(failureText(new NotAnswered(), useSignInTexts.now(), wrong)).toBe(
    'The console server did not answer in time. Check the connection, then try again.',
  );
});
