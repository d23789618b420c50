import { badRequest } from '@annals/kit/problem';
import type { Origin } from '../events/origin.ts';
import type { Parts } from '../parts.ts';

/** Finishes a sign-in that waits for its second factor. */
export async function finishSecondFactor(
  _parts: Parts,
  _answer: { challenge: string; code: string } | { challenge: string; assertion: object },
  _origin: Origin,
): Promise<never> {
  throw badRequest('to be filled');
}
