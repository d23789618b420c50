import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@annals/contracts/permissions';
import type { Role } from '../../platform/api/things.ts';
import { isAnnounced } from '../../platform/api/announced.ts';
import { rolesOf, storedAuth } from '../../platform/api/session.ts';
import { queryClient } from '../../platform/api/query.ts';
import { useAppState } from '../../platform/api/state.ts';
import { type Capability, useCapability } from '../../platform/capabilities.ts';
import { rolesQuery } from './roles.queries.ts';

/** What the signed-in user's roles grant; undefined if the service does not report permissions of roles. */
function grantsOf(roles: readonly Role[]): ((permission: Permission) => boolean) | undefined {
  const described = roles.filter(({ permissions }) => permissions !== undefined);
  if (described.length === 0) return undefined;
  const roleNames = rolesOf(storedAuth());
  return (permission) =>
    described.some(
      ({ name, permissions }) => roleNames.includes(name) && permissions?.includes(permission),
    );
}

/** The role to which our service grants everything, which nobody can change. */
const grantedEverything = 'GLOBAL_MASTER';

/**
 * Whether one of the signed-in user's roles grants a permission, according to the service: it only decides what is
 * offered. If the service does not report permissions of roles, a global master is offered everything and other users
 * nothing. Until our service has reported them, that applies only to the role that certainly grants everything: its
 * page does not change after loading, and the pages of other masters, such as administrators of units, send no calls
 * that are refused.
 */
export function useMayI(): (permission: Permission) => boolean {
  const { data, isPending } = useQuery(rolesQuery());
  const isMaster = useAppState((state) => state.isGlobalMaster);
  const isAwaited = isPending && isAnnounced('authentication');
  return (
    (data && grantsOf(data.data)) ??
    (() => (isAwaited ? rolesOf(storedAuth()).includes(grantedEverything) : isMaster))
  );
}

/** Whether the signed-in user may do this (see `useMayI`), and the services support it. */
export function useMay(permission: Permission, needs?: Capability): boolean {
  const isOffered = useCapability(needs);
  return useMayI()(permission) && isOffered;
}

/** Whether one of the signed-in user's roles grants a permission everywhere, not only in their units. */
export function useMayEverywhere(permission: Permission): boolean {
  const { data } = useQuery(rolesQuery());
  const roleNames = rolesOf(storedAuth());
  return (
    data?.data.some(
      ({ name, permissions, scope }) =>
        scope === 'all' && roleNames.includes(name) && permissions?.includes(permission) === true,
    ) === true
  );
}

/** Whether the service certainly denies this to the signed-in user. */
export function useIsDenied(permission: Permission): boolean {
  const { data } = useQuery(rolesQuery());
  const grants = data && grantsOf(data.data);
  return grants !== undefined && !grants(permission);
}

/** The same for queries, whose calls would be refused. */
export async function isDenied(permission: Permission): Promise<boolean> {
  try {
    const { data } = await queryClient.query(rolesQuery());
    return grantsOf(data)?.(permission) === false;
  } catch {
    // The service decides.
    return false;
  }
}
