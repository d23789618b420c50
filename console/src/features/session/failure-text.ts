import { CallError, NotAuthenticated, NotOffered, NotStored } from '../../api/errors.ts';
import { serviceText } from '../../shared/service-messages/service-text.ts';
import type { useSignInTexts } from './sign-in.texts.ts';

/**
 * The message of a failure on the pages without a user.
 * @param unauthorized what a 401 means, where that is known: only the form that sends a password can say that it is wrong
 * @param notOffered the message if the service does not have the call
 */
export function failureText(
  error: Error,
  t: ReturnType<typeof useSignInTexts>,
  unauthorized?: string,
  notOffered?: string,
): string {
  if (error instanceof TypeError) return t.unreachable;
  if (error instanceof NotStored) return t.notStored;
  if (!(error instanceof CallError)) return serviceText(error.message);
  if (error instanceof NotOffered && notOffered !== undefined) return notOffered;
  const isRefused = error.status === 401 && !(error instanceof NotAuthenticated);
  if (isRefused && unauthorized !== undefined) return unauthorized;
  if (error.status !== 429) return serviceText(error.message);
  return error.retryAfter === undefined
    ? t.tooManyAttemptsForNow
    : t.tooManyAttempts(error.retryAfter);
}
