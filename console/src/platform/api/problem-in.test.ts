// @vitest-environment node
import { expect, test } from 'vitest';
import { problemIn } from './problem-in.ts';

/** What a service answers, its words, and what it says about fields. */
const answers: [
  body: unknown,
  error: string,
  message?: string | undefined,
  fields?: Record<string, string> | undefined,
][] = [
  // RFC 9457
  [
    {
      type: 'about:blank',
      title: 'Not enough credit',
      status: 403,
      detail: 'Your balance is 30.',
    },
    'Not enough credit',
    'Not enough credit. Your balance is 30.',
  ],
  [{ title: 'Bad Request', detail: 'No tenant.' }, 'Bad Request', 'No tenant.'],
  [{ title: 'Harbour closed' }, 'Harbour closed'],
  [
    { title: 'Not valid', errors: [{ detail: 'must be positive', pointer: '#/crew/age' }] },
    'Not valid',
    undefined,
    { 'crew.age': 'must be positive' },
  ],
  // RFC 7807 and OAuth
  [
    { title: 'Not valid', 'invalid-params': [{ name: 'age', reason: 'too low' }] },
    'Not valid',
    undefined,
    { age: 'too low' },
  ],
  [
    { error: 'invalid_grant', error_description: 'The code is over.' },
    'invalid_grant',
    'The code is over.',
  ],
  // JSON:API
  [
    {
      errors: [
        { title: 'Not Found', detail: 'No ship.' },
        { title: 'Name taken', source: { pointer: '/data/attributes/name' } },
        { title: 'Too long', detail: 'At most 9.', source: { parameter: 'sort' } },
      ],
    },
    'HTTP 400',
    'No ship.',
    { name: 'Name taken', sort: 'Too long. At most 9.' },
  ],
  // Objects and lists, as frameworks write them
  [{ error: { message: 'Broken' } }, 'HTTP 400', 'Broken'],
  [{ error: { code: 7, errors: [{ message: 'Broken' }] } }, 'HTTP 400', 'Broken'],
  [{ error: ['Broken', 'Lost'] }, 'HTTP 400', 'Broken. Lost'],
  [{ error: true, message: 'Broken' }, 'HTTP 400', 'Broken'],
  [
    { statusCode: 400, error: 'Bad Request', message: ['name must be a text', 'age is missing'] },
    'Bad Request',
    'name must be a text. age is missing',
  ],
  [
    { message: 'Not valid!', errors: { email: ['taken', 'too long'], name: 'missing' } },
    'HTTP 400',
    'Not valid!',
    { email: 'taken. too long', name: 'missing' },
  ],
  [
    { detail: [{ loc: ['body', 'email'], msg: 'not an email', type: 'value_error' }] },
    'HTTP 400',
    undefined,
    { 'body.email': 'not an email' },
  ],
  [{ email: ['taken'], id: 7 }, 'HTTP 400', undefined, { email: 'taken' }],
  [{ errorMessage: 'User exists' }, 'HTTP 400', 'User exists'],
  [
    { violations: [{ propertyPath: 'age', message: 'too low' }] },
    'HTTP 400',
    undefined,
    { age: 'too low' },
  ],
  [['Broken'], 'HTTP 400', 'Broken'],
  [[{ message: 'Broken' }], 'HTTP 400', 'Broken'],
  // The form of the contract without a code
  [
    { error: 'Oh', message: null, fields: [{ path: 'body.x', message: 'no' }] },
    'Oh',
    undefined,
    { 'body.x': 'no' },
  ],
  [{ error: 'Oh', message: 'Broken.', requestId: 9 }, 'Oh', 'Broken.'],
  // No words
  ['Broken', 'Broken'],
  ['<html>', 'HTTP 400'],
  [{}, 'HTTP 400'],
  [undefined, 'HTTP 400'],
  [null, 'HTTP 400'],
  [7, 'HTTP 400'],
  [{ error: { code: 7 } }, '{"code":7}'],
  [{ error: null, message: ' ', errors: [null, 7, {}, []], title: 5 }, 'HTTP 400'],
];

test.each(answers)('%j', (body, error, message, fields) => {
  const found = problemIn(body, 400);
  expect(found.error).toBe(error);
  expect(found.message).toBe(message);
  const shown = found.fields?.map(({ path, message: text }) => [path, text]);
  expect(shown && Object.fromEntries(shown)).toEqual(fields);
});

test('an error of our services is what they sent', () => {
  const body = { error: 'Bad Request', code: 'invalid', detail: 'x', title: 'y', message: 'z' };
  expect(problemIn(body, 400)).toEqual(body);
});
