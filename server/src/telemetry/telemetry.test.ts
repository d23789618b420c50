import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDatabase, testServerUrl } from '@annals/kit/testing/databases';
import { metricsOf, prometheusLines, type MetricsExport } from '../testing/otlp-metrics.ts';
import { otlpReceiver, recordsOf, valueOf, type LogsExport } from '../testing/otlp-receiver.ts';
import { freePort, startProgram } from '../testing/running-program.ts';

it.runIf(testServerUrl())(
  'a program with several workers exports the log lines of all processes, each audit event once, and the sum of their metrics',
  async () => {
    const receiver = await otlpReceiver<LogsExport>();
    const database = await createDatabase();
    const directory = await mkdtemp(path.join(tmpdir(), 'annals-telemetry-'));
    const port = await freePort();
    const program = startProgram(
      ['serve', '--no-files'],
      {
        PORT: String(port),
        WORKERS: '2',
        DATABASE_URL: database.url,
        DATA_DIR: directory,
        LOG_LEVEL: 'info',
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_LOGS_EXPORTER: 'otlp',
        OTEL_METRIC_EXPORT_INTERVAL: '500',
      },
      directory,
    );
    try {
      await program.waitForOutput('Ready.');
      const traceId = '0af7651916cd43dd8448eb211c80319c';
      const answer = await fetch(`http://127.0.0.1:${port}/api/annals`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          traceparent: `00-${traceId}-b7ad6b7169203331-01`,
        },
        body: JSON.stringify({
          url: '/v1/auth?type=PASSWORD',
          method: 'POST',
          data: { username: 'nobody@example.org', password: 'wrong' },
        }),
      });
      expect(answer.status).toBe(401);
      const records = () =>
        recordsOf(
          receiver.received
            .filter(({ url }) => url === '/v1/logs')
            .map(({ body }) => JSON.parse(body.toString()) as LogsExport),
        );
      const events = () => records().filter(({ eventName }) => eventName === 'annals.audit');
      const actions = () => events().map(({ attributes }) => valueOf(attributes, 'audit.action'));
      await expect.poll(actions).toContain('signIn.failed');
      const sums = () =>
        receiver.received
          .filter(({ url }) => url === '/v1/metrics')
          .map(({ body }) => JSON.parse(body.toString()) as MetricsExport);
      const lines = () => prometheusLines(metricsOf(sums().slice(-1)));
      const signIn =
        'annals_http_requests_total{service="authentication",method="POST",route="/v1/auth",status="4xx"} 1';
      await expect.poll(lines).toContain(signIn);
      await expect.poll(lines).toContain('annals_workers 2');
      program.process.kill('SIGTERM');
      expect(await program.exited).toMatchObject({ code: 0 });

      const numbers = events().map(({ attributes }) => Number(valueOf(attributes, 'audit.number')));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      // Including the last ones, when the workers are gone.
      expect(lines()).toContain(signIn);
      expect(
        new Set(
          sums().map(({ resourceMetrics: [of] }) =>
            valueOf(of?.resource.attributes ?? [], 'process.pid'),
          ),
        ),
      ).toHaveProperty('size', 1);
      const sent = records().filter(({ eventName }) => eventName !== 'annals.audit');
      const written = program
        .errors()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { level: string; msg: string });
      const sorted = (texts: string[]) => texts.toSorted();
      expect(
        sorted(sent.map(({ severityText, body }) => `${severityText} ${body.stringValue}`)),
      ).toEqual(sorted(written.map(({ level, msg }) => `${level.toUpperCase()} ${msg}`)));
      // One of the console's server, and one of the service.
      const ofCall = sent.filter((line) => line.traceId === traceId);
      expect(ofCall.map(({ attributes }) => valueOf(attributes, 'status'))).toEqual([401, 401]);
    } finally {
      program.process.kill('SIGKILL');
      await program.exited;
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    }
  },
);
