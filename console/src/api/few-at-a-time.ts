/** A browser has six connections to a host; some stay free for what the person does next. */
const atOnce = 4;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs a call when its turn comes: rows of a list that each ask for something must not crowd out the page's own calls.
 * One that is no longer wanted when its turn comes rejects and is not made.
 */
export async function fewAtATime<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    signal.throwIfAborted();
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
