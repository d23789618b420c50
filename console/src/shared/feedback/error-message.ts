import { CallError, ContractError } from '../../api/errors.ts';
import { useFeedbackTexts } from './feedback.texts.ts';

/** What happened, in a sentence or two. */
export function errorMessage(
  error: unknown,
  t: ReturnType<typeof useFeedbackTexts> = useFeedbackTexts.now(),
): string {
  if (error instanceof ContractError) return `${t.contract} ${error.message}`;
  // fetch fails with a TypeError when no answer came at all.
  if (error instanceof TypeError) return t.unreachable;
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 501) return t.notOffered;
  // A message written for people says more than the status.
  if (error.problem.message !== undefined) return error.problem.message;
  if (error.status === 404) return t.notFound;
  if (error.status === 403) return t.forbidden;
  return `${error.problem.error} (${error.status})`;
}
