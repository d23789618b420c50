import { approveProviderDomain, approveUnitDomain } from '@annals/contracts/email-domains';
import type { Endpoint } from '@annals/contracts/endpoint';
import { exportEvents } from '@annals/contracts/events';
import { retryMails } from '@annals/contracts/system';
import type { Permission } from '@annals/contracts/permissions';
import { needsSession } from '@annals/kit/stages/identify';
import type { FixtureCaller } from './callers.ts';

/** The built-in roles but GLOBAL_MASTER. */
export const shippedRoles = [
  'AUDIT_LOG_READER',
  'AUDITOR',
  'ORG_ADMIN',
  'UNIT_AUDITOR',
  'USER',
] as const;

/** What the built-in roles allow, as documented; GLOBAL_MASTER may do everything. */
export const permissionsOf: Readonly<Record<(typeof shippedRoles)[number], readonly Permission[]>> =
  {
    ORG_ADMIN: [
      'users:read',
      'users:write',
      'organizational-units:read',
      'organizational-units:write',
      'identity-providers:read',
      'identity-providers:write',
      'tokens:read',
      'tokens:write',
      'applications:read',
      'applications:write',
      'events:read',
      'alias-urls:read',
      'alias-urls:write',
      'partitions:write',
    ],
    AUDITOR: [
      'users:read',
      'organizational-units:read',
      'identity-providers:read',
      'tokens:read',
      'applications:read',
      'events:read',
      'operations:read',
      'data-users:read',
      'alias-urls:read',
      'partitions:read-all',
    ],
    USER: ['partitions:write'],
    AUDIT_LOG_READER: ['events:read'],
    UNIT_AUDITOR: [
      'users:read',
      'organizational-units:read',
      'identity-providers:read',
      'tokens:read',
      'applications:read',
      'events:read',
    ],
  };

/** Calls for which a permission does not suffice. */
const masterOnlyCalls: ReadonlySet<Endpoint> = new Set<Endpoint>([
  approveProviderDomain,
  approveUnitDomain,
  retryMails,
]);

/** Calls about everything, for which a permission within units does not suffice. */
const callsAboutAll: ReadonlySet<Endpoint> = new Set<Endpoint>([exportEvents]);

/** Whether the access rule admits the caller, whatever the call is about. */
export function mayCall(caller: FixtureCaller, endpoint: Endpoint): boolean {
  const { access, method } = endpoint;
  const scope = method === 'GET' ? 'read' : 'admin';
  const anyScope = access.kind === 'signedIn' && access.anyScope === true;
  if (caller.kind !== 'session' && !anyScope)
    if (needsSession(access) || !caller.scopes.includes(scope)) return false;
  if (access.kind !== 'permission' || caller.role === 'GLOBAL_MASTER') return true;
  if (masterOnlyCalls.has(endpoint)) return false;
  if (callsAboutAll.has(endpoint) && caller.role === 'ORG_ADMIN') return false;
  return permissionsOf[caller.role].includes(access.permission);
}
