import { destination, pino, type Logger } from 'pino';
import type { LogLevel } from './config-rules.ts';

/**
 * Structured logs, one JSON object per line, on standard error: standard output is for people. On a terminal, which
 * shows both, only warnings unless a level is configured.
 * @param worker the number of this worker, if there are several
 */
export function makeLog(
  level: LogLevel = process.stderr.isTTY ? 'warn' : 'info',
  worker?: number,
): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid, ...(worker === undefined ? {} : { worker }) },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination({ dest: 2, sync: false }),
  );
}
