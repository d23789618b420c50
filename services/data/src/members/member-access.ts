import type { FastifyRequest } from 'fastify';
import type { MemberRole } from '@annals/contracts/permissions';
import { mayTouchPartition, type Caller, type FindMemberRole } from '@annals/kit/caller';
import type { MemberRoleSource } from '@annals/kit/admitted-reads';
import type { Queryable } from '@annals/kit/database/database';
import type { RouteGuard } from '@annals/kit/stages/route-guard';
import { notAuthenticated, notFound } from '@annals/kit/problem';
import { clientOf } from '@annals/kit/request-clients';
import {
  findMembers,
  selectMemberRole,
  selectPartition,
  type FoundMember,
  type MemberKey,
} from './members.sql.ts';

/**
 * A permission to write all partitions counts as owner, a permission to read all as reader at least. Checked at every
 * call, so that a removed member loses access immediately; concurrent calls share a query.
 * @param isApart whether the rows of partitions are on several servers
 */
export function memberRoles(
  database: Queryable,
  isApart: () => Promise<boolean> = async () => false,
): FindMemberRole {
  const ask = batchReads(async (keys) => findMembers(database, keys), isApart);
  return async (caller, partitionId) => {
    const member = await ask({ partitionId, userId: caller.userId });
    return member && roleOf(caller, member);
  };
}

/** The same for the first statement of a read. */
export const memberRoleSource: MemberRoleSource = {
  select: ({ userId }, partitionId) => selectMemberRole({ partitionId, userId }),
  selectPartition,
  roleOf: (caller, role) => roleOf(caller, { role }),
};

function roleOf(caller: Caller, { role }: FoundMember) {
  if (caller.scope('partitions:write-all') === 'all') return 'OWNER';
  if (role) return role;
  return caller.scope('partitions:read-all') === 'all' ? 'READER' : undefined;
}

/**
 * Whether the caller writes as an owner where editors write too. As in the calls that are for owners alone, an API token
 * needs the scope `admin` for it.
 */
export const writesAsOwner = ({ token }: Caller, role: MemberRole | undefined): boolean =>
  role === 'OWNER' && token?.scopes.includes('admin') !== false;

interface Waiting {
  key: MemberKey;
  resolve: (found: FoundMember | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Collects the calls of one turn of the event loop into one query.
 * @param isApart whether to use one query per partition: on different servers they can fail separately
 */
function batchReads(
  find: (keys: MemberKey[]) => Promise<(FoundMember | undefined)[]>,
  isApart: () => Promise<boolean>,
) {
  let waiting: Waiting[] = [];
  const findAll = async () => {
    const batch = waiting;
    waiting = [];
    try {
      if (!(await isApart())) return await findTogether(batch);
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return undefined;
    }
    const ids = new Set(batch.map(({ key }) => key.partitionId));
    await Promise.all(
      Array.from(ids, (id) => findTogether(batch.filter(({ key }) => key.partitionId === id))),
    );
    return undefined;
  };
  const findTogether = async (asked: Waiting[]): Promise<void> => {
    try {
      const found = await find(asked.map(({ key }) => key));
      for (const [index, { resolve }] of asked.entries()) resolve(found[index]);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  return async (key: MemberKey): Promise<FoundMember | undefined> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void findAll());
      waiting.push({ key, resolve, reject });
    });
}

/** Who may make the calls. */
export type Admission = Required<Pick<RouteGuard, 'authenticate' | 'findMemberRole'>>;

/**
 * Checks again whether a long-running request may read the partition.
 * @param arrivedMs when the request arrived; an access token that has expired since is accepted
 * @throws Problem 401 or 404 for a caller who was signed out, or removed from the partition
 */
export async function requireStillReader(
  { authenticate, findMemberRole }: Admission,
  request: FastifyRequest,
  partitionId: string,
  arrivedMs?: number,
): Promise<void> {
  const { headers } = request;
  const { address: ip } = clientOf(request);
  const caller = await authenticate(
    arrivedMs === undefined ? { headers, ip } : { headers, ip, arrivedMs },
  );
  if (!caller || caller.token?.scopes.includes('read') === false) throw notAuthenticated();
  const isOpen = mayTouchPartition(caller, partitionId);
  if (!isOpen || (await findMemberRole(caller, partitionId)) === undefined)
    throw notFound('partition');
}
