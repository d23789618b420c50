// The used parts of OpenTelemetry, in a separate file that signal.ts loads only if a signal is enabled.
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import {
  convertLegacyHttpOptions,
  createOtlpHttpExportDelegate,
} from '@opentelemetry/otlp-exporter-base/node-http';
import {
  JsonMetricsSerializer,
  MetricsExporterMetricsHelper,
  ProtobufMetricsSerializer,
} from '@opentelemetry/otlp-transformer';

export { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, ValueType } from '@opentelemetry/api';
export { SeverityNumber } from '@opentelemetry/api-logs';
export { ExportResultCode, millisToHrTime, parseTraceParent } from '@opentelemetry/core';
export { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
export { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
export { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
export { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
export { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
export {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
export { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
export { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

/**
 * Built like the exporters of the other signals. The package with this one has no matching release: it would bring all
 * its dependencies a second time.
 * @param {'http/protobuf' | 'http/json'} protocol
 */
export function metricExporter(protocol) {
  const [type, serializer] =
    protocol === 'http/json'
      ? ['application/json', JsonMetricsSerializer]
      : ['application/x-protobuf', ProtobufMetricsSerializer];
  const options = convertLegacyHttpOptions({}, 'METRICS', 'v1/metrics', { 'Content-Type': type });
  return new OTLPExporterBase(
    createOtlpHttpExportDelegate(
      options,
      serializer,
      'otlp_http_metric_exporter',
      MetricsExporterMetricsHelper,
      undefined,
    ),
  );
}
