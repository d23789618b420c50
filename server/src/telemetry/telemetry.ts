import type { Telemetry } from '../embedded.ts';
import type { LogStream } from '../logging.ts';
import { startProcessLogs } from './process-logs.ts';
import { startSentEvents } from './sent-events.ts';
import { startSentMetrics, type ReadMetrics } from './sent-metrics.ts';
import type { Program } from './signal.ts';
import { startTracing } from './tracing.ts';

export interface RunningTelemetry extends Telemetry {
  /** Receives the lines of the log; undefined if logs are not exported. */
  logs: LogStream | undefined;
  /** Exports these metrics from now on; undefined if metrics are not exported. */
  observe: ((read: ReadMetrics) => void) | undefined;
  /** Flushes what was not sent yet. */
  close(): Promise<void>;
}

/**
 * Everything that a process exports by OTLP, as configured by the OTEL_… variables.
 * @throws ConfigurationError
 */
export async function startTelemetry(program: Program): Promise<RunningTelemetry> {
  const traces = await startTracing(program);
  const events = await startSentEvents(program);
  const logs = await startProcessLogs(program, traces?.tracing);
  const metrics = await startSentMetrics(program);
  return {
    tracing: traces?.tracing,
    sendEvents: events?.send,
    logs: logs?.stream,
    observe: metrics?.observe,
    close: async () => {
      await Promise.all([traces?.close(), events?.close(), logs?.close(), metrics?.close()]);
    },
  };
}
