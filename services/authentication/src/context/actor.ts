import type { FastifyRequest } from 'fastify';
import { deviceSecretsIn } from '@annals/contracts/device-cookie';
import { credentialOf, type Caller, type Credential } from '@annals/kit/caller';
import { findClaim, type HeldClaim } from '@annals/kit/idempotency/idempotent-writes';
import { clientOf } from '@annals/kit/request-clients';
import type { RolesByName, ServiceContext } from './service-context.ts';

/** Where an action comes from, as the audit log stores it. */
export interface AuditSource {
  requestId: string | null;
  address: string | null;
  userAgent: string;
  /** With what the actor acts; absent before a sign-in, and for what the service does by itself. */
  credential?: Credential | null | undefined;
  /** What the browser remembers of devices that were trusted; to be checked. Absent after a sign-in. */
  deviceSecrets?: readonly string[] | undefined;
  /** Confirmed by the event of the write; absent without an Idempotency-Key. */
  claim?: HeldClaim | undefined;
}

const maxUserAgentLength = 300;

/** @param caller omitted before a sign-in */
export function sourceOf(request: FastifyRequest, caller?: Caller): AuditSource {
  const { address, userAgent } = clientOf(request);
  return {
    requestId: request.id,
    address: address === '' ? null : address,
    userAgent: userAgent.slice(0, maxUserAgentLength),
    credential: caller && credentialOf(caller),
    claim: findClaim(request),
    deviceSecrets: caller ? undefined : deviceSecretsIn(request.headers.cookie),
  };
}

/** The source of what the service does by itself. */
export const operator: AuditSource = { requestId: null, address: null, userAgent: '' };

/** The person at the command line. @param name of the command */
export const operatorWith = (name: string): AuditSource => ({
  ...operator,
  credential: { kind: 'COMMAND', id: name },
});

/** Who changes something, when, and from where: the same for the rows and the audit events of one change. */
export interface Actor {
  /** A user or an application; null for the operator and for somebody unknown. */
  id: string | null;
  /** Milliseconds since 1970. */
  at: number;
  source: AuditSource;
}

/** A caller who changes something now. */
export const actorOf = (
  { clock }: Pick<ServiceContext, 'clock'>,
  caller: Caller,
  request: FastifyRequest,
): Actor & { id: string } => ({
  id: caller.userId,
  at: clock(),
  source: sourceOf(request, caller),
});

/** A caller who changes something, with the roles as they were before the transaction began. */
export interface CallingActor extends Actor {
  id: string;
  caller: Caller;
  rolesByName: RolesByName;
}

export async function callingActor(
  context: Pick<ServiceContext, 'roleCache' | 'clock'>,
  caller: Caller,
  request: FastifyRequest,
): Promise<CallingActor> {
  const rolesByName = await context.roleCache.current();
  return { ...actorOf(context, caller, request), caller, rolesByName };
}
