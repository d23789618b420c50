import type { IncomingHttpHeaders } from 'node:http';
import type { MemberRole, Permission, Reach } from '@annals/contracts/roles';

/** The person or program behind a request, as the authentication service vouches for it. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  /** How far a permission of the caller's roles reaches; undefined when no role carries it. */
  reach(permission: Permission): Reach | undefined;
}

/** Identifies the caller of a request by its headers; undefined when they identify nobody. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Caller | undefined>;

/** The caller's member role in a partition that exists; undefined for no member and for no such partition alike. */
export type FindMemberRole = (
  caller: Caller,
  partitionId: string,
) => Promise<MemberRole | undefined>;
