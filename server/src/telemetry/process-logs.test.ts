import { expect, it } from 'vitest';
import { otlpReceiver, recordsOf, valueOf, type LogsExport } from '../testing/otlp-receiver.ts';
import { startProcessLogs } from './process-logs.ts';
import { startTracing } from './tracing.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

it('exports each line with its level, its fields and its trace', async () => {
  const receiver = await otlpReceiver<LogsExport>();
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_LOGS_EXPORTER: 'otlp',
  };
  const program = { environment, version: '1.2.3' };
  const traces = await startTracing(program);
  const logs = await startProcessLogs(program, traces?.tracing);
  const write = (line: object) =>
    logs?.stream.write(
      `${JSON.stringify({ pid: 17, time: '2026-03-01T12:00:00.250Z', ...line })}\n`,
    );
  write({ level: 'info', worker: 2, msg: 'The worker serves.' });
  write({ level: 'info', msg: 'request', reqId: 'request-17', status: 200, traceparent });
  const err = { type: 'RangeError', message: 'too far', stack: 'RangeError: too far\n    at' };
  write({ level: 'error', msg: 'internal_error', err });
  const work = { name: 'work', kind: 'server' as const, parent: traceparent };
  await traces?.tracing.span(work, async () => write({ level: 'warn', msg: 'within' }));
  await logs?.close();
  await traces?.close();

  const exports = receiver.exports().filter((sent) => 'resourceLogs' in sent);
  const records = recordsOf(exports);
  const shown = records.map(({ severityText, severityNumber, body, attributes, ...record }) => [
    severityText,
    severityNumber,
    body.stringValue,
    Object.fromEntries(attributes.map(({ key }) => [key, valueOf(attributes, key)])),
    record.traceId,
  ]);
  expect(shown).toEqual([
    ['INFO', 9, 'The worker serves.', { worker: 2 }, undefined],
    ['INFO', 9, 'request', { reqId: 'request-17', status: 200 }, traceId],
    [
      'ERROR',
      17,
      'internal_error',
      {
        'exception.type': err.type,
        'exception.message': err.message,
        'exception.stacktrace': err.stack,
      },
      undefined,
    ],
    ['WARN', 13, 'within', {}, traceId],
  ]);
  expect(records[0]?.timeUnixNano).toBe('1772366400250000000');
});

it('an unavailable collector fails no work, and does not delay the shutdown', async () => {
  const environment = { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://127.0.0.1:1/v1/logs' };
  const logs = await startProcessLogs({ environment, version: '1.2.3' });
  logs?.stream.write('{"level":"info","time":"2026-03-01T12:00:00.250Z","msg":"request"}\n');
  await expect(logs?.close()).resolves.toBeUndefined();
});
