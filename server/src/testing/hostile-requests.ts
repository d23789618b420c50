import * as z from 'zod/mini';
import type { Endpoint } from '@annals/contracts/endpoint';

/** The part of JSON Schema that the contract's rows produce. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema | false;
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface HostileRequest {
  method: string;
  path: string;
  body: string | undefined;
}

/** Ids to use where a thing is named, so that a request gets past its first id. */
export type Known = Readonly<Record<string, string>>;

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

/**
 * Requests of a call with the text wherever the call accepts text: in its path; in its query and body, wherever any
 * text is allowed; and in every field of them.
 */
export function hostileRequests(endpoint: Endpoint, text: string, known: Known): HostileRequest[] {
  const { method, path, params, query, body } = endpoint;
  const inTextFields = (schema: z.core.$ZodType | undefined) => filled(schema, text, known, false);
  const inEveryField = (schema: z.core.$ZodType | undefined) => filled(schema, text, known, true);
  const request = (address: string, sentQuery: unknown, sentBody: unknown): HostileRequest => ({
    method,
    path: address + queryOf(sentQuery),
    body: sentBody === undefined ? undefined : JSON.stringify(sentBody),
  });
  const named = pathOf(path, (name) => known[name] ?? absent);
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const required = requiredOf(query, known);
  return [
    ...(params
      ? [
          request(
            pathOf(path, () => text),
            undefined,
            inTextFields(body),
          ),
        ]
      : []),
    ...(query || body ? [request(named, inTextFields(query), inTextFields(body))] : []),
    ...(query ? [request(named, inEveryField(query), inTextFields(body))] : []),
    ...(body ? [request(named, undefined, inEveryField(body))] : []),
    // One at a time too, because a refusal of one of them hides the others.
    ...parameters.map((name) =>
      request(
        pathOf(path, (each) => (each === name ? text : (known[each] ?? absent))),
        required,
        inTextFields(body),
      ),
    ),
    ...Object.keys(propertiesOf(query)).map((name) =>
      request(named, { ...required, [name]: text }, inTextFields(body)),
    ),
    ...Object.keys(propertiesOf(body)).map((name) =>
      request(named, required, { ...requiredOf(body, known), [name]: text }),
    ),
  ];
}

const propertiesOf = (schema: z.core.$ZodType | undefined) =>
  schema ? (read(schema).properties ?? {}) : {};

/** The required fields, each with a valid value. */
function requiredOf(schema: z.core.$ZodType | undefined, known: Known): Record<string, unknown> {
  const { required = [], properties = {} } = schema ? read(schema) : {};
  const filling = { text: 'a', known, everywhere: false };
  return Object.fromEntries(
    required.flatMap((name) =>
      properties[name] ? [[name, valueOf(properties[name], name, filling)]] : [],
    ),
  );
}

function pathOf(path: string, fill: (name: string) => string): string {
  return path
    .replace('/authentication', '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(fill(name)));
}

/** Half of a surrogate pair has no encoding, so it is replaced as browsers do. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function queryOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const parts = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encoded(name)}=${encoded(String(each))}`),
  );
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

function filled(
  schema: z.core.$ZodType | undefined,
  text: string,
  known: Known,
  everywhere: boolean,
): unknown {
  return schema && valueOf(read(schema), '', { text, known, everywhere });
}

function read(schema: z.core.$ZodType): Schema {
  const present = readSchemas.get(schema);
  if (present) return present;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  readSchemas.set(schema, made);
  return made;
}

const readSchemas = new WeakMap<z.core.$ZodType, Schema>();

interface Filling {
  text: string;
  known: Known;
  everywhere: boolean;
}

function valueOf(schema: Schema, name: string, filling: Filling): unknown {
  const { text, known, everywhere } = filling;
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return valueOf(first, name, filling);
  if (schema.type === 'object' || schema.properties) {
    const entries = Object.entries(schema.properties ?? { [text]: {} });
    return Object.fromEntries(entries.map(([key, each]) => [key, valueOf(each, key, filling)]));
  }
  if (schema.type === 'array')
    return schema.items ? [valueOf(schema.items, name.replace(/s$/, ''), filling)] : [];
  if (everywhere) return text;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.format === 'uuid') return known[name] ?? absent;
  return text;
}
