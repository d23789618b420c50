/**
 * A value that was erased. In the data null stands in its place; wherever data is shown or compared this stands there
 * instead, so that nobody takes what was erased for a null that somebody wrote.
 */
export class RedactedValue {
  /** Number of the receipt that says who erased it, when and why. */
  readonly receipt: number;

  constructor(receipt: number) {
    this.receipt = receipt;
  }

  /** As it stands in the data. */
  toJSON(): null {
    return null;
  }
}
