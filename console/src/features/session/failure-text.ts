import {
  asSentences,
  CallError,
  ContractError,
  NotAnswered,
  NotAuthenticated,
  NotOffered,
  NotStored,
} from '../../platform/api/errors.ts';
import { serviceText } from '../../platform/service-messages/service-text.ts';
import { contractErrorText } from '../../ui/feedback/contract-error.texts.ts';
import type { useSignInTexts } from './sign-in.texts.ts';

type SignInTexts = ReturnType<typeof useSignInTexts>;

/**
 * The message of a failure on the pages without a user.
 * @param unauthorized what a 401 means, where that is known: only the form that sends a password can say that it is wrong
 * @param notOffered the message if the service does not have the call
 */
export function failureText(
  error: Error,
  t: SignInTexts,
  unauthorized?: string,
  notOffered?: string,
): string {
  if (error instanceof TypeError) return t.unreachable;
  if (error instanceof NotAnswered) return t.notAnswered;
  if (error instanceof NotStored) return t.notStored;
  if (error instanceof ContractError)
    return withId(`${t.contract} ${contractErrorText(error)}`, error, t);
  if (!(error instanceof CallError)) return error.message;
  if (error instanceof NotOffered && notOffered !== undefined) return notOffered;
  const isRefused = error.status === 401 && !(error instanceof NotAuthenticated);
  if (isRefused && unauthorized !== undefined && !error.saysWhy) return unauthorized;
  if (error.status === 429 && !error.saysWhy)
    return error.retryAfter === undefined
      ? t.tooManyAttemptsForNow
      : t.tooManyAttempts(error.retryAfter);
  const isFault = !(error instanceof NotOffered) && (error.isWordless || error.status >= 500);
  return isFault ? withId(faultText(error, t), error, t) : wordsOf(error);
}

/** What happened, and what to do where the service does not say it. */
function faultText(error: CallError, t: SignInTexts): string {
  const happened = error.isWordless ? t.httpError(error.status) : wordsOf(error);
  if (error.problem.code !== undefined || error.status < 500) return happened;
  const wait = error.secondsToWait;
  return asSentences([happened, wait > 0 ? t.retryIn(wait) : t.tryAgainLater]);
}

/** The fields of another service's answer may be no fields of the form. */
function wordsOf({ explanation, problem }: CallError): string {
  const words = serviceText(explanation);
  if (problem.code !== undefined || problem.fields === undefined) return words;
  const fields = problem.fields.map(({ path, ...wrong }) => `${path}: ${serviceText(wrong)}`);
  return asSentences([words, ...fields]);
}

function withId(text: string, error: CallError | ContractError, t: SignInTexts): string {
  const { requestId } = error;
  return requestId === undefined ? text : asSentences([text, `${t.requestId}: ${requestId}`]);
}
