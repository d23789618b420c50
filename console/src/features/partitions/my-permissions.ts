import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@annals/contracts/permissions';
import { rolesOf, storedAuth } from '../../api/session.ts';
import { rolesQuery } from './partitions.queries.ts';

/**
 * Whether one of the signed-in user's roles carries a permission, as the service describes its roles: only decides
 * what is offered. False until that is known, and with a service that does not tell.
 */
export function useMayI(): (permission: Permission) => boolean {
  const roles = useQuery(rolesQuery()).data?.data ?? [];
  const held = rolesOf(storedAuth());
  return (permission) =>
    roles.some(
      ({ name, permissions }) => held.includes(name) && permissions?.includes(permission) === true,
    );
}
