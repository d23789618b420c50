import type * as z from 'zod/mini';
import type { MemberRole, Permission } from './permissions.ts';

/**
 * Who may call. `public`: anyone. `signedIn`: any valid session or API token (with `anyScope`, whatever it is good for).
 * `session`: a session alone, since it is about credentials. `permission`: a permission that one of the caller's roles
 * carries (with `inSession`, in a session alone, since it goes on in a browser). `partition`: at least that member role
 * in the partition named by `partitionId` (who may read or write every partition by permission passes too).
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn'; readonly anyScope?: true }
  | { readonly kind: 'session' }
  | { readonly kind: 'permission'; readonly permission: Permission; readonly inSession?: true }
  | { readonly kind: 'partition'; readonly role: MemberRole };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The name of a call, as `GET /v1/users/{userId}`: for whoever must not load its whole row. */
export type CallName = `${Method} /${string}`;

/** Which limits a request counts against. Of `read` and `write`, only a read takes `asOf` and may be stopped halfway. */
export type RequestClass = 'read' | 'write' | 'signIn' | 'renewal';

/** The query of a request before it is validated. */
export type RawQuery = Readonly<Record<string, unknown>>;

type Schema = z.core.$ZodType;

/** One call of the product: the service mounts it, the console calls it, OpenAPI and the access tests read it. */
export interface Endpoint<
  Path extends string = string,
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  Rule extends Access = Access,
> {
  readonly method: Method;
  /** As the client sends it, with `{name}` for a parameter. A leading /authentication is stripped before it arrives. */
  readonly path: Path;
  readonly summary: string;
  /** The specification lists it: any service has it. The others a service may do without. */
  readonly specified?: true;
  /** It is the specification's call only with this parameter of the query. */
  readonly specifiedWith?: string;
  readonly access: Rule;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** The status of a success. */
  readonly status: 200 | 201 | 202 | 204;
  /** Unless the row says otherwise a GET is a read and everything else a write. */
  readonly requestClass: RequestClass | ((query: RawQuery) => RequestClass);
  /** With this media type in Accept the answer is a stream of everything, in place of one page. */
  readonly streamsAs?: string;
  /** The answer holds something that is shown once (a token, a code, a link): it is never kept for a repetition. */
  readonly secretAnswer?: true;
  /** A write that comes to the same when it is sent again, and so takes no Idempotency-Key. */
  readonly repeatable?: true;
  /** An edit that If-Match refuses where what it edits has changed since it was read. */
  readonly takesIfMatch?: true;
  /** A read of versions that a replica may answer, from a few seconds ago. */
  readonly mayLag?: true;
}

interface EndpointInput<
  Path extends string,
  Params extends Schema | undefined,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Response extends Schema,
  Rule extends Access,
> {
  method: Method;
  path: Path;
  summary: string;
  specified?: true;
  specifiedWith?: string;
  access: Rule;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
  status?: 200 | 201 | 202 | 204;
  requestClass?: Endpoint['requestClass'];
  streamsAs?: string;
  secretAnswer?: true;
  repeatable?: true;
  takesIfMatch?: true;
  mayLag?: true;
}

/* A bundle leaves out the rows that nothing in it uses. @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Path extends string,
  Response extends Schema,
  const Rule extends Access,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  input: EndpointInput<Path, Params, Query, Body, Response, Rule>,
): Endpoint<Path, Params, Query, Body, Response, Rule> {
  return {
    status: 200,
    requestClass: input.method === 'GET' ? 'read' : 'write',
    params: undefined as Params,
    query: undefined as Query,
    body: undefined as Body,
    ...input,
  };
}

export function requestClassOf({ requestClass }: Endpoint, query: RawQuery): RequestClass {
  if (typeof requestClass === 'function') return requestClass(query);
  // What the change set would write is written before it is read, and rolled back.
  return requestClass === 'read' && query['changeSet'] !== undefined ? 'write' : requestClass;
}

/** Whether calls of this row leave everything as it is. */
export const isRead = ({ requestClass }: Endpoint): boolean => requestClass === 'read';

type Output<S> = S extends Schema ? z.core.output<S> : undefined;
type Input<S> = S extends Schema ? z.core.input<S> : undefined;

/** What a handler receives. */
export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
/** What a handler returns and a client reads. */
export type ResponseOf<E extends Endpoint> = z.core.output<E['response']>;

/** What a client gives: only the parts the endpoint has. */
export type CallInput<E extends Endpoint> = (E['params'] extends Schema
  ? { params: Input<E['params']> }
  : unknown) &
  (E['query'] extends Schema ? { query?: Input<E['query']> } : unknown) &
  (E['body'] extends Schema ? { body: Input<E['body']> } : unknown);
