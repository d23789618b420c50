import { CallError, NotAnswered, NotAuthenticated } from '../api/errors.ts';
import { isInterrupted, waitWhileInterrupted } from '../api/session.ts';

const maxAttempts = 5;
const firstPauseMs = 1000;

/**
 * Retries after network errors and temporary refusals. The work must be idempotent. If the session ends and is renewed
 * over the page, it continues after that.
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  signal: AbortSignal,
  pauseMs = firstPauseMs,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NotAuthenticated && isInterrupted()) {
        await waitWhileInterrupted(signal);
        continue;
      }
      if (failures >= maxAttempts || !isPassing(error)) throw error;
      const retryAfter = error instanceof CallError ? error.retryAfter : undefined;
      await pause(Math.max((retryAfter ?? 0) * 1000, pauseMs * 2 ** (failures - 1)), signal);
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof NotAnswered ||
  (error instanceof CallError &&
    (error.status === 429 ||
      (error.status >= 500 && error.status !== 501 && error.status !== 507)));

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  signal.throwIfAborted();
}
