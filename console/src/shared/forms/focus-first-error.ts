const invalidFields =
  ':is([aria-invalid="true"], input[data-invalid], [data-editor][data-invalid="true"]):not(:disabled)';

/** Focuses the first field that is marked as invalid. */
export function focusFirstError(form: HTMLElement | null): void {
  const invalid = form?.querySelector<HTMLElement>(invalidFields);
  if (!invalid) return;
  // The JSON editor is in a shadow root; a group of fields cannot be focused itself.
  const host = [...invalid.querySelectorAll('*')].find((one) => one.shadowRoot);
  const within = host?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  const field = invalid.matches('fieldset')
    ? invalid.querySelector<HTMLElement>('button, input')
    : invalid;
  (within ?? field)?.focus();
}
