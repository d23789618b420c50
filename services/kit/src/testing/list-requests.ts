import * as z from 'zod/mini';
import type { Endpoint } from '@annals/contracts/endpoint';
import type { BytesRead } from './measured-reads.ts';

const mebibyte = 1024 * 1024;

/** A request for 500 of the largest rows of a list. */
export interface ListRequest {
  path: string;
  body?: object;
  /** The bytes that one request may read, if its contract allows it to look through more than a page. */
  reads?: number;
}

/** `METHOD /path`, as in the contract. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/**
 * The endpoints that return a list: those with a page size, or whose response is a list or has one as `data`. Other
 * lists are parts of a resource, such as the roles of a user.
 */
export function listEndpoints(endpoints: readonly Endpoint[]): string[] {
  return endpoints.filter((endpoint) => isPaged(endpoint) || returnsList(endpoint)).map(nameOf);
}

function isPaged({ query }: Endpoint): boolean {
  return query !== undefined && 'pageSize' in propertiesOf(query);
}

function returnsList({ response }: Endpoint): boolean {
  return schemasOf(response).some(
    (schema) => schema.type === 'array' || schema.properties?.['data']?.type === 'array',
  );
}

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
}

const propertiesOf = (schema: z.core.$ZodType) =>
  Object.assign({}, ...schemasOf(schema).map(({ properties = {} }) => properties)) as object;

/** The schema, or its alternatives. */
function schemasOf(schema: z.core.$ZodType): JsonSchema[] {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return whole.anyOf ?? [whole];
}

/** One page and one row: no statement reads more, however large the rows are. */
export const maxStatementBytes = 6 * mebibyte;
/** Includes what a request reads besides its page: the caller, counts. */
const maxRequestBytes = 16 * mebibyte;
/** The console's proxy forwards at most 10 MiB. */
const maxResponseBytes = 8 * mebibyte;

/** The problems of a response: an error, or too many bytes. */
export function problemsOf(
  { path, reads = maxRequestBytes }: ListRequest,
  { status, text }: { status: number; text: string },
  { total, largest }: BytesRead,
): string[] {
  if (status !== 200) return [`${path}: ${status} ${text}`];
  const measured = [
    { what: 'a statement read', bytes: largest, max: maxStatementBytes },
    { what: 'the request read', bytes: total, max: reads },
    { what: 'the response has', bytes: Buffer.byteLength(text), max: maxResponseBytes },
  ];
  return measured.flatMap(({ what, bytes, max }) =>
    bytes > max ? [`${path}: ${what} ${bytes} bytes, more than ${max}`] : [],
  );
}
