import type * as z from 'zod/mini';
import type { EventAction } from './events.ts';
import type { MemberRole, Permission } from './permissions.ts';

/**
 * Who may call. `public`: anyone. `signedIn`: any valid session or API token (with `anyScope`, whatever its scopes).
 * `session`: a session only, because the call is about credentials. `permission`: a permission of one of the caller's
 * roles (with `inSession`, only in a session, because the call continues in a browser). `partition`: at least that
 * member role in the partition named by `partitionId` (a permission to read or write every partition suffices too), or
 * with `orPermission` that permission everywhere besides any member role.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn'; readonly anyScope?: true }
  | { readonly kind: 'session' }
  | { readonly kind: 'permission'; readonly permission: Permission; readonly inSession?: true }
  | {
      readonly kind: 'partition';
      readonly role: MemberRole;
      readonly orPermission?: Permission;
    };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The name of a call, as `GET /v1/users/{userId}`, for code that must not load its whole row. */
export type CallName = `${Method} /${string}`;

/** Which limits a request counts against. Only a `read` takes `asOf` and may be cancelled halfway. */
export type RequestClass = 'read' | 'write' | 'signIn' | 'renewal';

/**
 * What a call leaves behind for auditors: events of the audit log (each of these in some case), or `log`: versions in the
 * log of the partition; `changeSet`: a line in the history of the change set; `own`: something that concerns nobody but
 * the caller; `nothing`: no lasting change.
 */
export type Records = readonly EventAction[] | 'log' | 'changeSet' | 'own' | 'nothing';

/** The query of a request before it is validated. */
export type RawQuery = Readonly<Record<string, unknown>>;

type Schema = z.core.$ZodType;

/**
 * The form in which the specification lists a call (section 7). A service that has not announced itself as one of ours
 * (service-name.ts) gets the call in exactly this form.
 */
export interface SpecifiedForm {
  /** The query parameters that it names. */
  readonly query?: readonly string[];
  /** The query parameters that are always sent: with these values, unless `query` names them and the caller sets them. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** The query parameter without which the call is not listed. */
  readonly needs?: string;
  /** The fields of the body that it names; undefined if it leaves the body open. */
  readonly body?: readonly string[];
  /** The fields of the body that are always sent: with these values, unless the caller sets them. */
  readonly bodyDefaults?: Readonly<Record<string, unknown>>;
}

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
  /** As the client sends it, with `{name}` for a parameter. The proxy strips a leading /authentication. */
  readonly path: Path;
  readonly summary: string;
  /** Its form in the specification, if the specification has the call. */
  readonly specified?: SpecifiedForm;
  readonly access: Rule;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** What our services return, whole: a field is optional only where they leave it out under a condition. */
  readonly response: Response;
  /** A row that changes something without saying what is recorded is not mounted. */
  readonly records?: Records;
  /** The status of a successful response. */
  readonly status: 200 | 201 | 202 | 204;
  /** Defaults to read for GET and to write for everything else. */
  readonly requestClass: RequestClass | ((query: RawQuery) => RequestClass);
  /** With this media type in Accept the response streams everything instead of one page. */
  readonly streamsAs?: string;
  /**
   * The response contains something that is shown once (a token, a code, a link), so it is never stored for a repeated
   * request.
   */
  readonly secretAnswer?: true;
  /** An idempotent write, which therefore takes no Idempotency-Key. */
  readonly repeatable?: true;
  /** An edit that is refused by If-Match when its subject has changed since it was read. */
  readonly takesIfMatch?: true;
  /**
   * A read that returns data of versions; `partition`: of any number of them, whose ids it does not name. These reads are
   * recorded where an owner wants it.
   */
  readonly shows?: 'versions' | 'partition';
  /** A read that the current state can refuse with 409, as every write can be. */
  readonly mayConflict?: true;
  /** A read of versions that a replica may answer with a few seconds' delay. */
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
  specified?: SpecifiedForm;
  access: Rule;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
  records?: Records;
  status?: 200 | 201 | 202 | 204;
  requestClass?: Endpoint['requestClass'];
  streamsAs?: string;
  secretAnswer?: true;
  repeatable?: true;
  takesIfMatch?: true;
  shows?: 'versions' | 'partition';
  mayConflict?: true;
  mayLag?: true;
}

/* Lets bundlers drop rows that nothing uses. @__NO_SIDE_EFFECTS__ */
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
  // A read with changeSet applies the change set, reads, and rolls back.
  return requestClass === 'read' && query['changeSet'] !== undefined ? 'write' : requestClass;
}

/** Whether calls of this row change nothing. */
export const isRead = ({ requestClass }: Endpoint): boolean => requestClass === 'read';

type Output<S> = S extends Schema ? z.core.output<S> : undefined;
type Input<S> = S extends Schema ? z.core.input<S> : undefined;

/** What a handler receives. */
export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
/** What a handler returns and a client reads. */
export type ResponseOf<E extends Endpoint> = z.core.output<E['response']>;

/** What a client passes: only the parts the endpoint has. */
export type CallInput<E extends Endpoint> = (E['params'] extends Schema
  ? { params: Input<E['params']> }
  : unknown) &
  (E['query'] extends Schema ? { query?: Input<E['query']> } : unknown) &
  (E['body'] extends Schema ? { body: Input<E['body']> } : unknown);
