import { useLocation, useRouter } from '@tanstack/react-router';
import type { PlainSearch } from '../search.ts';
import { asOfInSearch } from './as-of-search.ts';

/** The moment a page shows. Every link to what is shown as of the same moment goes through `withAsOf`, so it keeps it. */
export function useTimeTravel() {
  const router = useRouter();
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const moment = asOfInSearch(search);
  const asOf = moment.kind === 'past' ? moment.asOf : undefined;
  return {
    moment,
    /** RFC 3339 in UTC, or undefined for now. */
    asOf,
    /** The past is read-only: all writing actions are disabled. */
    isPast: asOf !== undefined,
    /** A path, as `pathTo` builds it, with the moment in its query. */
    withAsOf: (path: string): string =>
      asOf === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}asOf=${asOf}`,
    /** Shows the same page as of another time; page and version selections are reset. */
    travelTo: (next: string | undefined) => {
      const { asOf: _, cursor: __, left: ___, right: ____, ...rest } = search;
      void router.navigate({
        to: '.',
        search: next === undefined ? rest : { ...rest, asOf: next },
        resetScroll: false,
      });
    },
  };
}
