import type { IncomingHttpHeaders } from 'node:http';
import type { MemberRole, Permission, Reach, Scope } from '@annals/contracts/permissions';

/** The person or program behind a request, as the authentication service vouches for it. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  /** Of the session; of the API token when it is one. */
  readonly sessionId: string;
  readonly roles: readonly string[];
  /** How far a permission of the caller's roles reaches; undefined when no role carries it. */
  reach(permission: Permission): Reach | undefined;
  /** Present when the request carries an API token: it may do no more than this. */
  readonly token?: CallersToken | undefined;
}

interface CallersToken {
  readonly scopes: readonly Scope[];
  /** Undefined: all partitions its owner may open. */
  readonly partitionIds: ReadonlySet<string> | undefined;
}

/** Whether the request may reach this partition, whoever is behind it. */
export function mayTouchPartition({ token }: Caller, partitionId: string): boolean {
  return token?.partitionIds?.has(partitionId.toLowerCase()) ?? true;
}

/** What a caller is known by, and where the request comes from. */
export interface AuthenticationRequest {
  readonly headers: IncomingHttpHeaders;
  readonly ip?: string;
  /**
   * Of a request that has been going on for a while, in milliseconds since 1970: an access token that was good then is
   * good enough, as long as its session goes on.
   */
  readonly arrivedMs?: number;
}

/** Identifies the caller of a request; undefined when it identifies nobody. */
export type Authenticate = (request: AuthenticationRequest) => Promise<Caller | undefined>;

/** The caller's member role in a partition that exists; undefined for no member and for no such partition alike. */
export type FindMemberRole = (
  caller: Caller,
  partitionId: string,
) => Promise<MemberRole | undefined>;
