import * as z from 'zod/mini';

/** Where a value does not have a form; undefined when it has. */
export function describeForm(form: z.ZodMiniType, value: unknown): string | undefined {
  const { error } = z.safeParse(form, value);
  const issue = error?.issues[0];
  if (!issue) return undefined;
  const names = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [...issue.path, ...names.slice(0, 1)].map(String).join('.');
  return path === '' ? 'it has another form' : `${path} is not of its form`;
}
