import * as z from 'zod/mini';
import type { Endpoint } from '@annals/contracts/endpoint';
import type { BytesRead } from './measured-reads.ts';

const mebibyte = 1024 * 1024;

/** How a list is asked for 500 of its largest rows. */
export interface ListRequest {
  path: string;
  body?: object;
  /** What one request may read, where it says in its contract that it looks through more than its page holds. */
  reads?: number;
}

/** `METHOD /path`, as the contract has it. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/**
 * The endpoints that answer a list: they have a page size, or their answer is a list or has one as `data`.
 * Other lists are parts of one thing, as the roles of a user.
 */
export function listEndpoints(endpoints: readonly Endpoint[]): string[] {
  return endpoints.filter((endpoint) => isPaged(endpoint) || answersList(endpoint)).map(nameOf);
}

function isPaged({ query }: Endpoint): boolean {
  return query !== undefined && 'pageSize' in propertiesOf(query);
}

function answersList({ response }: Endpoint): boolean {
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

/** The schema, or the alternatives that it has. */
function schemasOf(schema: z.core.$ZodType): JsonSchema[] {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return whole.anyOf ?? [whole];
}

/** One page and one row: more than this no statement reads, however large the rows are. */
const mostOfStatement = 6 * mebibyte;
/** What a request reads besides its page: who asks, what is counted. */
const mostOfRequest = 16 * mebibyte;
/** What the console's proxy passes on is 10 MiB. */
const mostOfAnswer = 8 * mebibyte;

/** What an answer has that it must not have: an error, or too many bytes. */
export function faultsOf(
  { path, reads = mostOfRequest }: ListRequest,
  { status, text }: { status: number; text: string },
  { total, largest }: BytesRead,
): string[] {
  if (status !== 200) return [`${path}: ${status} ${text}`];
  const measured = [
    { what: 'a statement read', bytes: largest, most: mostOfStatement },
    { what: 'the request read', bytes: total, most: reads },
    { what: 'the answer has', bytes: Buffer.byteLength(text), most: mostOfAnswer },
  ];
  return measured.flatMap(({ what, bytes, most }) =>
    bytes > most ? [`${path}: ${what} ${bytes} bytes, and not ${most} at most`] : [],
  );
}
