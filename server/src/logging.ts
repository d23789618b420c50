import { destination, multistream, pino, type Logger } from 'pino';
import type { LogLevel } from './config-rules.ts';

/** Receives lines of the log, each a JSON object. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Structured logs, one JSON object per line, on standard error; standard output is for people. On a terminal, which
 * shows both, only warnings unless a level is configured.
 * @param worker the number of this worker, if there are several
 * @param also receives the same lines
 */
export function makeLog(
  level: LogLevel = process.stderr.isTTY ? 'warn' : 'info',
  worker?: number,
  also?: LogStream,
): Logger {
  const standardError = destination({ dest: 2, sync: false });
  return pino(
    {
      level,
      base: { pid: process.pid, ...(worker === undefined ? {} : { worker }) },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    also
      ? multistream([
          // The level of the log decides.
          { level: 'trace', stream: standardError },
          { level: 'trace', stream: also },
        ])
      : standardError,
  );
}
