import type { FastifyRequest } from 'fastify';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import { freshProofActionsOf } from '@annals/contracts/fresh-proof';
import { say } from '@annals/contracts/messages';
import { memberRoleSuffices } from '@annals/contracts/permissions';
import { AdmittedReads } from '../admitted-reads.ts';
import { mayTouchPartition, type Caller } from '../caller.ts';
import { withAbortSignal, type Queryable, type Stop } from '../database/queryable.ts';
import { forbidden, notFound } from '../problem.ts';
import { replicaReads } from '../replica-reads.ts';
import type { RouteGuard } from './route-guard.ts';

/** What the handler of an admitted request works with. */
export interface Admission {
  /** The database as this request uses it. */
  queryable: Queryable;
  /**
   * Resolves if the caller may read what the handler has read. Call it before anything is revealed.
   * @throws Problem 404
   */
  confirm(): Promise<void>;
  /** Whether a replica has answered so far. */
  readonly isOfReplica: boolean;
}

interface Request {
  caller: Caller | undefined;
  params: unknown;
  request: FastifyRequest;
  stop: Stop;
}

/**
 * Admits a caller to a call: to its partition, and with a recent proof of identity if a rule wants one for its actions.
 * @throws Problem 403 or 404
 */
export async function admit(
  endpoint: Endpoint,
  guard: Omit<RouteGuard, 'authenticate'>,
  request: Request,
): Promise<Admission> {
  const admission = await admitToData(endpoint, guard, request);
  const actions = freshProofActionsOf(`${endpoint.method} ${endpoint.path as `/${string}`}`);
  // After the admission: whoever may not even know of a partition is not asked either.
  if (actions.length > 0) await request.caller?.requireProofFor?.(actions);
  return admission;
}

/**
 * Admits a caller to the partition of a call. A read determines the role in its first statement, or before it if a replica
 * or a stream answers; all others determine it here.
 * @throws Problem 403 or 404
 */
async function admitToData(
  endpoint: Endpoint,
  guard: Omit<RouteGuard, 'authenticate'>,
  { caller, params, request, stop }: Request,
): Promise<Admission> {
  const database = withAbortSignal(guard.database, stop);
  if (!caller) return admitWith(database);
  const { replicas, findMemberRole } = guard;
  const read = { endpoint, caller, params, request, primary: database, stop };
  const lagging = replicas && (await replicaReads(replicas, findMemberRole, read));
  if (lagging)
    return {
      queryable: lagging,
      confirm: async () => undefined,
      get isOfReplica() {
        return lagging.isOfReplica;
      },
    };
  // What a stream has sent could not be taken back if the caller turns out not to be admitted.
  const reads = acceptsStream(endpoint, request)
    ? undefined
    : admittedReads(endpoint, guard, caller, params, database);
  if (reads) return { queryable: reads, confirm: () => reads.admitted(), isOfReplica: false };
  await admitToPartition(endpoint, guard, caller, params);
  return admitWith(database);
}

const admitWith = (queryable: Queryable): Admission => ({
  queryable,
  confirm: async () => undefined,
  isOfReplica: false,
});

/** The database for a call that any member of the partition may make; undefined for other calls. */
function admittedReads(
  endpoint: Endpoint,
  { memberRoleSource }: Pick<RouteGuard, 'memberRoleSource'>,
  caller: Caller,
  params: unknown,
  database: Queryable,
): AdmittedReads | undefined {
  const { access } = endpoint;
  if (access.kind !== 'partition' || access.role !== 'READER' || !isRead(endpoint)) return;
  if (!memberRoleSource) return;
  const { partitionId } = params as { partitionId: string };
  if (!mayTouchPartition(caller, partitionId)) throw notFound('partition');
  return new AdmittedReads(database, memberRoleSource, { caller, partitionId });
}

async function admitToPartition(
  { access }: Endpoint,
  guard: Pick<RouteGuard, 'findMemberRole'>,
  caller: Caller,
  params: unknown,
): Promise<void> {
  if (access.kind !== 'partition') return;
  const { partitionId } = params as { partitionId: string };
  if (!mayTouchPartition(caller, partitionId)) throw notFound('partition');
  const role = await guard.findMemberRole?.(caller, partitionId);
  if (role === undefined) throw notFound('partition');
  const { orPermission } = access;
  if (orPermission !== undefined && caller.scope(orPermission) === 'all') return;
  if (!memberRoleSuffices(role, access.role))
    throw forbidden(say('roleMissing', { needed: access.role, role }));
  if (access.role !== 'READER' && caller.scope('partitions:write') === undefined)
    throw forbidden(say('noWritingRole'));
}

/** Whether the caller accepts the stream that the row offers. */
export function acceptsStream({ streamsAs }: Endpoint, { headers }: FastifyRequest): boolean {
  return streamsAs !== undefined && headers.accept?.includes(streamsAs) === true;
}
