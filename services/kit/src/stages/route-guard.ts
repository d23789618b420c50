import type { FastifyRequest } from 'fastify';
import type { CallName, Endpoint } from '@annals/contracts/endpoint';
import type { Database } from '../database/queryable.ts';
import type { ReadReplicas } from '../database/read-replicas.ts';
import type { MemberRoleSource } from '../admitted-reads.ts';
import type { Authenticate, Caller, FindMemberRole } from '../caller.ts';
import type { IdempotentWrites } from '../idempotency/idempotent-writes.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { Tracing } from '../tracing.ts';

/** A write that the caller may not do. */
export interface RefusedWrite {
  /** The row, as `PUT /v1/users/{userId}`. */
  call: CallName;
  /** Its path with the ids and names that were asked for, if they are some. */
  path: string;
  /** In which it would have been. */
  partitionId: string | undefined;
  caller: Caller;
  request: FastifyRequest;
}

/** A read, or a write whose response may show more than it wrote, that was admitted and answered. */
export interface AnsweredRead {
  caller: Caller;
  params: Readonly<Record<string, string | undefined>>;
  request: FastifyRequest;
  /** What the handler returned, or the problem that it threw. */
  answer: unknown;
}

/** Checks before the handler: authentication, authorization and limits. */
export interface RouteGuard {
  authenticate: Authenticate;
  database: Database;
  /** Omitted: any number of requests run at once. */
  limits?: RequestLimits | undefined;
  /** Needed by a service that mounts calls with partition access. */
  findMemberRole?: FindMemberRole;
  /** Records that a write was refused with 403. */
  recordRefusal?: (refused: RefusedWrite) => Promise<void>;
  /** If set, reads in a partition determine the role in their first statement. */
  memberRoleSource?: MemberRoleSource;
  /** Handles the Idempotency-Key of every write of a signed-in caller; without it the handlers do. */
  idempotentWrites?: IdempotentWrites;
  /**
   * Validates every response against the contract, also the status of errors, and responds with 500 on a violation. For
   * tests: it costs time.
   */
  checkResponses?: boolean;
  /**
   * Returns what records the calls of a row that read; undefined if they are never recorded. The response leaves when it
   * resolves.
   */
  recordReads?: (row: Endpoint) => ((read: AnsweredRead) => Promise<void> | undefined) | undefined;
  /** Undefined if tracing is off. */
  tracing?: Tracing | undefined;
  /** Answer reads of rows with `mayLag`. */
  replicas?: ReadReplicas | undefined;
}
