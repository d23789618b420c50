import type { ReceivedMessage } from '@annals/contracts/problem';
import { CallError } from '../../platform/api/errors.ts';

/** Whether someone else changed the item since the version that the change is based on. */
export function isChangedMeanwhile(error: unknown): boolean {
  return (
    error instanceof CallError &&
    (error.status === 412 || error.problem.code === 'changed_meanwhile')
  );
}

/** Conflicts (409) that concern a single field. */
const fieldsInConflict = new Map([
  ['name_taken', 'name'],
  ['alias_taken', 'alias'],
  ['domain_taken', 'emailDomains'],
  ['circle', 'parentId'],
  ['too_deep', 'parentId'],
]);

interface AssignedErrors {
  /** By the name of the field. */
  fields: Record<string, ReceivedMessage>;
  /** The error without the field errors, or undefined when there were no others. */
  rest: unknown;
}

/**
 * A service's own validation errors, on the fields they are about: `body.email` and `query.email` belong to `email`,
 * `body.emailDomains.2` to `emailDomains`. Services of other vendors may name the field alone.
 */
export function assignFieldErrors(error: unknown, names: readonly string[]): AssignedErrors {
  const fieldErrors = error instanceof CallError ? (error.problem.fields ?? []) : [];
  const fields: Record<string, ReceivedMessage> = {};
  const unassigned = fieldErrors.filter(({ path, ...wrong }) => {
    const [part = '', ...rest] = path.split('.');
    const [name = ''] = ['body', 'query', 'params'].includes(part) ? rest : [part];
    const fits = names.includes(name);
    if (fits) fields[name] ??= wrong;
    return !fits;
  });
  if (!(error instanceof CallError)) return { fields, rest: error };
  const inConflict = fieldsInConflict.get(error.problem.code ?? '');
  if (inConflict !== undefined && names.includes(inConflict) && error.problem.message)
    return { fields: { [inConflict]: error.explanation }, rest: undefined };
  if (fieldErrors.length === 0) return { fields, rest: error };
  if (unassigned.length === 0 && !error.saysWhy) return { fields, rest: undefined };
  const { status, requestId, retryAfter } = error;
  const problem = { ...error.problem, fields: unassigned };
  return { fields, rest: new CallError({ status, problem, requestId, retryAfter }) };
}
