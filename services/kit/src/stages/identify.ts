import type { FastifyRequest } from 'fastify';
import { isRead, type Access, type Endpoint } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import type { TokenScope } from '@annals/contracts/permissions';
import type { Caller } from '../caller.ts';
import { forbidden, notAuthenticated, sessionNeeded } from '../problem.ts';
import { clientOf } from '../request-clients.ts';
import type { RouteGuard } from './route-guard.ts';

/**
 * The caller of a request, whose credentials, token and permission the row accepts; undefined for a public call.
 * @param onAuthenticated called as soon as it is known who calls, whatever they may do
 * @throws Problem 401 or 403
 */
export async function identify(
  endpoint: Endpoint,
  guard: Pick<RouteGuard, 'authenticate'>,
  request: FastifyRequest,
  onAuthenticated?: (caller: Caller) => void,
): Promise<Caller | undefined> {
  const { access } = endpoint;
  if (access.kind === 'public') return undefined;
  const scope = tokenScopeFor(endpoint);
  const { headers } = request;
  const caller = await guard.authenticate({ headers, ip: clientOf(request).address });
  if (!caller) throw notAuthenticated();
  onAuthenticated?.(caller);
  if (caller.token && needsSession(access)) throw sessionNeeded();
  const anyScope = access.kind === 'signedIn' && access.anyScope === true;
  if (caller.token && !anyScope && !caller.token.scopes.includes(scope))
    throw forbidden(say('scopeMissing', { scope }));
  if (access.kind === 'permission' && caller.scope(access.permission) === undefined)
    throw forbidden();
  return caller;
}

/** Whether a call is refused to all API tokens. */
export function needsSession(access: Access): boolean {
  return access.kind === 'session' || (access.kind === 'permission' && access.inSession === true);
}

/**
 * The required scope of an API token. Actions reserved for partition owners need `admin`, such as managing members or
 * erasing. A token with `write` adds versions and removes nothing.
 */
export function tokenScopeFor(endpoint: Endpoint): TokenScope {
  if (isRead(endpoint)) return 'read';
  const { access } = endpoint;
  return access.kind === 'partition' && access.role !== 'OWNER' ? 'write' : 'admin';
}
