/** Ends the program with a message for its user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** 2 for an invalid command line, otherwise 1. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
