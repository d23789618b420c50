// @vitest-environment node
import { expect, test } from 'vitest';
import { CallError, ContractError, NotOffered } from '../../platform/api/errors.ts';
import { healthIn } from './health-in.ts';

const answer = (status: number) => ({ status, problem: { error: 'x' }, requestId: undefined });

test.each<[said: string, error: Error, health: string]>([
  ['401', new CallError(answer(401)), 'unknown'],
  ['403', new CallError(answer(403)), 'unknown'],
  ['404', new CallError(answer(404)), 'unknown'],
  ['404 to a call that it does not have', new NotOffered(answer(404)), 'unknown'],
  ['501', new NotOffered(answer(501)), 'unknown'],
  ['500', new CallError(answer(500)), 'failing'],
  ['a page', new ContractError('GET /health', '', 'htmlPage', undefined), 'failing'],
  ['502', new CallError(answer(502)), 'away'],
  ['503', new CallError(answer(503)), 'away'],
  ['504', new CallError(answer(504)), 'away'],
  ['nothing', new TypeError('Failed to fetch'), 'away'],
])('a service that answers %s', (_, error, health) => {
  expect(healthIn(error)).toBe(health);
});
