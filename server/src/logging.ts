import { destination, pino, type Logger } from 'pino';
import type { LogLevel } from './config-rules.ts';

/**
 * Structured logs, one JSON object for each line, on standard error: standard output is for people. On a terminal, where
 * a person looks at both, only warnings unless a level is named.
 * @param worker its number, where there are several processes
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
