import * as z from 'zod/mini';
import { codeOfIssue, sayIssue } from '@annals/contracts/input-messages';
import { say } from '@annals/contracts/messages';
import { badRequest, conflict, fieldProblem, type FieldProblem } from '../problem.ts';

z.config({ localeError: codeOfIssue });

/** The database accepts neither NUL nor lone surrogates. In a body the parser refuses both. */
function requireStorable(input: unknown, part: string): void {
  const fields: FieldProblem[] = [];
  for (const [name, value] of Object.entries(input ?? {}))
    if (Array.isArray(value) ? !value.every(isStorable) : !isStorable(value))
      fields.push({
        path: `${part}.${name}`,
        ...say('storableText'),
      });
  if (fields.length > 0) throw badRequest(say('invalidInput'), fields);
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
      part === 'query' ? say('noQuery') : say('noBody'),
      names.slice(0, 50).map((name) => fieldProblem(`${part}.${name}`, say('unknown'))),
    );
  }
  const result = z.safeParse(schema, input ?? {});
  if (result.success) return result.data;
  throw badRequest(say('invalidInput'), fieldsOf(result.error, part));
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
  return [{ path: path.join('.'), ...sayIssue(issue) }];
}

const byLength = (left: readonly Issue[], right: readonly Issue[]) => left.length - right.length;

/** A page that shows the past must not write as if it were the present. */
export function refuseAsOf(query: unknown): void {
  if (typeof query === 'object' && query !== null && 'asOf' in query)
    throw conflict('as_of_write', say('pastIsFixed'));
}
