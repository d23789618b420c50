import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { isEssential } from '@annals/contracts/essential';
import { shapeOf, withInner } from '@annals/contracts/inner-schemas';
import { itemOf } from '@annals/contracts/page';
import { givenId } from '@annals/contracts/text-fields';
import { toldPageOf } from './page.ts';
import type { Told } from './told.ts';

const made = new WeakMap<$ZodType, $ZodType>();

/**
 * The schema with which the console reads responses, from the one that says what our services return; `Told` is its type.
 * Fields that it does not know are kept: a later service of ours may send them. Of a thing of the specification, which
 * has an essential field, any other field may be missing, and of a list all but its entries. Anywhere else only what can be
 * null may be missing, and is null then.
 */
export function loosenSchema<Schema extends $ZodType>(schema: Schema): $ZodType<Told<Schema>> {
  const loose = made.get(schema) ?? loosen(schema);
  made.set(schema, loose);
  return loose as $ZodType<Told<Schema>>;
}

function loosen(schema: $ZodType): $ZodType {
  const item = itemOf(schema);
  if (item) return toldPageOf(orName(loosenSchema(item), shapeOf(item)));
  const shape = shapeOf(schema);
  if (shape) return z.looseObject(fieldsOf(shape));
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type === 'union' && def.options.some(itemOf))
    return z.union(def.options.map((option) => noList(loosenSchema(option))));
  return withInner(schema, loosenSchema);
}

type Shape = Readonly<Record<string, $ZodType>>;

function fieldsOf(shape: Shape) {
  const isOfAnyService = Object.values(shape).some(isEssential);
  const fieldOf = (field: $ZodType) => {
    // A thing without an id is one without a page.
    if (field === givenId) return z._default(z.string(), '');
    const mayMiss = isOfAnyService && !isEssential(field) && field._zod.optin !== 'optional';
    if (mayMiss) return z.optional(loosenSchema(field));
    // An earlier service of ours does not send what was added later.
    return field instanceof z.ZodMiniNullable
      ? z._default(loosenSchema(field), null)
      : loosenSchema(field);
  };
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, fieldOf(field)]));
}

/** A list in a wrong form must not pass as a single thing, of which nothing is required. */
const noList = (schema: $ZodType): $ZodType =>
  schema instanceof z.ZodMiniObject ? z.extend(schema, { data: z.optional(z.never()) }) : schema;

/** Of a thing that is recognized by its name a service may tell only that. */
function orName(schema: $ZodType, shape: Shape | undefined): $ZodType {
  if (!shape?.['name'] || !isEssential(shape['name'])) return schema;
  const onlyName = z.pipe(
    z.string(),
    z.transform((name: string) => ({ name })),
  );
  return z.union([schema, onlyName]);
}
