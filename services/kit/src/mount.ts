import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  isRead,
  requestClassOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type RawQuery,
  type ResponseOf,
} from '@annals/contracts/endpoint';
import { serviceHeader, serviceOf } from '@annals/contracts/service-name';
import type { Caller } from './caller.ts';
import type { Queryable, Stop } from './database/queryable.ts';
import { takesIdempotencyKey } from './error-statuses.ts';
import { idempotencyOf, type Idempotency } from './idempotency/idempotency-key.ts';
import { refuseIfMatch } from './etag.ts';
import type { JsonText } from './json-text.ts';
import { CallerCache, RequestBounds, strangerKey } from './limits/request-limits.ts';
import type { Steps } from './limits/steps.ts';
import { Problem } from './problem.ts';
import { acceptsStream, admit } from './stages/admit.ts';
import { answerOnce, render, send } from './stages/answer.ts';
import { checkInput, refuseAsOf } from './stages/check-input.ts';
import { identify } from './stages/identify.ts';
import { withKnownErrors } from './stages/known-errors.ts';
import { withRecordedRefusals } from './stages/recorded-refusals.ts';
import { RefusedWrites } from './stages/refused-writes.ts';
import type { AnsweredRead, RouteGuard } from './stages/route-guard.ts';
import { traceHandler, type RouteHandler } from './stages/trace.ts';

type ReadParams = AnsweredRead['params'];

type CallerOf<E extends Endpoint> = E['access'] extends { kind: 'public' }
  ? Caller | undefined
  : Caller;

/** The arguments of a handler: validated input, the caller, and the raw request for rare headers. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: CallerOf<E>;
  /** The Idempotency-Key of a write; undefined without one, and for a public call. */
  idempotency: Idempotency | undefined;
  /**
   * Aborted when the client has gone or a read has taken too long. Long work checks it between steps; it is never
   * aborted for a write that has started.
   */
  signal: Stop;
  /** The database as this request uses it: its statements are cancelled when `signal` is aborted. */
  queryable: Queryable;
  /** Lets another request of the caller run while this one waits without using resources, as in a long poll. */
  releasePermit: () => void;
  /** Those of a read that takes longer than a few milliseconds, so that others get their turn in between. */
  steps: Steps;
  /** Whether the caller accepts the stream that the row offers; the handler then returns a readable one. */
  acceptsStream: boolean;
  request: FastifyRequest;
  /**
   * Its status is already that of the row; `code` sets another one, for example for a dry run of a call that creates.
   */
  reply: FastifyReply;
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<ResponseOf<E> | JsonText | Readable>;

export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/**
 * Returns the function that mounts contract rows as routes: access rule, validation and status come from the row. The
 * stages of a request run in the order in which they stand here.
 * @throws when a row has no access rule, or changes something and does not say what is recorded: such a service does not
 * start
 */
export function mountOn(app: FastifyInstance, guard: RouteGuard): Mount {
  const { limits } = guard;
  const knownCallers = new CallerCache();
  const refusedWrites = new RefusedWrites(guard);
  return (endpoint, handler) => {
    requireAccessRule(endpoint, guard);
    const isWrite = !isRead(endpoint);
    if (isWrite && endpoint.records === undefined)
      throw new Error(
        `${endpoint.method} ${endpoint.path} changes something unrecorded. Say in its contract row what it records.`,
      );
    const recordRead = guard.recordReads?.(endpoint);
    const service = serviceOf(endpoint.path);
    const guardHandler = (handle: RouteHandler) =>
      withKnownErrors(
        guard,
        endpoint,
        withRecordedRefusals(endpoint, refusedWrites.recording(endpoint, handle)),
      );
    const limiterFor = ({ query }: FastifyRequest) =>
      limits?.[requestClassOf(endpoint, query as RawQuery)];
    app.route({
      method: endpoint.method,
      url: routePattern(endpoint.path),
      exposeHeadRoute: false,
      config: { endpoint },
      // Before the body is read.
      onRequest: (request, reply, done) => {
        reply.header(serviceHeader, service);
        const key = knownCallers.find(request);
        done(key === undefined ? undefined : limiterFor(request)?.refusalOf(key));
      },
      handler: traceHandler(
        guard.tracing,
        endpoint,
        guardHandler(async (request, reply) => {
          // Access is checked before the rest of the input, so that unauthorized callers learn nothing from error
          // messages.
          const caller = await identify(endpoint, guard, request, (authenticated) =>
            refusedWrites.hold(request, authenticated),
          );
          if (caller) knownCallers.remember(request, caller.userId);
          const key = caller?.userId ?? strangerKey(request);
          const bounds = new RequestBounds(reply, { isWrite, key, limits });
          const answer = await bounds.around(async () => {
            const permit = limiterFor(request)?.acquire(key, bounds.stop);
            if (permit) bounds.attach(await permit);
            const params = checkInput(endpoint.params, request.params, 'params');
            const admission = await admit(endpoint, guard, {
              caller,
              params,
              request,
              stop: bounds.stop,
            });
            if (isWrite) {
              refuseAsOf(request.query);
              refuseIfMatch(endpoint, request);
            }
            const idempotency = caller && isWrite ? idempotencyOf(request, caller) : undefined;
            let isKeyRead = false;
            const recordAnswer =
              recordRead && caller
                ? (said: unknown) =>
                    recordRead({
                      caller,
                      params: (params ?? {}) as ReadParams,
                      request,
                      answer: said,
                    })
                : undefined;
            const handle = async () => {
              reply.code(endpoint.status);
              let result: unknown;
              try {
                try {
                  result = await handler({
                    params,
                    query: checkInput(endpoint.query, request.query, 'query'),
                    body: checkInput(endpoint.body, request.body, 'body'),
                    caller,
                    get idempotency() {
                      isKeyRead = true;
                      return idempotency;
                    },
                    signal: bounds.stop,
                    queryable: admission.queryable,
                    releasePermit: () => bounds.release(),
                    steps: bounds,
                    acceptsStream: acceptsStream(endpoint, request),
                    request,
                    reply,
                  } as Call<typeof endpoint>);
                  if (guard.checkResponses && !isKeyRead) requireKeyIsFramed(endpoint, guard);
                } finally {
                  // A missing permission takes precedence over any other error.
                  await admission.confirm();
                }
              } catch (error) {
                // A conflict shows what it is with.
                if (isWrite && error instanceof Problem) await recordAnswer?.(error);
                throw error;
              }
              const recorded = recordAnswer?.(result);
              if (recorded) await recorded;
              return result;
            };
            return answerOnce(endpoint, guard, { idempotency, request, reply }, () =>
              render(endpoint, guard, { reply, admission }, handle),
            );
          });
          return send(endpoint, guard, { key, reply }, answer);
        }),
      ),
    });
  };
}

/** The path in Fastify's syntax, without the prefix that the proxy strips. */
export function routePattern(path: string): string {
  return path.replace(/^\/authentication(?=\/)/, '').replace(/\{(\w+)\}/g, ':$1');
}

/** @throws when neither the frame nor the handler looks at the Idempotency-Key that the document promises to honour */
function requireKeyIsFramed(endpoint: Endpoint, { idempotentWrites }: RouteGuard): void {
  if (!idempotentWrites && takesIdempotencyKey(endpoint))
    throw new Error(`${endpoint.method} ${endpoint.path} ignores its Idempotency-Key.`);
}

function requireAccessRule(endpoint: Endpoint, { findMemberRole }: RouteGuard): void {
  const kind: string | undefined = (endpoint as Partial<Endpoint>).access?.kind;
  if (
    kind === undefined ||
    !['public', 'signedIn', 'session', 'permission', 'partition'].includes(kind)
  )
    throw new Error(
      `${endpoint.method} ${endpoint.path} has no access rule. Say in its contract row who may call it.`,
    );
  if (kind === 'partition' && !findMemberRole)
    throw new Error(
      `${endpoint.method} ${endpoint.path} asks for a member role, which this service cannot find: give it findMemberRole.`,
    );
}
