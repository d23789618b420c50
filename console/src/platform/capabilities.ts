import type { CallName, Endpoint } from '@annals/contracts/endpoint';
import { serviceOf, type ServiceName } from '@annals/contracts/service-name';
import { isAnnounced, useAnnounced } from './api/announced.ts';

/**
 * What a part of a page requires of the services: a call of the contract (by name if the row must not be loaded), or,
 * for what is more than a call (reads as of a moment, lists that search and sort, fields that the specification does not
 * name), that the service is one of ours.
 */
export type Capability = Endpoint | CallName | ServiceName;

/**
 * Whether the services have what a route, a tab, a column, a panel or a button needs, which they declare as `needs`. All
 * have the calls of the specification; only a service that has announced itself (api/announced.ts) has any other.
 *
 * A page that reads needs not ask: the read finds out, and what shows it (ErrorPanel, QueryPanel, DataList) says or leaves
 * out what the services do not have.
 */
export function useCapabilities(): (needed: Capability) => boolean {
  // Renders again when a service announces itself.
  useAnnounced();
  return hasCapability;
}

/** The current result of `useCapability`, for queries that start before their page's code has loaded. */
export function hasCapability(needed: Capability): boolean {
  if (needed === 'authentication' || needed === 'data') return isAnnounced(needed);
  if (typeof needed !== 'string' && needed.specified && needed.specified.needs === undefined)
    return true;
  const path = typeof needed === 'string' ? (needed.split(' ')[1] ?? '') : needed.path;
  return isAnnounced(serviceOf(path));
}

/** Whether a service is one of ours: the reference of the API describes no other. */
export function useHasApiReference(): boolean {
  return useAnnounced().size > 0;
}

/** Checks a single requirement; without one, nothing is required. */
export function useCapability(needed: Capability | undefined): boolean {
  const has = useCapabilities();
  return needed === undefined || has(needed);
}
