/** The command-line options that several scripts take. */
export interface ScriptOptions {
  /** Undefined: the script's default. */
  rounds: number | undefined;
  /** Undefined: every database. */
  database: string | undefined;
  /** The first of the ports that the script takes. */
  port: number;
}
