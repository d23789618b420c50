import * as z from 'zod/mini';

/**
 * The single error format of both services and the console server. `error` is always present. A code can have further
 * fields, such as the `current` state that a conflict is with.
 */
export const problem = z.looseObject({
  error: z.string(),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  requestId: z.optional(z.string()),
  /** For invalid input: the place (`body.email`, `query.pageSize`) and what is wrong with it. */
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** For a transaction: each operation that conflicts with the current state. */
  conflicts: z.optional(z.array(z.looseObject({ operation: z.number(), code: z.string() }))),
});
export type Problem = z.infer<typeof problem>;
