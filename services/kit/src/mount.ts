import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  isRead,
  requestClassOf,
  type Access,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type RawQuery,
  type ResponseOf,
} from '@annals/contracts/endpoint';
import { positionHeader } from '@annals/contracts/position';
import { serviceHeader, serviceOf } from '@annals/contracts/service-name';
import { memberRoleSuffices, type TokenScope } from '@annals/contracts/permissions';
import {
  mayTouchPartition,
  type Authenticate,
  type Caller,
  type FindMemberRole,
} from './caller.ts';
import { AdmittedReads, type MemberRoleSource } from './admitted-reads.ts';
import type { ReadReplicas } from './database/read-replicas.ts';
import { withAbortSignal, type Database, type Queryable, type Stop } from './database/queryable.ts';
import { errors, errorsOf } from './error-statuses.ts';
import { setEtag } from './etag.ts';
import { holdClaim, type IdempotentWrites } from './idempotency/idempotent-writes.ts';
import { idempotencyOf } from './idempotency/idempotency-key.ts';
import { JsonText } from './json-text.ts';
import {
  CallerCache,
  RequestBounds,
  strangerKey,
  type RequestLimits,
} from './limits/request-limits.ts';
import type { Steps } from './limits/steps.ts';
import { replicaReads } from './replica-reads.ts';
import { clientOf } from './request-clients.ts';
import {
  badRequest,
  conflict,
  forbidden,
  notAuthenticated,
  notFound,
  sessionNeeded,
  type FieldProblem,
  Problem,
} from './problem.ts';
import { ofTrace, type Tracing } from './tracing.ts';

// Without a locale, zod/mini only says "Invalid input".
z.config(z.locales.en());

type CallerOf<E extends Endpoint> = E['access'] extends { kind: 'public' }
  ? Caller | undefined
  : Caller;

/** The arguments of a handler: validated input, the caller, and the raw request for rare headers. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: CallerOf<E>;
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

/** Checks before the handler: authentication, authorization and limits. */
export interface RouteGuard {
  authenticate: Authenticate;
  database: Database;
  /** Omitted: any number of requests run at once. */
  limits?: RequestLimits | undefined;
  /** Needed by a service that mounts calls with partition access. */
  findMemberRole?: FindMemberRole;
  /** If set, reads in a partition determine the role in their first statement. */
  memberRoleSource?: MemberRoleSource;
  /** Handles the Idempotency-Key of every write of a signed-in caller; without it the handlers do. */
  idempotentWrites?: IdempotentWrites;
  /**
   * Validates every response against the contract, also the status of errors, and responds with 500 on a violation. For
   * tests: it costs time.
   */
  checkResponses?: boolean;
  /** Undefined if tracing is off. */
  tracing?: Tracing | undefined;
  /** Answer reads of rows with `mayLag`. */
  replicas?: ReadReplicas | undefined;
}

/**
 * Returns the function that mounts contract rows as routes: access rule, validation and status come from the row.
 * @throws when a row has no access rule, so that such a service does not start
 */
export function mountOn(app: FastifyInstance, guard: RouteGuard): Mount {
  const knownCallers = new CallerCache();
  return (endpoint, handler) => {
    requireAccessRule(endpoint, guard);
    const isWrite = !isRead(endpoint);
    const scope = tokenScopeFor(endpoint);
    const service = serviceOf(endpoint.path);
    app.route({
      method: endpoint.method,
      url: routePattern(endpoint.path),
      config: { endpoint },
      onRequest: (request, reply, done) => {
        reply.header(serviceHeader, service);
        done(earlyRefusal(request));
      },
      handler: traced(
        guard.tracing,
        endpoint,
        withKnownErrors(guard, endpoint, async (request, reply) => {
          // Access is checked before the rest of the input, so that unauthorized callers learn nothing from error
          // messages.
          const caller = await identify(endpoint, guard, request, scope);
          if (caller) knownCallers.remember(request, caller.userId);
          const key = caller?.userId ?? strangerKey(request);
          const bounds = new RequestBounds(reply, { isWrite, key, limits: guard.limits });
          const answering = async () => {
            const permit = limiterOf(request)?.acquire(key, bounds.stop);
            if (permit) bounds.attach(await permit);
            const params = checked(endpoint.params, request.params, 'params');
            const database = withAbortSignal(guard.database, bounds.stop);
            const lagging =
              caller &&
              guard.replicas &&
              (await replicaReads(guard.replicas, guard.findMemberRole, {
                endpoint,
                caller,
                params,
                request,
                primary: database,
                stop: bounds.stop,
              }));
            // What a stream has sent could not be taken back if the caller turns out not to be admitted.
            const reads = lagging
              ? undefined
              : caller && !acceptsStream(endpoint, request)
                ? admittedReads(endpoint, guard, caller, params, database)
                : undefined;
            if (caller && !reads && !lagging)
              await admitToPartition(endpoint, guard, caller, params);
            if (isWrite) refuseAsOf(request.query);
            const handled = async () => {
              reply.code(endpoint.status);
              try {
                return await handler({
                  params,
                  query: checked(endpoint.query, request.query, 'query'),
                  body: checked(endpoint.body, request.body, 'body'),
                  caller,
                  signal: bounds.stop,
                  queryable: lagging ?? reads ?? database,
                  releasePermit: () => bounds.release(),
                  steps: bounds,
                  acceptsStream: acceptsStream(endpoint, request),
                  request,
                  reply,
                } as Call<typeof endpoint>);
              } finally {
                // A missing permission takes precedence over any other error.
                await reads?.admitted();
              }
            };
            /** A client that sends it back reads nothing older than this response. */
            const setPositionHeader = async () => {
              if (guard.replicas) reply.header(positionHeader, await guard.replicas.position());
            };
            const answer = async (): Promise<Response | Readable> => {
              const value = await handled().catch(async (error: unknown) => {
                // For example a 412: the client has to see the concurrent change when it reads again.
                if (isWrite && error instanceof Problem) await setPositionHeader();
                throw error;
              });
              if (value instanceof Readable) return value;
              if (!lagging?.isOfReplica) await setPositionHeader();
              if (value instanceof JsonText) {
                if (guard.checkResponses)
                  z.parse(endpoint.response, JSON.parse(String(value.text)));
                return { status: reply.statusCode, text: value.text };
              }
              if (guard.checkResponses) z.parse(endpoint.response, value);
              setEtag(reply, value);
              const text: string | undefined = JSON.stringify(value);
              return { status: reply.statusCode, text };
            };
            return isWrite && caller
              ? answerOnce(endpoint, guard, { caller, request, reply }, answer)
              : answer();
          };
          const answer = await bounds.around(answering);
          if (answer instanceof Readable) {
            await limitStream(answer, key);
            return reply.code(endpoint.status).type(streamTypeOf(endpoint)).send(answer);
          }
          const { status, text } = answer;
          reply.code(status);
          if (status === 204) return reply.send();
          reply.header('content-type', 'application/json; charset=utf-8');
          return reply.send(bodyOf(text));
        }),
      ),
    });

    function limiterOf({ query }: FastifyRequest) {
      return guard.limits?.[requestClassOf(endpoint, query as RawQuery)];
    }

    /** @throws Problem when the caller has too many streams open */
    async function limitStream(stream: Readable, key: string): Promise<void> {
      try {
        const permit = await guard.limits?.stream.acquire(key);
        stream.once('close', () => permit?.release());
      } catch (error) {
        stream.destroy();
        throw error;
      }
    }

    /** Whether the request would be refused before its body is read. */
    function earlyRefusal(request: FastifyRequest): Problem | undefined {
      const known = knownCallers.find(request);
      return known === undefined ? undefined : limiterOf(request)?.refusalOf(known);
    }
  };
}

/** Without text for a 204. */
interface Response {
  status: number;
  text: string | Buffer | undefined;
}

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Returns the handler itself if tracing is off, so that it costs requests nothing. */
function traced(
  tracing: Tracing | undefined,
  { method, path }: Endpoint,
  handler: RouteHandler,
): RouteHandler {
  if (!tracing) return handler;
  const attributes = { 'http.request.method': method, 'http.route': path };
  return (request, reply) => {
    const { traceparent: parent } = request.headers;
    const start = { name: `${method} ${path}`, kind: 'server' as const, attributes, parent };
    return tracing.span(start, async (note) => {
      request.log = ofTrace(request.log, tracing);
      try {
        return await handler(request, reply);
      } catch (error) {
        note({ 'http.response.status_code': error instanceof Problem ? error.status : 500 });
        throw error;
      } finally {
        if (reply.sent) note({ 'http.response.status_code': reply.statusCode });
      }
    });
  };
}

/** For tests: an error that the API document does not list for the call is a defect. */
function withKnownErrors(
  { checkResponses }: RouteGuard,
  endpoint: Endpoint,
  handler: RouteHandler,
): RouteHandler {
  if (!checkResponses) return handler;
  const listed = new Set<number>(errorsOf(endpoint).map((name) => errors[name].status));
  return (request, reply) =>
    handler(request, reply).catch((error: unknown) => {
      if (error instanceof Problem && !listed.has(error.status) && !dependsOnOthers(error))
        throw new Error(
          `${endpoint.method} ${endpoint.path} must not answer ${error.status}; see error-statuses.ts.`,
          { cause: error },
        );
      throw error;
    });
}

/** What a server that the call asks answers is listed as default. */
const dependsOnOthers = ({ status }: Problem): boolean => status === 501 || status === 502;

const longText = 16 * 1024;

/**
 * Encodes a long text here, because the server would first append it to the headers and reserve three times its size.
 */
const bodyOf = (text: string | Buffer | undefined): string | Buffer | undefined =>
  typeof text === 'string' && text.length > longText ? Buffer.from(text) : text;

/** A repetition of the same write gets the first response. */
async function answerOnce(
  { secretAnswer }: Endpoint,
  { idempotentWrites }: RouteGuard,
  { caller, request, reply }: { caller: Caller; request: FastifyRequest; reply: FastifyReply },
  answering: () => Promise<Response | Readable>,
): Promise<Response | Readable> {
  const idempotency = idempotentWrites && idempotencyOf(request, caller);
  if (!idempotency) return answering();
  const options = { secret: secretAnswer === true, log: request.log };
  const answer = await idempotentWrites.run(idempotency, options, async (claim) => {
    holdClaim(request, claim);
    const first = await answering();
    if (first instanceof Readable) throw new Error('An answer to a write cannot be streamed.');
    return { status: first.status, text: first.text?.toString() };
  });
  if (answer.text !== undefined) setEtag(reply, JSON.parse(answer.text));
  return answer;
}

/** The path in Fastify's syntax, without the prefix that the proxy strips. */
export function routePattern(path: string): string {
  return path.replace(/^\/authentication(?=\/)/, '').replace(/\{(\w+)\}/g, ':$1');
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

/** A page that shows the past must not write as if it were the present. */
function refuseAsOf(query: unknown): void {
  if (typeof query === 'object' && query !== null && 'asOf' in query)
    throw conflict('as_of_write', 'The past cannot be changed. Omit asOf to write to the present.');
}

function acceptsStream({ streamsAs }: Endpoint, { headers }: FastifyRequest): boolean {
  return streamsAs !== undefined && headers.accept?.includes(streamsAs) === true;
}

function streamTypeOf({ method, path, streamsAs }: Endpoint): string {
  if (streamsAs === undefined) throw new Error(`${method} ${path} does not declare a stream.`);
  return streamsAs;
}

async function identify(
  { access }: Endpoint,
  guard: RouteGuard,
  request: FastifyRequest,
  scope: TokenScope,
): Promise<Caller | undefined> {
  if (access.kind === 'public') return undefined;
  const { headers } = request;
  const caller = await guard.authenticate({ headers, ip: clientOf(request).address });
  if (!caller) throw notAuthenticated();
  if (caller.token && needsSession(access)) throw sessionNeeded();
  const anyScope = access.kind === 'signedIn' && access.anyScope === true;
  if (caller.token && !anyScope && !caller.token.scopes.includes(scope))
    throw forbidden(`This API token lacks the scope ${scope}. Use one that has it.`);
  if (access.kind === 'permission' && caller.scope(access.permission) === undefined)
    throw forbidden();
  return caller;
}

/** Whether a call is refused to all API tokens. */
export function needsSession(access: Access): boolean {
  return access.kind === 'session' || (access.kind === 'permission' && access.inSession === true);
}

/** The database for a call that any member of the partition may make; undefined for other calls. */
function admittedReads(
  endpoint: Endpoint,
  { memberRoleSource }: RouteGuard,
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
  guard: RouteGuard,
  caller: Caller,
  params: unknown,
): Promise<void> {
  if (access.kind !== 'partition') return;
  const { partitionId } = params as { partitionId: string };
  if (!mayTouchPartition(caller, partitionId)) throw notFound('partition');
  const role = await guard.findMemberRole?.(caller, partitionId);
  if (role === undefined) throw notFound('partition');
  if (!memberRoleSuffices(role, access.role))
    throw forbidden(`This needs the role ${access.role} in the partition; you have ${role}.`);
  if (access.role !== 'READER' && caller.scope('partitions:write') === undefined)
    throw forbidden('None of your roles allows writing, regardless of your role in the partition.');
}

/**
 * The required scope of an API token. Actions reserved for partition owners need `admin`, such as managing members or
 * erasing. A token with `write` adds versions and removes nothing.
 */
export function tokenScopeFor(endpoint: Endpoint): TokenScope {
  if (isRead(endpoint)) return 'read';
  const { access } = endpoint;
  return access.kind === 'partition' && access.role !== 'OWNER' ? 'write' : 'admin';
}

/** The database accepts neither NUL nor lone surrogates. In a body the parser refuses both. */
function requireStorable(input: unknown, part: string): void {
  const fields: FieldProblem[] = [];
  for (const [name, value] of Object.entries(input ?? {}))
    if (Array.isArray(value) ? !value.every(isStorable) : !isStorable(value))
      fields.push({
        path: `${part}.${name}`,
        message: 'Must not contain a NUL character or half of a surrogate pair.',
      });
  if (fields.length > 0) throw badRequest('Some of the input is not valid; see fields.', fields);
}

const isStorable = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

function checked(schema: z.core.$ZodType | undefined, input: unknown, part: string): unknown {
  if (part !== 'body') requireStorable(input, part);
  if (!schema) {
    if (part === 'params' || input === undefined || input === null) return undefined;
    const names = typeof input === 'object' ? Object.keys(input) : [part];
    if (names.length === 0) return undefined;
    throw badRequest(
      part === 'query' ? 'This call takes no query parameters.' : 'This call takes no body.',
      names.slice(0, 50).map((name) => ({ path: `${part}.${name}`, message: 'Unknown.' })),
    );
  }
  const result = z.safeParse(schema, input ?? {});
  if (result.success) return result.data;
  throw badRequest('Some of the input is not valid; see fields.', fieldsOf(result.error, part));
}

function fieldsOf(error: z.core.$ZodError, part: string): FieldProblem[] {
  return error.issues.flatMap((issue) => fieldsOfIssue(issue, [part])).slice(0, 50);
}

type Issue = z.core.$ZodIssue;

function fieldsOfIssue(issue: Issue, parent: readonly string[]): FieldProblem[] {
  const path = [...parent, ...issue.path.map(String)];
  // For a union, the closest alternative determines the error.
  const nearest = issue.code === 'invalid_union' ? issue.errors.toSorted(byLength)[0] : undefined;
  if (nearest && nearest.length > 0) return nearest.flatMap((inner) => fieldsOfIssue(inner, path));
  const message =
    issue.code === 'unrecognized_keys'
      ? `Unknown: ${issue.keys.join(', ').slice(0, 200)}.`
      : issue.message;
  return [{ path: path.join('.'), message }];
}

const byLength = (left: readonly Issue[], right: readonly Issue[]) => left.length - right.length;
