/** Puts the focus on the first field that is wrong, once it is marked as such. */
export function focusFirstFault(form: HTMLElement | null): void {
  window.requestAnimationFrame(() => {
    const place = form?.querySelector<HTMLElement>(
      ':is([aria-invalid="true"], [data-editor][data-invalid="true"])',
    );
    if (!place) return;
    // The JSON editor lies in a shadow root; a group of fields takes no focus itself.
    const host = [...place.querySelectorAll('*')].find((one) => one.shadowRoot);
    const within = host?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
    const field = place.matches('fieldset')
      ? place.querySelector<HTMLElement>('button, input')
      : place;
    (within ?? field)?.focus();
  });
}
