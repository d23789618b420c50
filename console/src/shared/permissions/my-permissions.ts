import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@annals/contracts/permissions';
import { isNotOffered } from '../../api/errors.ts';
import { rolesOf, storedAuth } from '../../api/session.ts';
import { useAppState } from '../../api/state.ts';
import { rolesQuery } from './roles.queries.ts';

/**
 * Whether one of the signed-in user's roles carries a permission, as the service describes its roles: only decides
 * what is offered. Of a service that does not tell what roles allow, a global master may do everything and nobody else
 * anything; the same holds until that is known, so that a master's page does not grow while it is looked at.
 */
export function useMayI(): (permission: Permission) => boolean {
  const { data, error, isPending } = useQuery(rolesQuery());
  const isMaster = useAppState((state) => state.isGlobalMaster);
  if (data === undefined) return () => isMaster && (isPending || isNotOffered(error));
  const described = data.data.filter(({ permissions }) => permissions !== undefined);
  if (described.length === 0) return () => isMaster;
  const roleNames = rolesOf(storedAuth());
  return (permission) =>
    described.some(
      ({ name, permissions }) => roleNames.includes(name) && permissions?.includes(permission),
    );
}

/** Whether the signed-in user may do this; see `useMayI`. */
export function useMay(permission: Permission): boolean {
  return useMayI()(permission);
}

/**
 * Whether the service tells what its roles allow, as ours does, which then knows the past, sessions and work on many
 * users too. A foreign one need not know more than the specification's calls. True until that is known.
 */
export function useTellsMore(): boolean {
  const { data, error } = useQuery(rolesQuery());
  if (data === undefined) return !isNotOffered(error);
  return data.data.some(({ permissions }) => permissions !== undefined);
}
