import * as z from 'zod/mini';

/**
 * A message to people, wherever one is sent: in English, and with what another language is made from. Messages of other
 * services have only the text.
 */
export const messageFields = {
  message: z.string(),
  /** Which message it is, and what it contains. The text may change, the code stays. */
  messageCode: z.optional(z.string()),
  parameters: z.optional(z.record(z.string(), z.unknown())),
};
export const message = z.object(messageFields);
/** A message as it is received. */
export type ReceivedMessage = z.infer<typeof message>;

/** What is wrong with one place of the input (`body.email`, `query.pageSize`). */
export const fieldProblem = z.object({ path: z.string(), ...messageFields });
export type FieldProblem = z.infer<typeof fieldProblem>;

/**
 * The single error format of both services and the console server. `error` is always present. A code can have further
 * fields, such as the `current` state that a conflict is with.
 */
export const problem = z.looseObject({
  error: z.string(),
  code: z.optional(z.string()),
  ...messageFields,
  message: z.optional(z.string()),
  requestId: z.optional(z.string()),
  /** For invalid input. */
  fields: z.optional(z.array(fieldProblem)),
  /** For a transaction: each operation that conflicts with the current state. */
  conflicts: z.optional(z.array(z.looseObject({ operation: z.number(), code: z.string() }))),
});
export type Problem = z.infer<typeof problem>;
