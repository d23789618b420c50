import type * as z from 'zod/mini';

declare const mark: unique symbol;

/** A schema of which `isEssential` is known to be true. */
export interface Essential {
  readonly [mark]: true;
}

const essentials = new WeakSet<z.core.$ZodType>();

/**
 * Marks the field of a thing of the specification without which the rest of it says nothing. Of these things the
 * specification hardly shows what they consist of. Our services send them whole; who also reads those of other services
 * can require no field but this.
 */
/* @__NO_SIDE_EFFECTS__ */
export function essential<Schema extends z.core.$ZodType>(schema: Schema): Schema & Essential {
  essentials.add(schema);
  return schema as Schema & Essential;
}

export const isEssential = (schema: z.core.$ZodType): boolean => essentials.has(schema);
