import { expect, it } from 'vitest';
import { Metrics } from '@annals/kit/metrics/metrics';
import { RequestCounts } from '@annals/kit/metrics/request-counts';
import { otlpReceiver } from '../testing/otlp-receiver.ts';
import { metricsOf, prometheusLines, type MetricsExport } from '../testing/otlp-metrics.ts';
import { startSentMetrics } from './sent-metrics.ts';

function someMetrics() {
  const metrics = new Metrics();
  const mails = metrics.counter('mails_total', 'Mails.', ['outcome']);
  mails.inc({ outcome: 'sent' }, 3);
  mails.inc({ outcome: 'given_up' });
  metrics.gauge('waiting', 'What waits.', () => ({ read: 2, write: 0 }), { label: 'class' });
  metrics.gauge('unknown', 'Not known now.', () => undefined);
  metrics.gauge('no_number', 'No number.', () => Number.NaN);
  const seconds = metrics.histogram('seconds', 'How long.', ['kind'], [0.1, 1, 5]);
  for (const value of [0.05, 0.5, 0.7, 3, 9]) seconds.observe({ kind: 'a' }, value);
  seconds.observe({ kind: 'b' }, 0.01);
  const counts = new RequestCounts([0.1, 1]);
  metrics.register(counts.requestsAs('requests_total', 'Requests.'));
  metrics.register(counts.durationsAs('request_seconds', 'Durations.'));
  const count = counts.of('data');
  count('/v1/objects', 'GET', 200, 0.05);
  count('/v1/objects', 'GET', 404, 2);
  return metrics;
}

/** Without comments, and without values that are not numbers. */
const linesOf = (text: string) =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !line.endsWith('Nan'));

it('exports what a scrape shows, under the same names and labels', async () => {
  const receiver = await otlpReceiver<MetricsExport>();
  const environment = {
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${receiver.endpoint}/v1/metrics`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
    OTEL_METRIC_EXPORT_INTERVAL: '100',
  };
  const sent = await startSentMetrics({ environment, version: '1.2.3' });
  const metrics = someMetrics();
  metrics.observeProcess();
  sent?.observe(() => metrics.report());
  await expect.poll(() => receiver.received.length).toBeGreaterThan(2);
  await sent?.close();

  expect(receiver.received[0]).toMatchObject({ url: '/v1/metrics', key: 'secret' });
  const found = metricsOf(receiver.exports().slice(0, 1));
  const byName = new Map(found.map((metric) => [metric.name, metric]));
  expect(byName.get('mails_total')).toMatchObject({
    description: 'Mails.',
    sum: { isMonotonic: true, aggregationTemporality: 2 },
  });
  expect(byName.get('seconds')?.histogram?.dataPoints[0]).toMatchObject({
    explicitBounds: [0.1, 1, 5],
    bucketCounts: [1, 2, 1, 1],
    sum: 13.25,
  });
  const isOurs = (line: string) => !/^(?:process|nodejs)_/.test(line);
  const expected = linesOf(await metrics.text());
  expect(prometheusLines(found).filter(isOurs).toSorted()).toEqual(
    expected.filter(isOurs).toSorted(),
  );
  // Values of the process change between two reads, but no name and no label does.
  const seriesOf = (lines: string[]) =>
    new Set(lines.map((line) => line.slice(0, line.lastIndexOf(' '))));
  const series = seriesOf(prometheusLines(found));
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds'])
    expect(series).toContain(name);
});

it('sends protobuf by default, and flushes when it stops', async () => {
  const { endpoint, received } = await otlpReceiver();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const sent = await startSentMetrics({ environment, version: '1.2.3' });
  const metrics = someMetrics();
  sent?.observe(() => metrics.report());
  await sent?.close();
  expect(received.map(({ url, type }) => [url, type])).toEqual([
    ['/v1/metrics', 'application/x-protobuf'],
  ]);
  expect(received[0]?.body.includes('mails_total')).toBe(true);
});

it.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_METRICS_EXPORTER: 'none' }],
])('%j: sends none', async (environment) => {
  expect(await startSentMetrics({ environment, version: '1.2.3' })).toBeUndefined();
});

it('an unavailable collector does not delay the shutdown', async () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  const sent = await startSentMetrics({ environment, version: '1.2.3' });
  sent?.observe(() => someMetrics().report());
  await expect(sent?.close()).resolves.toBeUndefined();
});
