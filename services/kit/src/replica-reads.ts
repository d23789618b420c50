import type { FastifyRequest } from 'fastify';
import { requestClassOf, type Endpoint, type RawQuery } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import { positionHeader, positionPattern } from '@annals/contracts/position';
import { mayTouchPartition, type Caller, type FindMemberRole } from './caller.ts';
import type { Queryable, Stop } from './database/queryable.ts';
import type { ReadReplicas } from './database/read-replicas.ts';
import type { ReplicaReads } from './database/replica.ts';
import { badRequest, notFound } from './problem.ts';

interface Read {
  endpoint: Endpoint;
  caller: Caller;
  params: unknown;
  request: FastifyRequest;
  primary: Queryable;
  stop: Stop;
}

/**
 * The database for a read that a replica may answer; undefined if the primary has to. The caller's access is always
 * checked on the primary, so that revoked access ends at once, also on replicas.
 * @throws Problem 404 if the caller may not read the partition, 400 if the position is malformed
 */
export async function replicaReads(
  replicas: ReadReplicas,
  findMemberRole: FindMemberRole | undefined,
  { endpoint, caller, params, request, primary, stop }: Read,
): Promise<ReplicaReads | undefined> {
  const { access, mayLag } = endpoint;
  if (mayLag !== true || access.kind !== 'partition' || !findMemberRole) return undefined;
  // A read with changeSet writes the changes first.
  if (requestClassOf(endpoint, request.query as RawQuery) !== 'read') return undefined;
  const position = positionIn(request);
  if (!replicas.has(position)) return undefined;
  const { partitionId } = params as { partitionId: string };
  if (!mayTouchPartition(caller, partitionId)) throw notFound('partition');
  const role = await findMemberRole(caller, partitionId);
  if (role === undefined) throw notFound('partition');
  // A caller without a position who may have just written expects to read it.
  if (position === undefined && role !== 'READER' && mayWriteWith(caller)) {
    replicas.noteWriter();
    return undefined;
  }
  return replicas.readsFor(position, { primary, stop });
}

const mayWriteWith = ({ token }: Caller): boolean =>
  !token || token.scopes.some((scope) => scope !== 'read');

function positionIn({ headers }: FastifyRequest): string | undefined {
  const position = headers[positionHeader];
  if (position === undefined) return undefined;
  if (typeof position === 'string' && positionPattern.test(position)) return position;
  throw badRequest(say('position'));
}
