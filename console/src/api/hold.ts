import { NotAuthenticated } from './errors.ts';

type Settled = (error?: NotAuthenticated) => void;

/** Calls that wait while a sign-in stands over the page whose session ended; undefined when none does. */
let held: Set<Settled> | undefined;

export function areCallsHeld(): boolean {
  return held !== undefined;
}

/** From now on the page's calls wait for the session to go on. */
export function holdCalls(): void {
  held ??= new Set();
}

/** Lets the calls that waited go out; when the page is given up they fail instead. */
export function endHold(givenUp = false): void {
  const all = held ?? [];
  held = undefined;
  for (const settle of all) settle(givenUp ? new NotAuthenticated(undefined) : undefined);
}

/** Over once calls may go out. */
export async function passHold(signal?: AbortSignal): Promise<void> {
  const those = held;
  if (those === undefined) return;
  await new Promise<void>((resolve, reject) => {
    const settle: Settled = (error) => (error ? reject(error) : resolve());
    those.add(settle);
    signal?.addEventListener('abort', () => {
      those.delete(settle);
      reject(signal.reason as Error);
    });
  });
}
