import { describe, expect, it } from 'vitest';
import { durationBuckets, Metrics, sumOf } from './metrics.ts';
import { RequestCounts } from './request-counts.ts';

const requests: [route: string, method: string, status: number, seconds: number][] = [
  ['/v1/a', 'GET', 200, 0.001],
  ['/v1/a', 'GET', 200, 0.005],
  ['/v1/a', 'GET', 404, 0.02],
  ['/v1/a', 'POST', 503, 0.3],
  ['none', 'other', 404, 12],
];

describe('counted requests', () => {
  it('match the counter and the histogram of the library, alone and summed over workers', async () => {
    const [own, theirs] = [new Metrics(), new Metrics()];
    const counts = new RequestCounts(durationBuckets);
    own.register(counts.requestsAs('requests_total', 'Requests.'));
    own.register(counts.durationsAs('duration_seconds', 'Durations.'));
    const labels = ['service', 'method', 'route'] as const;
    const counter = theirs.counter('requests_total', 'Requests.', [...labels, 'status']);
    const histogram = theirs.histogram('duration_seconds', 'Durations.', labels);
    const count = counts.of('data');
    for (const [route, method, status, seconds] of requests) {
      count(route, method, status, seconds);
      counter.inc({ service: 'data', method, route, status: `${Math.floor(status / 100)}xx` });
      histogram.observe({ service: 'data', method, route }, seconds);
    }
    const linesOf = async (metrics: { text(): Promise<string> }) =>
      (await metrics.text()).split('\n').toSorted();
    expect(await linesOf(own)).toEqual(await linesOf(theirs));
    const twice = async (metrics: Metrics) =>
      linesOf(sumOf([await metrics.report(), await metrics.report()]));
    expect(await twice(own)).toEqual(await twice(theirs));
  });
});
