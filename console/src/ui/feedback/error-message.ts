import {
  CallError,
  ContractError,
  NoSuchPath,
  NotAnswered,
  NotAuthenticated,
  NotStored,
  NotWhole,
} from '../../platform/api/errors.ts';
import { serviceText, useServiceText } from '../../platform/service-messages/service-text.ts';
import { contractErrorText } from './contract-error.texts.ts';
import { useFeedbackTexts } from './feedback.texts.ts';

/**
 * The message of an error, in a sentence or two. Components use `useErrorMessage`, which follows the language.
 */
export function errorMessage(
  error: unknown,
  t: ReturnType<typeof useFeedbackTexts> = useFeedbackTexts.now(),
  translate = serviceText,
): string {
  if (error instanceof ContractError) return `${t.contract} ${contractErrorText(error)}`;
  // fetch fails with a TypeError if there was no response at all.
  if (error instanceof TypeError) return t.unreachable;
  if (error instanceof NotAnswered) return t.notAnswered;
  if (error instanceof NotStored) return t.notStored;
  if (error instanceof NotWhole) return t.notWhole;
  if (error instanceof NoSuchPath) return t.noSuchPath;
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 501) return t.notOffered;
  if (error instanceof NotAuthenticated) return t.sessionEnded;
  const failure = failureOf(error, t, translate);
  // Our own services say in the message when to try again.
  if (error.problem.code !== undefined || error.secondsToWait === 0) return failure;
  return `${failure}${/[.!?]$/.test(failure) ? '' : '.'} ${t.retryIn(error.secondsToWait)}`;
}

function failureOf(
  error: CallError,
  t: ReturnType<typeof useFeedbackTexts>,
  translate: typeof serviceText,
): string {
  // A message for users is better than the status.
  if (error.problem.message !== undefined) return translate(error.explanation);
  if (error.status === 404 && !error.saysWhy) return t.notFound;
  if (error.status === 403 && !error.saysWhy) return t.forbidden;
  if (!error.isWordless) return `${error.problem.error} (${error.status})`;
  return error.status === 429 ? t.tooManyRequests : t.httpError(error.status);
}

/** `errorMessage` for what is rendered: it follows the language, and the translations once they are loaded. */
export function useErrorMessage(): (error: unknown) => string {
  const t = useFeedbackTexts();
  const translate = useServiceText();
  return (error) => errorMessage(error, t, translate);
}
