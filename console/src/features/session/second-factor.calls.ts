import { authenticate, type SecondFactorChallenge } from '@annals/contracts/session';
import { enrolSecondFactor } from '@annals/contracts/sign-in';
import { call } from '../../platform/api/call.ts';
import { CallError } from '../../platform/api/errors.ts';
import { concludeSignIn, isTokens } from './sign-in.calls.ts';

type Proof = { code: string } | { assertion: Record<string, unknown> };

interface Finish {
  /** Whether the person asks for trust in this device, which only a challenge with `trustDays` offers. */
  trusts: boolean;
  onAccepted: () => void;
}

/**
 * Answers the challenge and loads the user.
 * @returns recovery codes, shown once, when the first second factor was set up
 */
export async function finishSecondFactor(
  challenge: string,
  proof: Proof,
  { trusts, onAccepted }: Finish,
): Promise<readonly string[]> {
  const answer = await call(authenticate, {
    query: { type: 'SECOND_FACTOR' },
    body: { challenge, ...proof, ...(trusts && { trustDevice: true }) },
  });
  await concludeSignIn(answer, onAccepted);
  return (isTokens(answer) && answer.recoveryCodes) || [];
}

/** The secret for the authenticator app. */
export function startEnrolment({ challenge }: SecondFactorChallenge) {
  return call(enrolSecondFactor, { body: { challenge } });
}

/** Whether the sign-in must restart: the challenge expired, was used, or had too many wrong answers. */
export function isChallengeOver(error: Error): boolean {
  return error instanceof CallError && error.problem.code === 'challenge_over';
}
