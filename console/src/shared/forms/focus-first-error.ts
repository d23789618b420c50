const places =
  ':is([aria-invalid="true"], input[data-invalid], [data-editor][data-invalid="true"]):not(:disabled)';

/** Puts the focus on the first field that is marked as wrong. */
export function focusFirstError(form: HTMLElement | null): void {
  const place = form?.querySelector<HTMLElement>(places);
  if (!place) return;
  // The JSON editor lies in a shadow root; a group of fields takes no focus itself.
  const host = [...place.querySelectorAll('*')].find((one) => one.shadowRoot);
  const within = host?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  const field = place.matches('fieldset')
    ? place.querySelector<HTMLElement>('button, input')
    : place;
  (within ?? field)?.focus();
}
