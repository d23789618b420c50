import { continueVisit, visitPauseMinutes } from '@annals/contracts/visits';
import { call } from '../../platform/api/call.ts';
import { queryClient, queryOf } from '../../platform/api/query.ts';

/** While pages are opened, the service hears of the user several times before it takes the visit for ended. */
const everyMs = (visitPauseMinutes * 60_000) / 6;

/** The user's visit; each request for it says that the user is here. */
export const visitQuery = {
  ...queryOf(continueVisit, { body: {} }),
  staleTime: everyMs,
};

/** Remembers up to when the user has read what others changed. */
export async function markRead(readDate: string): Promise<void> {
  queryClient.setQueryData(visitQuery.queryKey, await call(continueVisit, { body: { readDate } }));
}
