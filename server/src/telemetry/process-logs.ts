import type { LogAttributes } from '@opentelemetry/api-logs';
import type { Tracing } from '@annals/kit/tracing';
import type { LogStream } from '../logging.ts';
import { closeWithin, startSignal, type SignalExporter, type Program } from './signal.ts';

export interface ProcessLogs {
  /** Receives the lines of the log. */
  readonly stream: LogStream;
  /** Flushes what was not sent yet. */
  close(): Promise<void>;
}

/**
 * Exports the lines of the process's log by OTLP over HTTP, as configured by the OTEL_… variables; undefined if logs
 * are off.
 * @param tracing of the process, for lines that are written while a traced call runs
 * @throws ConfigurationError
 */
export function startProcessLogs(
  program: Program,
  tracing?: Tracing,
): Promise<ProcessLogs | undefined> {
  return startSignal('LOGS', program, (asked) => processLogsBy(asked, tracing));
}

/** A line in the format of logging.ts. */
interface Line {
  level: string;
  time: string;
  pid: number;
  msg?: string;
  err?: { type?: string; message?: string; stack?: string };
  /** Of the call that the line belongs to. */
  traceparent?: string;
}

function processLogsBy(
  { sdk, protocol, resource, version }: SignalExporter,
  tracing: Tracing | undefined,
): ProcessLogs {
  const exporter =
    protocol === 'http/json' ? new sdk.JsonLogExporter() : new sdk.ProtobufLogExporter();
  const provider = new sdk.LoggerProvider({
    resource,
    processors: [new sdk.BatchLogRecordProcessor({ exporter })],
  });
  const logger = provider.getLogger('annals', version);
  const { TRACE, DEBUG, INFO, WARN, ERROR, FATAL } = sdk.SeverityNumber;
  const severities: Readonly<Record<string, number>> = {
    trace: TRACE,
    debug: DEBUG,
    info: INFO,
    warn: WARN,
    error: ERROR,
    fatal: FATAL,
  };
  const contextOf = (traceparent: string | undefined) => {
    const span = traceparent === undefined ? null : sdk.parseTraceParent(traceparent);
    return span ? sdk.trace.setSpanContext(sdk.ROOT_CONTEXT, span) : sdk.ROOT_CONTEXT;
  };
  const write = (text: string) => {
    const line = JSON.parse(text) as Line & LogAttributes;
    const { level, time, pid: _pid, msg, err, traceparent, ...attributes } = line;
    logger.emit({
      timestamp: new Date(time),
      severityNumber: severities[level] ?? INFO,
      severityText: level.toUpperCase(),
      body: msg,
      attributes: {
        ...attributes,
        ...(err && {
          'exception.type': err.type,
          'exception.message': err.message,
          'exception.stacktrace': err.stack,
        }),
      },
      context: contextOf(traceparent ?? tracing?.traceparent()),
    });
  };
  return { stream: { write }, close: () => closeWithin(provider.shutdown()) };
}
