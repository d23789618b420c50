import type { Problem } from '@annals/kit/problem';
import { badRequest } from '@annals/kit/problem';
import type { Origin } from '../events/origin.ts';
import type { Parts } from '../parts.ts';

/** Finishes what began at a provider: a sign-in, the linking of an account, or a trial. */
export async function finishAuthorization(
  _parts: Parts,
  _answer: { code: string; state: string; iss?: string | undefined },
  _origin: Origin,
): Promise<never> {
  throw badRequest('to be filled') satisfies Problem;
}
