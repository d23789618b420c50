import type { Permission } from '@annals/contracts/permissions';
import { callNeededBy } from '../../platform/page-files.ts';
import { type RouteName, routes } from '@annals/contracts/routes';
import { useAppState } from '../../platform/api/state.ts';
import { useCapabilities } from '../../platform/capabilities.ts';
import { useMayI } from './my-permissions.ts';

/** The permissions for pages that users other than global masters can open. */
const readable: Partial<Record<RouteName, Permission>> = {
  system: 'operations:read',
  'v1-users': 'users:read',
  'v1-users-forName-username': 'users:read',
  'v1-users-forNameContaining-searchtext': 'users:read',
  'v1-users-userId-edit': 'users:write',
  'v1-users-userId-roles': 'users:write',
  'v1-applications': 'applications:read',
  'v1-applications-applicationId': 'applications:read',
  'v1-identity-providers': 'identity-providers:read',
  'v1-identity-providers-new': 'identity-providers:write',
  'v1-identity-providers-idpId': 'identity-providers:read',
  'v1-identity-providers-idpId-edit': 'identity-providers:write',
  'v1-organizational-units': 'organizational-units:read',
  'v1-organizational-units-new': 'organizational-units:write',
  'v1-organizational-units-orgUnitId': 'organizational-units:read',
  'v1-organizational-units-orgUnitId-edit': 'organizational-units:write',
  'v1-organizational-units-orgUnitId-users': 'users:read',
  'v1-partitions-all-users': 'data-users:read',
  'v1-alias-urls': 'alias-urls:read',
};

/**
 * Whether the signed-in user can open a page: this only decides what is offered. The side menu follows the
 * specification instead, which distinguishes only global masters from everyone else.
 */
export function useMayOpen(): (route: RouteName) => boolean {
  const mayI = useMayI();
  const isMaster = useAppState((state) => state.isGlobalMaster);
  return (route) => {
    if (isMaster || routes[route].access !== 'master') return true;
    // Users who can read a partition can export and verify it; those who can write to it can import.
    if (route === 'migrations') return true;
    const permission = readable[route];
    return permission !== undefined && mayI(permission);
  };
}

/** Also checks whether the services support the page. */
export function useMayOfferPage(): (route: RouteName) => boolean {
  const mayOpen = useMayOpen();
  const has = useCapabilities();
  return (route) => {
    const needed = callNeededBy(route);
    return mayOpen(route) && (needed === undefined || has(needed));
  };
}
