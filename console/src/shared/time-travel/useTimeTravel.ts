import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PlainSearch } from '../search.ts';
import {
  type AsOfQuery,
  asOfQuery,
  asOfInSearch,
  changeSetInSearch,
  isPreviewed,
  type ShownQuery,
} from './as-of-search.ts';

/**
 * The moment a page shows, or the change set that it shows its partition with. Every link to what is shown in the same
 * way goes through `withAsOf`, so it keeps it.
 */
export function useTimeTravel() {
  const router = useRouter();
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const path = useLocation({ select: (location) => location.pathname });
  const moment = asOfInSearch(search);
  const { asOf, asHeld } = asOfQuery(search);
  const isHeld = asHeld === true;
  const changeSet = changeSetInSearch(search);
  const isPreview = changeSet !== undefined && isPreviewed(path);
  const at = useMemo(
    (): AsOfQuery => (asOf === undefined ? {} : isHeld ? { asOf, asHeld: isHeld } : { asOf }),
    [asOf, isHeld],
  );
  const shown = useMemo(
    (): ShownQuery => (isPreview ? { changeSet } : at),
    [isPreview, changeSet, at],
  );
  const kept = changeSet === undefined ? momentIn(asOf, isHeld) : `changeSet=${changeSet}`;
  return {
    moment,
    /** RFC 3339 in UTC, or undefined for now. */
    asOf,
    /** The same with the time axis, for calls about data. */
    at,
    /** As `at`, or with the change set, for calls about objects that know of previews. */
    shown,
    /** Another for each state that can be shown, for keys of what is kept while one is. */
    momentKey: `${asOf ?? ''}${isHeld ? ' held' : ''}${isPreview ? changeSet : ''}`,
    /** What the service held then is shown, without what an import brought later. */
    isHeld,
    isPast: asOf !== undefined,
    /** The change set in the address, also on a page that shows the partition without it. */
    changeSet,
    /** What the page shows is as it would be with that change set. */
    isPreview,
    /** The past and a preview are: all writing actions are disabled. */
    isReadOnly: asOf !== undefined || changeSet !== undefined,
    /** A path, as `pathTo` builds it, with the moment or the change set in its query. */
    withAsOf: (to: string): string =>
      kept === undefined ? to : `${to}${to.includes('?') ? '&' : '?'}${kept}`,
    /** Shows the same page as of another time; page and version selections are reset. */
    travelTo: (next: string | undefined, held = isHeld) => {
      const rest = withoutState(search);
      void router.navigate({
        to: '.',
        search:
          next === undefined ? rest : { ...rest, asOf: next, ...(held ? { asHeld: 'true' } : {}) },
        resetScroll: false,
      });
    },
  };
}

function momentIn(asOf: string | undefined, isHeld: boolean): string | undefined {
  return asOf === undefined ? undefined : `asOf=${asOf}${isHeld ? '&asHeld=true' : ''}`;
}

function withoutState(search: PlainSearch): PlainSearch {
  const {
    asOf: _,
    asHeld: __,
    changeSet: ___,
    cursor: ____,
    left: _____,
    right: ______,
    ...rest
  } = search;
  return rest;
}
