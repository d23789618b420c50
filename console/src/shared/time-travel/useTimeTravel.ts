import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PlainSearch } from '../search.ts';
import { type AsOfQuery, asOfQuery, asOfInSearch } from './as-of-search.ts';

/** The moment a page shows. Every link to what is shown as of the same moment goes through `withAsOf`, so it keeps it. */
export function useTimeTravel() {
  const router = useRouter();
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const moment = asOfInSearch(search);
  const { asOf, asHeld } = asOfQuery(search);
  const isHeld = asHeld === true;
  const at = useMemo(
    (): AsOfQuery => (asOf === undefined ? {} : isHeld ? { asOf, asHeld: isHeld } : { asOf }),
    [asOf, isHeld],
  );
  return {
    moment,
    /** RFC 3339 in UTC, or undefined for now. */
    asOf,
    /** The same with the time axis, for calls about data. */
    at,
    /** Another for each state that can be shown, for keys of what is kept while one is. */
    momentKey: `${asOf ?? ''}${isHeld ? ' held' : ''}`,
    /** What the service held then is shown, without what an import brought later. */
    isHeld,
    /** The past is read-only: all writing actions are disabled. */
    isPast: asOf !== undefined,
    /** A path, as `pathTo` builds it, with the moment in its query. */
    withAsOf: (path: string): string =>
      asOf === undefined
        ? path
        : `${path}${path.includes('?') ? '&' : '?'}asOf=${asOf}${isHeld ? '&asHeld=true' : ''}`,
    /** Shows the same page as of another time; page and version selections are reset. */
    travelTo: (next: string | undefined, held = isHeld) => {
      const { asOf: _, asHeld: __, cursor: ___, left: ____, right: _____, ...rest } = search;
      void router.navigate({
        to: '.',
        search:
          next === undefined ? rest : { ...rest, asOf: next, ...(held ? { asHeld: 'true' } : {}) },
        resetScroll: false,
      });
    },
  };
}
