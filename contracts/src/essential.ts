import type * as z from 'zod/mini';

/** Registered, so that code that is loaded at another time or twice recognizes it. */
const mark: unique symbol = Symbol.for('annals.essential');

/** A schema of which `isEssential` is known to be true. */
export interface Essential {
  readonly [mark]: true;
}

/**
 * Marks the field of a thing of the specification without which the rest of it says nothing. Of these things the
 * specification hardly shows what they consist of. Our services send them whole; who also reads those of other services
 * can require no field but this.
 */
/* @__NO_SIDE_EFFECTS__ */
export function essential<Schema extends z.core.$ZodType>(schema: Schema): Schema & Essential {
  return Object.assign(schema, { [mark]: true } as const);
}

export const isEssential = (schema: z.core.$ZodType): boolean => mark in schema;
