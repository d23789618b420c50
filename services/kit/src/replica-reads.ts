import type { FastifyRequest } from 'fastify';
import { requestClassOf, type Endpoint, type RawQuery } from '@annals/contracts/endpoint';
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
 * The database for a read that a replica may answer; undefined where the primary has to. The rights of the caller are found on
 * the primary: a right that was taken is gone at once, also from reads of a replica.
 * @throws Problem 404 to who may not read the partition, 400 where the position is none
 */
export async function replicaReads(
  replicas: ReadReplicas,
  findMemberRole: FindMemberRole | undefined,
  { endpoint, caller, params, request, primary, stop }: Read,
): Promise<ReplicaReads | undefined> {
  const { access, mayLag } = endpoint;
  if (mayLag !== true || access.kind !== 'partition' || !findMemberRole) return undefined;
  // What a change set would write is written first.
  if (requestClassOf(endpoint, request.query as RawQuery) !== 'read') return undefined;
  const position = positionIn(request);
  if (!replicas.has(position)) return undefined;
  const { partitionId } = params as { partitionId: string };
  if (!mayTouchPartition(caller, partitionId)) throw notFound('partition');
  const role = await findMemberRole(caller, partitionId);
  if (role === undefined) throw notFound('partition');
  // Who tells no position, and may have written a moment ago, expects to read that.
  if (position === undefined && role !== 'READER' && mayWriteWith(caller)) {
    replicas.noteWriter();
    return undefined;
  }
  return replicas.readsFor(position, { primary, stop });
}

const mayWriteWith = ({ token }: Caller): boolean =>
  !token || token.scopes.some((scope) => scope !== 'read');

function positionIn({ headers }: FastifyRequest): string | undefined {
  const given = headers[positionHeader];
  if (given === undefined) return undefined;
  if (typeof given === 'string' && positionPattern.test(given)) return given;
  throw badRequest(
    'The header Annals-Position is not one that an answer had, for example 0/16B3748.',
  );
}
