/** The form that the document carries, in which somebody may have typed before the code came (early-form.js). */
interface EarlyForm {
  typed: (autocomplete: string) => string;
  /** What was pressed, in order. From then on the code hears of it itself. */
  acts: () => (() => void)[];
}

declare global {
  // A plain script has no other way to hand something over.
  var earlyForm: EarlyForm | undefined;
}

/** What stands in a field of the form that this code takes over; nothing where it makes its own. */
export function typedEarly(autocomplete: 'username' | 'current-password'): string {
  return globalThis.earlyForm?.typed(autocomplete) ?? '';
}

/** Does what was pressed before this code came. A form that is made later starts empty. */
export function goOnFromEarlyForm(): void {
  const early = globalThis.earlyForm;
  globalThis.earlyForm = undefined;
  for (const act of early?.acts() ?? []) act();
}
