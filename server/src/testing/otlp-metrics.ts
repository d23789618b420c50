import { valueOf, type Attribute } from './otlp-receiver.ts';

interface Point {
  attributes: Attribute[];
  asDouble?: number;
  asInt?: string | number;
}
interface HistogramPoint {
  attributes: Attribute[];
  count: string | number;
  sum: number;
  bucketCounts: (string | number)[];
  explicitBounds: number[];
}
interface Metric {
  name: string;
  description: string;
  sum?: { isMonotonic: boolean; aggregationTemporality: number; dataPoints: Point[] };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: HistogramPoint[] };
}
/** Metrics by OTLP, as JSON. */
export interface MetricsExport {
  resourceMetrics: {
    resource: { attributes: Attribute[] };
    scopeMetrics: { metrics: Metric[] }[];
  }[];
}

export const metricsOf = (exports: readonly MetricsExport[]): Metric[] =>
  exports.flatMap(({ resourceMetrics }) =>
    resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
  );

/** As Prometheus would read them. */
export const prometheusLines = (metrics: readonly Metric[]): string[] =>
  metrics.flatMap(({ name, sum, gauge, histogram }) => [
    ...[...(sum?.dataPoints ?? []), ...(gauge?.dataPoints ?? [])].map((point) =>
      lineOf(name, point.attributes, Number(point.asDouble ?? point.asInt)),
    ),
    ...(histogram?.dataPoints ?? []).flatMap((point) => {
      let upTo = 0;
      const buckets = point.bucketCounts.map((count, index) => {
        upTo += Number(count);
        const le = point.explicitBounds[index]?.toString() ?? '+Inf';
        return lineOf(`${name}_bucket`, point.attributes, upTo, le);
      });
      return buckets.concat(
        lineOf(`${name}_sum`, point.attributes, point.sum),
        lineOf(`${name}_count`, point.attributes, Number(point.count)),
      );
    }),
  ]);

function lineOf(name: string, attributes: Attribute[], value: number, le?: string): string {
  const labels = [
    ...(le === undefined ? [] : [`le="${le}"`]),
    ...attributes.map(({ key }) => `${key}="${String(valueOf(attributes, key))}"`),
  ];
  return `${name}${labels.length === 0 ? '' : `{${labels.join(',')}}`} ${value}`;
}
