// What is used of OpenTelemetry. A file of its own, which tracing.ts loads where tracing is on: elsewhere it is not even read.
export { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
export { parseTraceParent } from '@opentelemetry/core';
export { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
export { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
export { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
export { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
