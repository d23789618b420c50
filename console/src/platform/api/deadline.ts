import { callDeadlineMs } from '@annals/contracts/call-deadline';
import { NotAnswered } from './errors.ts';

/**
 * Ends what others wait for after the time within which the console server answers.
 * @throws NotAnswered
 */
export async function withinDeadline<T>(action: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const { signal } = ending;
  const timer = setTimeout(() => ending.abort(new NotAnswered()), callDeadlineMs);
  // What was sent before this code was loaded (request.ts) cannot be ended, but is not waited for.
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  try {
    return await Promise.race([action(signal), ended]);
  } finally {
    clearTimeout(timer);
  }
}
