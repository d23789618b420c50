import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '@annals/contracts/endpoint';
import type { Role } from '@annals/contracts/roles';
import { isNotOffered } from '../../api/errors.ts';
import { rolesQuery } from './roles.queries.ts';

/**
 * What a part of a page needs of the services: a call of the contract, or one of these, which no call of its own
 * answers:
 * - `asOf`: reads answer for a moment in the past;
 * - `listQueries`: lists search, filter, sort and count by themselves, so that what they answer is what was asked for;
 * - `furtherFields`: what is written may have more fields than the specification names, which then have an effect;
 * - `uuids`: ids are UUIDs, so that a text can be told from an id.
 */
export type Capability = Endpoint | 'asOf' | 'listQueries' | 'furtherFields' | 'uuids';

/** Whether services have what goes beyond the specification: those that report the permissions of roles do, as ours. */
export function goBeyondTheSpecification(roles: readonly Role[]): boolean {
  return roles.some(({ permissions }) => permissions !== undefined);
}

/**
 * Whether the services have what a route, a tab, a column or a button needs. A call of the specification they all have.
 * The one answer about roles decides for the rest; until it is here they are taken to have it, so that our own pages do
 * not change after loading.
 */
export function useCapabilities(): (needed: Capability) => boolean {
  const { data, error } = useQuery(rolesQuery());
  const hasMore = data === undefined ? !isNotOffered(error) : goBeyondTheSpecification(data.data);
  return (needed) => hasMore || (typeof needed === 'object' && needed.specified === true);
}

/** The same for one of them. */
export function useCapability(needed: Capability): boolean {
  return useCapabilities()(needed);
}
