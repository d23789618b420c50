import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@annals/contracts/permissions';
import { rolesOf, storedAuth } from '../../api/session.ts';
import { useAppState } from '../../api/state.ts';
import { type Capability, useCapability } from './capabilities.ts';
import { rolesQuery } from './roles.queries.ts';

/**
 * Whether one of the signed-in user's roles grants a permission, according to the service: it only decides what is
 * offered. If the service does not report permissions of roles, a global master is offered everything and other users
 * nothing; the same applies until that is known, so that a master's page does not change after loading.
 */
export function useMayI(): (permission: Permission) => boolean {
  const { data, isPending } = useQuery(rolesQuery());
  const isMaster = useAppState((state) => state.isGlobalMaster);
  if (data === undefined) return () => isMaster && isPending;
  const described = data.data.filter(({ permissions }) => permissions !== undefined);
  if (described.length === 0) return () => isMaster;
  const roleNames = rolesOf(storedAuth());
  return (permission) =>
    described.some(
      ({ name, permissions }) => roleNames.includes(name) && permissions?.includes(permission),
    );
}

/** Whether the signed-in user may do this (see `useMayI`), and the services support it. */
export function useMay(permission: Permission, needs?: Capability): boolean {
  const isOffered = useCapability(needs);
  return useMayI()(permission) && isOffered;
}
