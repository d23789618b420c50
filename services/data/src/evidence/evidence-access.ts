import type { AccessHolder } from '@annals/contracts/user-administration';
import type { Caller } from '@annals/kit/caller';

/** A page of those who could open a partition at a moment, of whom the caller may see. */
export type FindAccess = (
  caller: Caller,
  asked: { partitionId: string; asOf: string; cursor: string | undefined },
) => Promise<{ data: AccessHolder[]; nextCursor: string | null }>;

/** Who could open the partition, as far as whoever asks may see it. */
export interface EvidenceAccess {
  /** Whoever asks may see every user and application. */
  isComplete: boolean;
  page: (asOf: string, cursor: string | undefined) => ReturnType<FindAccess>;
}

/** A role that opened every partition to somebody. */
export interface RoleHolder {
  userId: string;
  kind: AccessHolder['kind'];
  username: string | null;
  name: string | null;
  role: string;
  level: AccessHolder['grants'][number]['level'];
  /** Through which it is held; null for a role that is held directly, and a unit that whoever asks may not see. */
  organizationalUnit: string | null;
  sinceDate: string | null;
  givenUserId: string | null;
}

/** Undefined where nobody knows of roles. */
export const accessFor = (
  findAccess: FindAccess | undefined,
  caller: Caller,
  partitionId: string,
): EvidenceAccess | undefined =>
  findAccess && {
    isComplete: seesEveryone(caller),
    page: (asOf, cursor) => findAccess(caller, { partitionId, asOf, cursor }),
  };

/** Whether there is nobody whom the caller may not see. */
export const seesEveryone = ({ reach }: Pick<Caller, 'reach'>): boolean =>
  reach('users:read') === 'all' && reach('applications:read') === 'all';

/** By role: who is a member is told apart. */
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
          },
        ]
      : [],
  );
