// @vitest-environment node
import { expect, test } from 'vitest';
import { isBySystem } from './by-system.ts';

test.each([
  ['signingKey.rotated', null, true],
  ['secondFactor.overdue', null, true],
  // The address is that of the person who caused the email.
  ['mail.failed', '10.0.0.7', true],
  ['signIn.failed', '10.0.0.7', false],
  // The address is hidden from the reader.
  ['signIn.failed', null, false],
  ['user.created', '10.0.0.7', false],
])('%s from %s by the system: %s', (action, address, expected) => {
  expect(isBySystem({ action, address })).toBe(expected);
});
