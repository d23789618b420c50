// @vitest-environment node
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import type { Endpoint } from '@annals/contracts/endpoint';
import { specifiedCalls } from '@annals/contracts/testing/specified-calls';
import { ContractError } from './errors.ts';
import { loosenSchema } from './loosen-schema.ts';
import { normalizeResponse } from './response-normalizer.ts';

/** The path of a field in a response, and a value of another type. */
interface Field {
  path: string[];
  wrong: unknown;
}

interface Sample {
  /** A response with all its fields. */
  reply: unknown;
  fields: Field[];
}

const scalars: Record<string, [right: unknown, wrong: unknown]> = {
  string: ['2022-03-01T00:00:00Z', [true]],
  number: [1, 'one'],
  boolean: [true, 'yes'],
};

function sampleOf(schema: $ZodType): Sample {
  const { def } = (schema as $ZodTypes)._zod;
  const scalar = scalars[def.type];
  if (scalar) return { reply: scalar[0], fields: [{ path: [], wrong: scalar[1] }] };
  switch (def.type) {
    case 'object':
      return within(Object.entries(def.shape), {});
    case 'array':
      return within([['0', def.element]], []);
    case 'record':
      return within([['key', def.valueType]], {});
    case 'enum':
      return { reply: Object.values(def.entries)[0], fields: [{ path: [], wrong: [true] }] };
    case 'literal':
      return { reply: def.values[0], fields: [] };
    case 'union':
      return sampleOf(def.options[0]!);
    case 'optional':
    case 'nullable':
    case 'default':
      return sampleOf(def.innerType);
    case 'pipe':
      return sampleOf(def.in);
    default:
      return { reply: undefined, fields: [] };
  }
}

function within(shape: [string, $ZodType][], empty: object): Sample {
  const reply: object = empty;
  const fields: Field[] = [{ path: [], wrong: 7 }];
  for (const [name, schema] of shape) {
    const inner = sampleOf(schema);
    Reflect.set(reply, name, inner.reply);
    fields.push(...inner.fields.map(({ path, wrong }) => ({ path: [name, ...path], wrong })));
  }
  return { reply, fields };
}

function withWrong(reply: unknown, { path, wrong }: Field): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return wrong;
  const copy = structuredClone(reply) as object;
  Reflect.set(copy, name, withWrong(Reflect.get(copy, name), { path: rest, wrong }));
  return copy;
}

const all: readonly Endpoint[] = [...authenticationEndpoints, ...dataEndpoints];
const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}').split('?')[0];

function endpointOf(specified: string): Endpoint {
  const [method, path = ''] = specified.split(' ');
  const found = all.find(
    (endpoint) => endpoint.method === method && shapeOf(endpoint.path) === shapeOf(path),
  );
  if (!found) throw new Error(`The contract has no ${specified}.`);
  return found;
}

const read = (endpoint: Endpoint, body: unknown) =>
  normalizeResponse(endpoint, { body, isJson: true, requestId: 'r-1' });

/** Calls whose response has a required field. */
const required = ['POST /v1/auth?type=REFRESH_TOKEN (refreshToken)'];

test.each(specifiedCalls.filter((call) => !required.includes(call)))(
  'a field of %s with another type is kept for the panel, and the other fields are read',
  (specified) => {
    const endpoint = endpointOf(specified);
    const { reply, fields } = sampleOf(loosenSchema(endpoint.response));
    const whole = read(endpoint, reply);
    // The response to a deletion is ignored.
    if (endpoint.status === 204) return;
    expect(fields.length).toBeGreaterThan(1);
    const lost = fields.filter((field) => {
      const broken = read(endpoint, withWrong(reply, field));
      const [top] = field.path;
      const others = Object.entries(whole ?? {}).filter(
        ([name]) => top !== undefined && name !== top && top !== '0' && !pageFields.has(name),
      );
      const isRead = others.every(([name, value]) =>
        isDeepStrictEqual(fieldOf(broken, name), value),
      );
      return !isRead || !/"more"|"\$more"/.test(JSON.stringify(broken));
    });
    expect(lost.map(({ path }) => path.join('.'))).toEqual([]);
  },
);

const pageFields = new Set(['data', 'unpaged', 'more']);
const fieldOf = (thing: unknown, name: string): unknown => (thing as Record<string, unknown>)[name];

test.each(required)('an invalid required field of %s is named in the error', (specified) => {
  const endpoint = endpointOf(specified);
  let thrown: unknown;
  try {
    read(endpoint, { accessToken: 7 });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ContractError);
  expect(thrown).toMatchObject({
    message: expect.stringContaining(
      `Response of ${endpoint.method} ${endpoint.path}, field accessToken: `,
    ),
    requestId: 'r-1',
  });
});
