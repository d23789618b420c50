import * as fc from 'fast-check';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import type { Endpoint } from '@annals/contracts/endpoint';
import { RawJson } from '@annals/rules/json/raw-json';
import { itemOf } from '@annals/contracts/page';
import { moreKey } from '../page.ts';

/** The calls of the specification, but for the sign-in, which has one form only. */
export const specified = (
  [...authenticationEndpoints, ...dataEndpoints] as readonly Endpoint[]
).filter((row) => row.specified !== undefined && row.path !== '/v1/auth');

/** Numbers that JavaScript would write otherwise, among other values. */
const anyNumber = fc.constantFrom('9007199254740993', '1.10', '1e400', '-0', '1E2');
export const anyJson = fc.oneof(
  { arbitrary: fc.jsonValue({ maxDepth: 4 }), weight: 4 },
  anyNumber.map((text) => new RawJson(text)),
  fc.array(
    fc.dictionary(
      fc.string(),
      anyNumber.map((text) => new RawJson(text)),
      { maxKeys: 2 },
    ),
    {
      maxLength: 2,
    },
  ),
);

/** The names of the fields of an object, so that random objects have some of them. */
function fieldsOf(schema: $ZodType): string[] {
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type === 'object') return Object.keys(def.shape);
  if (def.type === 'optional') return fieldsOf(def.innerType);
  if (def.type === 'union') return def.options.flatMap((each) => fieldsOf(itemOf(each) ?? each));
  const item = itemOf(schema);
  return item ? fieldsOf(item) : [];
}

/** Objects with arbitrary JSON in some fields of the contract. */
export function objectsOf(row: Endpoint): fc.Arbitrary<Record<string, unknown>> {
  const names = [...fieldsOf(row.response), '__proto__', 'constructor', moreKey];
  return fc.dictionary(fc.constantFrom(...names, 'shoeSize'), anyJson);
}

/** Arbitrary JSON, an object with arbitrary values in the fields of the contract, and lists of either in any wrapper. */
export function answersOf(row: Endpoint): fc.Arbitrary<unknown> {
  const object = objectsOf(row);
  const items = fc.array(fc.oneof(object, anyJson), { maxLength: 4 });
  const wrapper = fc.constantFrom('data', 'items', 'content', 'results', '_embedded');
  const wrapped = fc
    .tuple(wrapper, items, fc.dictionary(fc.string(), anyJson, { maxKeys: 3 }))
    .map(([name, list, beside]) =>
      Object.assign(beside, { [name]: name === '_embedded' ? { things: list } : list }),
    );
  return fc.oneof(anyJson, object, items, wrapped);
}
