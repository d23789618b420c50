/** Ends the program with a message for the person who started it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** 2 for a command that was written wrongly, else 1. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
