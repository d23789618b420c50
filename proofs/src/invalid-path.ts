import * as z from 'zod/mini';

/**
 * The path of the first part of a value that its schema refuses, empty for the whole value; undefined for a valid one.
 */
export function firstInvalidPath(schema: z.ZodMiniType, value: unknown): string | undefined {
  const { error } = z.safeParse(schema, value);
  const issue = error?.issues[0];
  if (!issue) return undefined;
  const names = issue.code === 'unrecognized_keys' ? issue.keys : [];
  return [...issue.path, ...names.slice(0, 1)].map(String).join('.');
}
