import * as z from 'zod/mini';

export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
  hasMore: boolean;
  /** Present if the service knows it; `estimate` if it is not exact. */
  total?: { value: number; estimate: boolean } | undefined;
}

const items = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** The schema of the entries, if the schema is a list made by `pageOf`. */
export const itemOf = (schema: z.core.$ZodType): z.core.$ZodType | undefined => items.get(schema);

/** Makes a schema known as a list of entries of another one. */
export function rememberItem<Schema extends z.core.$ZodType>(
  page: Schema,
  item: z.core.$ZodType,
): Schema {
  items.set(page, item);
  return page;
}

/** One page of a list. */
/* @__NO_SIDE_EFFECTS__ */
export function pageOf<Item extends z.core.$ZodType>(item: Item) {
  const page = z.object({
    data: z.array(item),
    nextCursor: z.nullable(z.string()),
    hasMore: z.boolean(),
    // Counting all matches would cost more than reading a page, so only some lists know it.
    total: z.optional(z.object({ value: z.number(), estimate: z.boolean() })),
  });
  return rememberItem(page, item);
}
