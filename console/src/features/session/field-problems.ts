import { CallError } from '../../api/errors.ts';
import { serviceText } from '../../shared/service-messages/service-text.ts';

/** What the service found wrong with the fields of a form themselves, by field: a breached password, an email that is taken. */
export function fieldProblems(error: Error | undefined): Map<string, string> {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  return new Map(
    fields.map(({ path, message }) => [path.replace(/^body\./, ''), serviceText(message)]),
  );
}

/** Puts the focus where the first message is; Mantine's password field says so in `data-invalid` alone. */
export function focusFirstError(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLInputElement>('[aria-invalid="true"], input[data-invalid]')?.focus();
}
