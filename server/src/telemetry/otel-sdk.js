// What is used of OpenTelemetry. A file of its own, which signal.ts loads where a signal is asked for: elsewhere it is not even read.
export { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
export { SeverityNumber } from '@opentelemetry/api-logs';
export { ExportResultCode, millisToHrTime, parseTraceParent } from '@opentelemetry/core';
export { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
export { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
export { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
export { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
export { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
export { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
export { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
