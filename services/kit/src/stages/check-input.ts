import * as z from 'zod/mini';
import { inputMessage } from '@annals/contracts/input-messages';
import { badRequest, conflict, type FieldProblem } from '../problem.ts';

z.config({ localeError: inputMessage });

/** The database accepts neither NUL nor lone surrogates. In a body the parser refuses both. */
function requireStorable(input: unknown, part: string): void {
  const fields: FieldProblem[] = [];
  for (const [name, value] of Object.entries(input ?? {}))
    if (Array.isArray(value) ? !value.every(isStorable) : !isStorable(value))
      fields.push({
        path: `${part}.${name}`,
        message: 'Must not contain a NUL character or half of a surrogate pair.',
      });
  if (fields.length > 0) throw badRequest('Some of the input is not valid; see fields.', fields);
}

const isStorable = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

/**
 * The validated input of a part of the request.
 * @throws Problem 400 that names the fields
 */
export function checkInput(
  schema: z.core.$ZodType | undefined,
  input: unknown,
  part: 'params' | 'query' | 'body',
): unknown {
  if (part !== 'body') requireStorable(input, part);
  if (!schema) {
    if (part === 'params' || input === undefined || input === null) return undefined;
    const names = typeof input === 'object' ? Object.keys(input) : [part];
    if (names.length === 0) return undefined;
    throw badRequest(
      part === 'query' ? 'This call takes no query parameters.' : 'This call takes no body.',
      names.slice(0, 50).map((name) => ({ path: `${part}.${name}`, message: 'Unknown.' })),
    );
  }
  const result = z.safeParse(schema, input ?? {});
  if (result.success) return result.data;
  throw badRequest('Some of the input is not valid; see fields.', fieldsOf(result.error, part));
}

function fieldsOf(error: z.core.$ZodError, part: string): FieldProblem[] {
  return error.issues.flatMap((issue) => fieldsOfIssue(issue, [part])).slice(0, 50);
}

type Issue = z.core.$ZodIssue;

function fieldsOfIssue(issue: Issue, parent: readonly string[]): FieldProblem[] {
  const path = [...parent, ...issue.path.map(String)];
  // For a union, the closest alternative determines the error.
  const nearest = issue.code === 'invalid_union' ? issue.errors.toSorted(byLength)[0] : undefined;
  if (nearest && nearest.length > 0) return nearest.flatMap((inner) => fieldsOfIssue(inner, path));
  const message =
    issue.code === 'unrecognized_keys'
      ? `Unknown: ${issue.keys.join(', ').slice(0, 200)}.`
      : issue.message;
  return [{ path: path.join('.'), message }];
}

const byLength = (left: readonly Issue[], right: readonly Issue[]) => left.length - right.length;

/** A page that shows the past must not write as if it were the present. */
export function refuseAsOf(query: unknown): void {
  if (typeof query === 'object' && query !== null && 'asOf' in query)
    throw conflict('as_of_write', 'The past cannot be changed. Omit asOf to write to the present.');
}
