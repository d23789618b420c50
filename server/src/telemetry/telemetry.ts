import type { Telemetry } from '../embedded.ts';
import { startSentEvents } from './sent-events.ts';
import type { Environment } from './signal.ts';
import { startTracing } from './tracing.ts';

export interface RunningTelemetry extends Telemetry {
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

/**
 * All that leaves a process by OTLP, as the OTEL_… variables say.
 * @throws ConfigurationError
 */
export async function startTelemetry(
  environment: Environment,
  version: string,
): Promise<RunningTelemetry> {
  const traces = await startTracing(environment, version);
  const events = await startSentEvents(environment, version);
  return {
    tracing: traces?.tracing,
    sendEvents: events?.send,
    close: async () => {
      await Promise.all([traces?.close(), events?.close()]);
    },
  };
}
