import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@annals/contracts/endpoint';
import { memberRoleSuffices } from '@annals/contracts/roles';
import type { Authenticate, Caller, FindMemberRole } from './caller.ts';
import { badRequest, forbidden, notAuthenticated, notFound, type FieldProblem } from './problem.ts';

type CallerOf<E extends Endpoint> = E['access'] extends { kind: 'public' }
  ? Caller | undefined
  : Caller;

/** What a handler is given: validated input, who asks, and the raw request for the rare header. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: CallerOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ResponseOf<E>>;

export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

export interface Gate {
  authenticate: Authenticate;
  /** Needed by a service that mounts calls with partition access. */
  findMemberRole?: FindMemberRole;
  /** Check every answer against the contract, and answer 500 when it breaks it. For tests: it costs time. */
  checkResponses?: boolean;
}

/**
 * Makes the function that mounts contract rows as routes: access rule, validation and status come from the row.
 * @throws when a row has no access rule, so that such a service does not start
 */
export function mountOn(app: FastifyInstance, gate: Gate): Mount {
  return (endpoint, handler) => {
    requireAccessRule(endpoint);
    app.route({
      method: endpoint.method,
      url: routePattern(endpoint.path),
      config: { endpoint },
      handler: async (request, reply) => {
        // Access comes before the rest of the input, so that a stranger learns nothing from error texts.
        const caller = await identify(endpoint, gate, request);
        const params = checked(endpoint.params, request.params, 'params');
        if (caller) await admitToPartition(endpoint, gate, caller, params);
        const call = {
          params,
          query: checked(endpoint.query, request.query, 'query'),
          body: checked(endpoint.body, request.body, 'body'),
          caller,
          request,
          reply,
        };
        const answer = await handler(call as Call<typeof endpoint>);
        if (gate.checkResponses) z.parse(endpoint.response, answer);
        reply.code(endpoint.status);
        if (endpoint.status === 204) return reply.send();
        reply.header('content-type', 'application/json; charset=utf-8');
        return reply.send(JSON.stringify(answer));
      },
    });
  };
}

/** The path as Fastify writes it and as the service receives it: without the prefix that the proxy strips. */
export function routePattern(path: string): string {
  return path.replace(/^\/authentication(?=\/)/, '').replace(/\{(\w+)\}/g, ':$1');
}

function requireAccessRule(endpoint: Endpoint): void {
  const kind: string | undefined = (endpoint as Partial<Endpoint>).access?.kind;
  if (kind === undefined || !['public', 'signedIn', 'permission', 'partition'].includes(kind))
    throw new Error(
      `${endpoint.method} ${endpoint.path} has no access rule. Say in its contract row who may call it.`,
    );
}

async function identify(
  { access }: Endpoint,
  gate: Gate,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  if (access.kind === 'public') return undefined;
  const caller = await gate.authenticate(request.headers);
  if (!caller) throw notAuthenticated();
  if (access.kind === 'permission' && caller.reach(access.permission) === undefined)
    throw forbidden();
  return caller;
}

async function admitToPartition(
  { access }: Endpoint,
  gate: Gate,
  caller: Caller,
  params: unknown,
): Promise<void> {
  if (access.kind !== 'partition') return;
  const { partitionId } = params as { partitionId: string };
  const role = await gate.findMemberRole?.(caller, partitionId);
  if (role === undefined) throw notFound('partition');
  if (!memberRoleSuffices(role, access.role))
    throw forbidden(`This needs the role ${access.role} in the partition; you have ${role}.`);
}

function checked(schema: z.core.$ZodType | undefined, input: unknown, place: string): unknown {
  if (!schema) {
    const names = place === 'query' ? Object.keys(input ?? {}) : [];
    if (names.length === 0) return undefined;
    throw badRequest(
      'This call takes no query parameters.',
      names.slice(0, 50).map((name) => ({ path: `query.${name}`, message: 'Unknown parameter.' })),
    );
  }
  const result = z.safeParse(schema, input ?? {});
  if (result.success) return result.data;
  throw badRequest('Some of the input is not right; see fields.', fieldsOf(result.error, place));
}

function fieldsOf(error: z.core.$ZodError, place: string): FieldProblem[] {
  return error.issues.slice(0, 50).map((issue) => ({
    path: [place, ...issue.path.map(String)].join('.'),
    message:
      issue.code === 'unrecognized_keys'
        ? `Unknown: ${issue.keys.join(', ').slice(0, 200)}.`
        : issue.message,
  }));
}
