import type * as z from 'zod/mini';
import { aliasName } from '@annals/contracts/alias-urls';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import { id } from '@annals/contracts/fields';
import { innerSchemas, shapeOf } from '@annals/contracts/inner-schemas';

/** The errors of calls, each with its status and what to do about it. */
export const errors = {
  BadRequest: {
    status: 400,
    description: 'The input is not valid. fields lists each place and what is wrong with it.',
  },
  NotAuthenticated: {
    status: 401,
    description: 'The credential is missing or no longer valid. Sign in again.',
    challenge: true,
  },
  Forbidden: {
    status: 403,
    description: 'The caller does not have the access that the call needs.',
  },
  NotFound: {
    status: 404,
    description: 'It does not exist, or the caller may not access it: both look the same.',
  },
  Conflict: {
    status: 409,
    description: 'It conflicts with the current state. current contains that state if it helps.',
  },
  PreconditionFailed: {
    status: 412,
    description: 'It has changed since it was read (If-Match). current contains the current state.',
  },
  TooLarge: { status: 413, description: 'The body is too large. Send it in smaller parts.' },
  UnsupportedMediaType: {
    status: 415,
    description: 'The body is not JSON without Content-Encoding.',
  },
  KeyReused: {
    status: 422,
    description: 'The Idempotency-Key was used with another request. Send a new one.',
  },
  TooManyRequests: {
    status: 429,
    description:
      'Too many requests of this caller, or too many sign-ins. Nothing was done. Retry after Retry-After.',
    retryAfter: true,
  },
  Defect: {
    status: 500,
    description: 'A defect of the service. Report the requestId to the operator.',
  },
  Unavailable: {
    status: 503,
    description: 'The service or its database cannot answer now. Retry after Retry-After.',
    retryAfter: true,
  },
  DiskFull: {
    status: 507,
    description: 'No disk space is left to write. Nothing was written; reading still works.',
  },
} as const;

export type ErrorName = keyof typeof errors;

/** The errors that a call may get, by its row. The document lists them, and the tests accept no others. */
export function errorsOf(row: Endpoint): ErrorName[] {
  const { access, body, query, requestClass, takesIfMatch } = row;
  const isPublic = access.kind === 'public';
  const signsIn = requestClass === 'signIn' || typeof requestClass === 'function';
  const isWrite = !isRead(row);
  const applying: Record<ErrorName, boolean> = {
    BadRequest: true,
    NotAuthenticated: !isPublic || signsIn,
    Forbidden: !isPublic || signsIn,
    NotFound: namesSomething(row) || (isPublic && query !== undefined),
    Conflict: isWrite || row.mayConflict === true || takesChangeSet(row),
    PreconditionFailed: takesIfMatch === true,
    TooLarge: body !== undefined,
    UnsupportedMediaType: body !== undefined,
    KeyReused: takesIdempotencyKey(row),
    TooManyRequests: true,
    Defect: true,
    Unavailable: true,
    DiskFull: isWrite,
  };
  return (Object.keys(errors) as ErrorName[]).filter((name) => applying[name]);
}

/** Repeating any other write has no effect anyway. */
export const takesIdempotencyKey = (row: Endpoint): boolean =>
  row.access.kind !== 'public' && !row.repeatable && !isRead(row);

type Schema = z.core.$ZodType;

/** A preview fails where committing the change set would. */
const takesChangeSet = ({ query }: Endpoint): boolean => 'changeSet' in (shapeOf(query) ?? {});

/** Whether the input has a place for the id of something, which may not exist. */
const namesSomething = ({ params, query, body }: Endpoint): boolean =>
  params !== undefined || [query, body].some((schema) => schema && hasId(schema));

const names: ReadonlySet<Schema> = new Set([id, aliasName]);

function hasId(schema: Schema, seen = new Set<Schema>()): boolean {
  if (names.has(schema)) return true;
  if (seen.has(schema)) return false;
  seen.add(schema);
  return innerSchemas(schema).some((part) => hasId(part, seen));
}
