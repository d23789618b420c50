import type { IncomingHttpHeaders } from 'node:http';
import type { FreshProofAction } from '@annals/contracts/fresh-proof-actions';
import type { MemberRole, Permission, RoleScope, TokenScope } from '@annals/contracts/permissions';

/** The user or application behind a request, as authenticated by the authentication service. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  /** The id of the session, or of the API token. */
  readonly sessionId: string;
  readonly roles: readonly string[];
  /** The scope of a permission of the caller's roles; undefined when no role grants it. */
  scope(permission: Permission): RoleScope | undefined;
  /**
   * Refuses an action for which a rule wants a recent proof of identity, if the session lacks it. Absent for API tokens:
   * nobody is there to ask, and each call contains the whole token.
   * @throws Problem 403
   */
  requireProofFor?(actions: readonly FreshProofAction[]): Promise<void>;
  /** Present when the request has an API token: limits what the request can do. */
  readonly token?: CallersToken | undefined;
}

/** With what somebody acts: a session, an API token, or a command, whose id is its name. */
export interface Credential {
  kind: 'SESSION' | 'TOKEN' | 'COMMAND';
  id: string;
}

export const credentialOf = ({ sessionId: id, token }: Caller): Credential => ({
  kind: token === undefined ? 'SESSION' : 'TOKEN',
  id,
});

interface CallersToken {
  readonly scopes: readonly TokenScope[];
  /** Undefined: all partitions its owner can open. */
  readonly partitionIds: ReadonlySet<string> | undefined;
}

/** Somebody who issued an API token of another user or of an application. */
export interface TokenIssuer {
  ownerId: string;
  issuerId: string;
}

/** Whether the request's token allows this partition, whoever is behind it. */
export function mayTouchPartition({ token }: Caller, partitionId: string): boolean {
  return token?.partitionIds?.has(partitionId.toLowerCase()) ?? true;
}

/** The caller's credentials, and where the request comes from. */
export interface AuthenticationRequest {
  readonly headers: IncomingHttpHeaders;
  readonly ip?: string;
  /**
   * Start of a long-running request, in milliseconds since 1970: an access token that was valid then is accepted as
   * long as its session lasts.
   */
  readonly arrivedMs?: number;
}

/** Identifies the caller of a request; undefined without valid credentials. */
export type Authenticate = (request: AuthenticationRequest) => Promise<Caller | undefined>;

/** The caller's member role in a partition; undefined both for non-members and for partitions that do not exist. */
export type FindMemberRole = (
  caller: Caller,
  partitionId: string,
) => Promise<MemberRole | undefined>;

/** The current permissions of a user or an application who is not the caller. */
export type ScopeOfUser = (userId: string) => Promise<Caller['scope']>;
