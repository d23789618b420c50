/** The form in the document, in which the user may have typed before the scripts loaded (early-form.js). */
interface EarlyForm {
  typed: (autocomplete: string) => string;
  /** The user's actions so far, in order. Calling it hands over further actions to this code. */
  acts: () => (() => void)[];
}

declare global {
  // A plain script can only pass data through a global.
  var earlyForm: EarlyForm | undefined;
}

/** The value of a field in the form that this code takes over; nothing if it renders its own form. */
export function earlyFormValue(autocomplete: 'username' | 'current-password'): string {
  return globalThis.earlyForm?.typed(autocomplete) ?? '';
}

/** Performs the actions from before this code loaded. A form that is rendered later starts empty. */
export function resumeEarlyForm(): void {
  const early = globalThis.earlyForm;
  globalThis.earlyForm = undefined;
  for (const act of early?.acts() ?? []) act();
}
