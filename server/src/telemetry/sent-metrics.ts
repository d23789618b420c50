import type { HrTime } from '@opentelemetry/api';
import type { MetricData } from '@opentelemetry/sdk-metrics';
import type { MetricReport } from '@annals/kit/metrics/metrics';
import {
  closeWithin,
  startSignal,
  type SignalExporter,
  type Environment,
  type Program,
} from './signal.ts';

export type ReadMetrics = () => Promise<readonly MetricReport[]>;

export interface SentMetrics {
  /** Exports the result of `read` periodically; without it nothing is sent. Call it once. */
  readonly observe: (read: ReadMetrics) => void;
  /** Flushes what was not sent yet. */
  close(): Promise<void>;
}

/**
 * Exports the metrics of /metrics by OTLP over HTTP, as configured by the OTEL_… variables; undefined if they are off.
 * @throws ConfigurationError
 */
export function startSentMetrics(program: Program): Promise<SentMetrics | undefined> {
  const pace = paceOf(program.environment);
  return startSignal('METRICS', program, (asked) => sentMetricsBy(asked, pace));
}

const defaultIntervalMs = 60_000;
const defaultTimeoutMs = 30_000;

/** As the SDK defines it; a value that is not a number counts as omitted. */
function paceOf(environment: Environment) {
  const read = (name: string, otherwise: number) => {
    const value = Number(environment[name]?.trim() || Number.NaN);
    return Number.isFinite(value) && value > 0 ? value : otherwise;
  };
  const exportIntervalMillis = read('OTEL_METRIC_EXPORT_INTERVAL', defaultIntervalMs);
  const timeout = read('OTEL_METRIC_EXPORT_TIMEOUT', defaultTimeoutMs);
  return { exportIntervalMillis, exportTimeoutMillis: Math.min(timeout, exportIntervalMillis) };
}

function sentMetricsBy(
  { sdk, protocol, resource, version }: SignalExporter,
  pace: ReturnType<typeof paceOf>,
): SentMetrics {
  const exporter = sdk.metricExporter(protocol);
  const scope = { name: 'annals', version };
  const startTime = sdk.millisToHrTime(Date.now() - process.uptime() * 1000);
  let close = () => exporter.shutdown();
  return {
    observe: (read) => {
      const collect = async () => {
        const times = { startTime, endTime: sdk.millisToHrTime(Date.now()) };
        const reports = await read();
        const metrics = reports.flatMap((report) => metricOf(sdk, report, times) ?? []);
        return {
          resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] },
          errors: [],
        };
      };
      const reader = new sdk.PeriodicExportingMetricReader({
        exporter,
        metricProducers: [{ collect }],
        ...pace,
      });
      const provider = new sdk.MeterProvider({ resource, readers: [reader] });
      close = () => provider.shutdown();
    },
    close: () => closeWithin(close()),
  };
}

interface Times {
  startTime: HrTime;
  endTime: HrTime;
}

type Labels = Readonly<Record<string, string | number>>;

/** Under the same name and with the same labels; undefined for an unsupported kind. */
function metricOf(
  { DataPointType, AggregationTemporality, ValueType }: SignalExporter['sdk'],
  report: MetricReport,
  { startTime, endTime }: Times,
): MetricData | undefined {
  const { name, help } = report;
  const kind = String(report.type);
  const values = (report.values as Value[]).filter(({ value }) => Number.isFinite(value));
  const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE };
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const points = () =>
    values.map(({ labels = {}, value }) => ({
      startTime,
      endTime,
      attributes: textsOf(labels),
      value,
    }));
  switch (kind) {
    case 'counter':
      return {
        ...common,
        dataPointType: DataPointType.SUM,
        isMonotonic: true,
        dataPoints: points(),
      };
    case 'gauge':
      return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() };
    case 'histogram':
      return {
        ...common,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: histogramsOf(name, values).map(({ labels, ...value }) => ({
          startTime,
          endTime,
          attributes: textsOf(labels),
          value,
        })),
      };
    default:
      return undefined;
  }
}

interface Value {
  value: number;
  labels?: Labels;
  /** For a histogram: its name with `_bucket`, `_sum` or `_count`. */
  metricName?: string;
}

const textsOf = (labels: Labels): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));

/** Prometheus buckets are cumulative; those of OTLP are not. */
function histogramsOf(name: string, values: readonly Value[]) {
  const found = new Map<
    string,
    { labels: Labels; sum: number; count: number; upTo: [number, number][] }
  >();
  for (const { metricName, labels: { le, ...labels } = {}, value } of values) {
    const key = JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const histogram = found.get(key) ?? { labels, sum: 0, count: 0, upTo: [] };
    found.set(key, histogram);
    if (metricName === `${name}_sum`) histogram.sum = value;
    else if (metricName === `${name}_count`) histogram.count = value;
    else if (le !== undefined && le !== '+Inf') histogram.upTo.push([Number(le), value]);
  }
  return [...found.values()].map(({ labels, sum, count, upTo }) => {
    const sorted = upTo.toSorted(([a], [b]) => a - b);
    const totals = [...sorted.map(([, total]) => total), count];
    const counts = totals.map((total, index) => total - (totals[index - 1] ?? 0));
    return { labels, sum, count, buckets: { boundaries: sorted.map(([le]) => le), counts } };
  });
}
