import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import type { Endpoint } from '@annals/contracts/endpoint';
import { withInner } from '@annals/contracts/inner-schemas';
import { itemOf } from '@annals/contracts/page';

const closedSchemas = new WeakMap<$ZodType, $ZodType>();

/** The schema without room for fields that it does not name, unless it says itself that it is open. */
function closeSchema(schema: $ZodType): $ZodType {
  const made = closedSchemas.get(schema) ?? closer(schema);
  closedSchemas.set(schema, made);
  return made;
}

function closer(schema: $ZodType): $ZodType {
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type !== 'object') return withInner(schema, closeSchema);
  const shape = Object.fromEntries(
    Object.entries(def.shape).map(([name, field]) => [name, closeSchema(field)] as const),
  );
  return def.catchall ? z.looseObject(shape) : z.strictObject(shape);
}

/**
 * For tests: nobody notices otherwise that a handler forgets a field or returns one that no client knows.
 * @throws for a response without a field of its row, or with one that the row does not name
 */
export function requireWhole(endpoint: Endpoint, text: string | undefined): void {
  requireForm(endpoint, endpoint.response, text);
}

/** The same for a stream whose lines are the entries of the list of the row. */
export function withWholeLines(endpoint: Endpoint, stream: Readable): Readable {
  const item = itemOf(endpoint.response);
  if (endpoint.streamsAs !== 'application/x-ndjson' || !item) return stream;
  const check = async function* () {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk))).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') requireForm(endpoint, item, line);
      yield chunk;
    }
  };
  return Readable.from(check());
}

function requireForm({ method, path }: Endpoint, schema: $ZodType, text: string | undefined): void {
  const result = z.safeParse(
    closeSchema(schema),
    text === undefined ? undefined : JSON.parse(text),
  );
  if (!result.success)
    throw new Error(
      `${method} ${path} does not return what its row says:\n${JSON.stringify(result.error.issues, null, 2)}`,
    );
}
