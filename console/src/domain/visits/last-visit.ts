import { localStore } from '../../platform/api/storage.ts';
import * as z from 'zod/mini';
import { product } from '../../platform/api/product.ts';
import { parseStored } from '../../platform/api/stored-text.ts';

/** After this much inactivity, in milliseconds, a new visit begins. */
const pause = 30 * 60_000;

const visit = z.object({
  /** The end of the previous visit, as RFC 3339; null for the first one in this browser. */
  before: z.nullable(z.string()),
  startedDate: z.string(),
  lastActiveDate: z.string(),
});
export type Visit = z.infer<typeof visit>;

const keyOf = (person: string) => `${product}.visit:${person}`;

/**
 * Records that the user is here now, and returns the current visit.
 * @param person the key of the user (person-key.ts)
 */
export function continueVisit(person: string, now = Date.now()): Visit {
  const moment = new Date(now).toISOString();
  const stored = visit.safeParse(parseStored(localStore.get(keyOf(person)))).data;
  const goesOn = stored !== undefined && now - Date.parse(stored.lastActiveDate) < pause;
  const current = goesOn
    ? { ...stored, lastActiveDate: moment }
    : { before: stored?.lastActiveDate ?? null, startedDate: moment, lastActiveDate: moment };
  localStore.set(keyOf(person), JSON.stringify(current));
  return current;
}

/**
 * When the user was here before this visit: in this browser, or in another active session.
 * @param sessions the user's active sessions; the times of ended ones are unknown
 */
export function previousVisit(
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
