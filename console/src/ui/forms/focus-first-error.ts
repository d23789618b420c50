const invalidFields =
  ':is([aria-invalid="true"], input[data-invalid], [data-editor][data-invalid="true"]):not(:disabled)';

/** Focuses the first field that is marked as invalid. An error that belongs to no field is scrolled to: it is below them. */
export function focusFirstError(form: HTMLElement | null): void {
  const invalid = form?.querySelector<HTMLElement>(invalidFields);
  if (!invalid) {
    form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    return;
  }
  // The JSON editor is in a shadow root; a group of fields cannot be focused itself.
  const host = [...invalid.querySelectorAll('*')].find((one) => one.shadowRoot);
  const within = host?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  const field = invalid.matches('fieldset')
    ? invalid.querySelector<HTMLElement>('button, input')
    : invalid;
  (within ?? field)?.focus();
}
