import { matchRoute } from '@annals/contracts/routes';
import { usePageLocation } from '../../platform/page-location.ts';
import { asOfQuery } from '../../domain/time-travel/as-of-search.ts';

export interface CurrentPage {
  path: string;
  /** The partition the page belongs to. */
  partitionId: string | undefined;
  /** The moment that it shows; undefined for now. */
  asOf: string | undefined;
  /** Whether it shows what the service held at that time. */
  isHeld: boolean;
}

export function useCurrentPage(): CurrentPage {
  const { pathname, search } = usePageLocation();
  const { asOf, asHeld } = asOfQuery(search);
  return {
    path: pathname,
    partitionId: matchRoute(pathname)?.params['partitionId'],
    asOf,
    isHeld: asHeld === true,
  };
}

/** A path with the shown moment, if it stays within the current partition. */
export function withShownMoment(path: string, { partitionId, asOf, isHeld }: CurrentPage): string {
  if (partitionId === undefined || asOf === undefined) return path;
  const [pathname = '', query = ''] = path.split('?', 2);
  const isWithin = matchRoute(pathname)?.params['partitionId'] === partitionId;
  if (!isWithin || new URLSearchParams(query).has('asOf')) return path;
  return `${path}${query === '' ? '?' : '&'}asOf=${asOf}${isHeld ? '&asHeld=true' : ''}`;
}
