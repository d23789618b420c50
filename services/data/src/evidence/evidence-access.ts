import type { AccessHolder } from '@annals/contracts/user-administration';
import type { Caller } from '@annals/kit/caller';

/** A page of those who could open a partition at a moment, limited to those the caller may see. */
export type FindAccess = (
  caller: Caller,
  asked: { partitionId: string; asOf: string; cursor: string | undefined },
) => Promise<{ data: AccessHolder[]; nextCursor: string | null }>;

/** Who could open the partition, as far as the requester may see it. */
export interface EvidenceAccess {
  /** Whether the requester may see every user and application. */
  isComplete: boolean;
  page: (asOf: string, cursor: string | undefined) => ReturnType<FindAccess>;
}

/** A user with a role that opened every partition. */
export interface RoleHolder {
  userId: string;
  kind: AccessHolder['kind'];
  username: string | null;
  name: string | null;
  role: string;
  level: AccessHolder['grants'][number]['level'];
  /**
   * The unit through which it is held; null for a role that is held directly, and for a unit that the requester may not
   * see.
   */
  organizationalUnit: string | null;
  sinceDate: string | null;
  givenUserId: string | null;
  /** As the requester may see it. */
  givenUserName: string | null;
}

/** Undefined if roles are unknown here. */
export const accessFor = (
  findAccess: FindAccess | undefined,
  caller: Caller,
  partitionId: string,
): EvidenceAccess | undefined =>
  findAccess && {
    isComplete: mayReadEveryone(caller),
    page: (asOf, cursor) => findAccess(caller, { partitionId, asOf, cursor }),
  };

/** Whether the caller may see everybody. */
export const mayReadEveryone = ({ scope }: Pick<Caller, 'scope'>): boolean =>
  scope('users:read') === 'all' && scope('applications:read') === 'all';

/** By role; members are listed separately. */
export const rolesIn = ({ id, kind, username, name, grants }: AccessHolder): RoleHolder[] =>
  grants.flatMap((grant) =>
    grant.kind === 'ROLE' && grant.role !== undefined
      ? [
          {
            userId: id,
            kind,
            username,
            name,
            role: grant.role,
            level: grant.level,
            organizationalUnit: grant.organizationalUnit?.name ?? null,
            sinceDate: grant.sinceDate,
            givenUserId: grant.by?.id ?? null,
            givenUserName: grant.by?.name ?? null,
          },
        ]
      : [],
  );
