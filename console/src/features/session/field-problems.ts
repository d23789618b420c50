import { CallError } from '../../platform/api/errors.ts';
import { serviceText } from '../../platform/service-messages/service-text.ts';

/** The service's errors by field, for example a breached password or an email in use. */
export function fieldProblems(error: Error | undefined): Map<string, string> {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  return new Map(
    fields.map(({ path, ...wrong }) => [path.replace(/^body\./, ''), serviceText(wrong)]),
  );
}

/** Focuses the first invalid field; Mantine's password field only sets `data-invalid`. */
export function focusFirstError(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLInputElement>('[aria-invalid="true"], input[data-invalid]')?.focus();
}
