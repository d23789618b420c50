import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@opentelemetry/api';
import type { Tracing } from '@annals/kit/tracing';
import { closeWithin, startSignal, type SignalExporter, type Program } from './signal.ts';

export interface RunningTracing {
  readonly tracing: Tracing;
  /** Flushes what was not sent yet. */
  close(): Promise<void>;
}

/**
 * Exports traces by OTLP over HTTP, as configured by the OTEL_… variables; undefined if they are off.
 * @throws ConfigurationError
 */
export function startTracing(program: Program): Promise<RunningTracing | undefined> {
  return startSignal('TRACES', program, tracingBy);
}

function tracingBy({ sdk, protocol, resource, version }: SignalExporter): RunningTracing {
  const { ROOT_CONTEXT, SpanStatusCode, trace } = sdk;
  const Exporter = protocol === 'http/json' ? sdk.JsonTraceExporter : sdk.ProtobufTraceExporter;
  const provider = new sdk.BasicTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(new Exporter())],
  });
  const tracer = provider.getTracer('annals', version);
  const kinds = {
    server: sdk.SpanKind.SERVER,
    client: sdk.SpanKind.CLIENT,
    internal: sdk.SpanKind.INTERNAL,
  };
  const current = new AsyncLocalStorage<Context>();

  const contextOf = (header: string | string[] | undefined): Context => {
    const parent = typeof header === 'string' ? sdk.parseTraceParent(header) : null;
    return parent
      ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
      : ROOT_CONTEXT;
  };

  const tracing: Tracing = {
    span: (start, work) => {
      const { name, kind, attributes = {} } = start;
      const around =
        'parent' in start ? contextOf(start.parent) : (current.getStore() ?? ROOT_CONTEXT);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, around);
      return current.run(trace.setSpan(around, span), async () => {
        try {
          return await work((more) => void span.setAttributes(more));
        } catch (error) {
          // Its name and not its message, which may contain a value.
          span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    traceparent: () => {
      const context = trace.getSpanContext(current.getStore() ?? ROOT_CONTEXT);
      if (!context) return undefined;
      const { traceId, spanId, traceFlags } = context;
      return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    },
  };
  return { tracing, close: () => closeWithin(provider.shutdown()) };
}
