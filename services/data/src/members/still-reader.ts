import type { FastifyRequest } from 'fastify';
import { mayTouchPartition } from '@annals/kit/caller';
import type { RouteGuard } from '@annals/kit/mount';
import { notAuthenticated, notFound } from '@annals/kit/problem';
import { clientOf } from '@annals/kit/request-origins';

/** Whom the calls are open to. */
export type Admission = Required<Pick<RouteGuard, 'authenticate' | 'findMemberRole'>>;

/**
 * Asks again whether a request that has been going on for a while may read the partition.
 * @param arrivedMs when the request came; an access token that has run out since is good enough
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
