import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '@opentelemetry/api';
import type { Tracing } from '@annals/kit/tracing';
import { ConfigurationError } from '../config.ts';
import type * as otelSdk from './otel-sdk.js';

type Sdk = typeof otelSdk;
type Environment = Readonly<Record<string, string | undefined>>;

export interface RunningTracing {
  readonly tracing: Tracing;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

/**
 * Traces as the OTEL_… variables say, by OTLP over HTTP; undefined where they ask for none.
 * @throws ConfigurationError
 */
export async function startTracing(
  environment: Environment,
  version: string,
): Promise<RunningTracing | undefined> {
  const protocol = protocolOf(environment);
  if (protocol === undefined) return undefined;
  // The SDK reads them from the process, where those of a .env file are not.
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('OTEL_')) process.env[name] ??= value;
  const url = new URL('./otel-sdk.js', import.meta.url).href;
  return tracingBy((await import(url)) as Sdk, protocol, version);
}

/** A server that stops does not wait longer than this for the collector. */
const longestCloseMs = 2_000;

type Protocol = 'http/protobuf' | 'http/json';

/** Undefined where no traces are asked for. */
function protocolOf(environment: Environment): Protocol | undefined {
  const read = (name: string) => environment[name]?.trim() ?? '';
  if (read('OTEL_SDK_DISABLED').toLowerCase() === 'true') return undefined;
  const exporter = read('OTEL_TRACES_EXPORTER');
  if (exporter === 'none') return undefined;
  const endpoint =
    read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') || read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (exporter === '' && endpoint === '') return undefined;
  if (exporter !== '' && exporter !== 'otlp')
    throw new ConfigurationError([
      'OTEL_TRACES_EXPORTER must be otlp or none, for example OTEL_TRACES_EXPORTER=otlp.',
    ]);
  const protocol =
    read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ||
    read('OTEL_EXPORTER_OTLP_PROTOCOL') ||
    'http/protobuf';
  if (protocol === 'http/protobuf' || protocol === 'http/json') return protocol;
  throw new ConfigurationError([
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json, for example OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf.',
  ]);
}

function tracingBy(sdk: Sdk, protocol: Protocol, version: string): RunningTracing {
  const { ROOT_CONTEXT, SpanStatusCode, trace } = sdk;
  const Exporter = protocol === 'http/json' ? sdk.JsonTraceExporter : sdk.ProtobufTraceExporter;
  const provider = new sdk.BasicTracerProvider({
    // What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say wins.
    resource: sdk
      .resourceFromAttributes({
        'service.name': 'annals',
        'service.version': version,
        'service.instance.id': randomUUID(),
        'process.pid': process.pid,
      })
      .merge(sdk.detectResources({ detectors: [sdk.envDetector] })),
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
          // Its name and no message, in which a value may stand.
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
  const close = async () => {
    const sent = provider.shutdown().catch(() => undefined);
    await Promise.race([sent, wait(longestCloseMs, undefined, { ref: false })]);
  };
  return { tracing, close };
}
