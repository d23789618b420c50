import * as z from 'zod/mini';

/** The place where a value does not have a form, empty for the whole of it; undefined when it has. */
export function wrongPlace(form: z.ZodMiniType, value: unknown): string | undefined {
  const { error } = z.safeParse(form, value);
  const issue = error?.issues[0];
  if (!issue) return undefined;
  const names = issue.code === 'unrecognized_keys' ? issue.keys : [];
  return [...issue.path, ...names.slice(0, 1)].map(String).join('.');
}
