import { CallError, NotOffered } from '../../api/errors.ts';
import { serviceText } from '../../shared/service-messages/service-text.ts';
import type { useSignInTexts } from './sign-in.texts.ts';

/**
 * The message of a failed sign-in; the same for an unknown user and a wrong password.
 * @param unauthorized the message of a 401 that is not about the password
 * @param notOffered the message if the service does not have the call
 */
export function failureText(
  error: Error,
  t: ReturnType<typeof useSignInTexts>,
  unauthorized: string = t.wrongCredentials,
  notOffered?: string,
): string {
  if (error instanceof TypeError) return t.unreachable;
  if (!(error instanceof CallError)) return serviceText(error.message);
  if (error instanceof NotOffered && notOffered !== undefined) return notOffered;
  if (error.status === 401) return unauthorized;
  if (error.status !== 429) return serviceText(error.message);
  return error.retryAfter === undefined
    ? t.tooManyAttemptsForNow
    : t.tooManyAttempts(error.retryAfter);
}
