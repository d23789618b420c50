import * as z from 'zod/mini';
import { product } from '../../api/product.ts';
import { parseStored } from '../../api/store.ts';

/** Who does nothing for so long, in milliseconds, begins another visit with what comes next. */
const pause = 30 * 60_000;

const visit = z.object({
  /** When the visit before this one ended, as RFC 3339; null for the first in this browser. */
  before: z.nullable(z.string()),
  startedDate: z.string(),
  lastActiveDate: z.string(),
});
export type Visit = z.infer<typeof visit>;

const keyOf = (userId: string) => `${product}.visit:${userId}`;

/** Notes that the user is here now, and gives the visit that this belongs to. */
export function continueVisit(userId: string, now = Date.now()): Visit {
  const moment = new Date(now).toISOString();
  const stored = visit.safeParse(parseStored(localStorage.getItem(keyOf(userId)))).data;
  const goesOn = stored !== undefined && now - Date.parse(stored.lastActiveDate) < pause;
  const current = goesOn
    ? { ...stored, lastActiveDate: moment }
    : { before: stored?.lastActiveDate ?? null, startedDate: moment, lastActiveDate: moment };
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(current));
  } catch {
    // A browser that stores nothing more knows no last visit.
  }
  return current;
}

/**
 * When the user was here last before this visit: in this browser, or with another session that goes on.
 * @param sessions of the user; their ends are not known any more once they are over
 */
export function lastHere(
  { before, startedDate }: Visit,
  sessions: readonly { current?: boolean | undefined; lastSeenDate: string }[],
): string | null {
  const moments = sessions
    .filter(({ current }) => current !== true)
    .map(({ lastSeenDate }) => Date.parse(lastSeenDate))
    .filter((seen) => seen < Date.parse(startedDate));
  if (before !== null) moments.push(Date.parse(before));
  return moments.length === 0 ? null : new Date(Math.max(...moments)).toISOString();
}
