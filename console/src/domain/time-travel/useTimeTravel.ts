import { rootRouteId, useLocation, useMatch, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PlainSearch } from '../../platform/search.ts';
import {
  type AsOfQuery,
  asOfQuery,
  asOfInSearch,
  changeSetInSearch,
  isPreviewed,
  type ShownQuery,
} from './as-of-search.ts';

/** The moment that a page shows, or the change set that it previews. Links that should keep it use `withAsOf`. */
export function useTimeTravel() {
  const router = useRouter();
  // Not of the location, which is already that of the next page while its code loads.
  const search: PlainSearch = useMatch({ strict: false, select: (page) => page.search });
  const pathOfPage = useMatch({
    strict: false,
    select: ({ routeId, pathname }) => (routeId === rootRouteId ? undefined : pathname),
  });
  const path = useLocation({ select: ({ pathname }) => pathOfPage ?? pathname });
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
  const preserved = changeSet === undefined ? momentIn(asOf, isHeld) : `changeSet=${changeSet}`;
  return {
    moment,
    /** RFC 3339 in UTC, or undefined for now. */
    asOf,
    /** The moment with the time axis, for calls about data. */
    at,
    /** Like `at`, or with the change set, for calls that support previews. */
    shown,
    /** Unique for each view, for the keys of cached state. */
    momentKey: `${asOf ?? ''}${isHeld ? ' held' : ''}${isPreview ? changeSet : ''}`,
    /** Whether the page shows what the service held at that time, without later imports. */
    isHeld,
    isPast: asOf !== undefined,
    /** The change set in the URL, even on a page that shows the partition without it. */
    changeSet,
    /** Whether the page previews that change set. */
    isPreview,
    /** Whether all write actions are disabled, in the past and in a preview. */
    isReadOnly: asOf !== undefined || changeSet !== undefined,
    /** Adds the moment or the change set to a path built by `pathTo`. */
    withAsOf: (to: string): string =>
      preserved === undefined || to === ''
        ? to
        : `${to}${to.includes('?') ? '&' : '?'}${preserved}`,
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
