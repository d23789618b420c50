import { useQuery } from '@tanstack/react-query';
import type { CallName, Endpoint } from '@annals/contracts/endpoint';
import type { Role } from '@annals/contracts/roles';
import { queryClient } from '../../api/query.ts';
import { missingCalls, nameOfCall } from '../../api/missing-calls.ts';
import { useStore } from '../../api/store.ts';
import { rolesQuery } from './roles.queries.ts';

/**
 * What a part of a page requires of the services: a call of the contract (by name if the row must not be
 * loaded), or one of these: - `asOf`: reads accept a moment in the past; - `listQueries`: lists search, filter,
 * sort and count; - `furtherFields`: writes accept and honour more fields than the specification names; -
 * `uuids`: ids are UUIDs, so that an id can be recognized as such.
 */
export type Capability = Endpoint | CallName | 'asOf' | 'listQueries' | 'furtherFields' | 'uuids';

/** Whether services have what goes beyond the specification: those that report the permissions of roles do, as ours. */
export function haveExtensions(roles: readonly Role[]): boolean {
  return roles.some(({ permissions }) => permissions !== undefined);
}

/**
 * Whether the services have what a route, a tab, a column, a panel or a button needs, which they declare as `needs`. A
 * call of the specification they all have, and none has a call that it rejected as unknown (api/missing-calls.ts). The one
 * answer about roles decides for the rest; until it is here they are taken to have it, so that our own pages do not change
 * after loading.
 *
 * A page that reads needs not ask: the read finds out, and what shows it (ErrorPanel, QueryPanel, DataList) says or leaves
 * out what the services do not have.
 */
export function useCapabilities(): (needed: Capability) => boolean {
  const { data } = useQuery(rolesQuery());
  return capabilitiesWith(data?.data, useStore(missingCalls));
}

function capabilitiesWith(roles: readonly Role[] | undefined, missing: ReadonlySet<string>) {
  const hasMore = roles === undefined || haveExtensions(roles);
  return (needed: Capability): boolean => {
    if (typeof needed !== 'string' && needed.specified) return true;
    return hasMore && !missing.has(typeof needed === 'string' ? needed : nameOfCall(needed));
  };
}

/** The current result of `useCapability`, for queries that start before their page's code has loaded. */
export function hasCapability(needed: Capability): boolean {
  const roles = queryClient.getQueryData(rolesQuery().queryKey);
  return capabilitiesWith(roles?.data, missingCalls.get())(needed);
}

/** Checks a single requirement; without one, nothing is required. */
export function useCapability(needed: Capability | undefined): boolean {
  const has = useCapabilities();
  return needed === undefined || has(needed);
}
