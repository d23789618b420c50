import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../config.ts';
import { testLocations } from '../testing/database-locations.ts';
import {
  otlpReceiver,
  recordsOf,
  valueOf,
  type LogRecord,
  type LogsExport,
} from '../testing/otlp-receiver.ts';
import { ServicesUnderTest } from '../testing/services-under-test.ts';
import type { Environment } from './signal.ts';
import { startSentEvents } from './sent-events.ts';

const by = (environment: Environment) => ({ environment, version: '1.2.3' });
const asJson = (endpoint: string) =>
  by({
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${endpoint}/v1/logs`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
  });

async function eventReceiver() {
  const receiver = await otlpReceiver<LogsExport>();
  const records = () => recordsOf(receiver.exports());
  const numbers = () =>
    records().map(({ attributes }) => Number(valueOf(attributes, 'audit.number')));
  return { ...receiver, records, numbers };
}

/**
 * Verifies the chain as a receiver would, from the attributes alone. @returns the first number where the chain breaks
 */
function brokenAt(records: readonly LogRecord[]): number | undefined {
  let previous = createHash('sha256').update('annals events').digest('hex');
  for (const { attributes } of records) {
    const of = (name: string) => valueOf(attributes, `audit.${name}`) ?? null;
    const source = JSON.stringify({
      address: of('address'),
      credential: of('credential'),
      requestId: of('request_id'),
    });
    const hashed = JSON.stringify({
      action: of('action'),
      actorId: of('actor.id'),
      after: of('after'),
      at: of('time'),
      before: of('before'),
      id: of('id'),
      source: createHash('sha256').update(source).digest('base64'),
      subject: of('subject'),
      userId: of('user.id'),
    });
    const hash = createHash('sha256')
      .update(Buffer.from(previous, 'hex'))
      .update(hashed)
      .digest('hex');
    if (of('previous_hash') !== previous || of('hash') !== hash) return Number(of('number'));
    previous = hash;
  }
  return undefined;
}

describe.each(testLocations)('$kind', ({ make }) => {
  it('exports every event in order, as a master sees it, with its link of the chain', async () => {
    const receiver = await eventReceiver();
    const events = await startSentEvents(asJson(receiver.endpoint));
    const place = await make();
    const services = await ServicesUnderTest.start(place.variables, { sendEvents: events?.send });
    const token = await services.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    await services.call('POST', '/v1/auth?type=PASSWORD', {
      data: { username: 'master@example.org', password: 'wrong' },
    });
    const { body } = await services.call('GET', '/v1/events?pageSize=500', { token });
    const shown = (body['data'] as Record<string, unknown>[]).toReversed();
    await expect.poll(() => receiver.numbers().length).toBe(shown.length);
    await services.close();
    await events?.close();
    await place.remove();

    expect(new Set(receiver.received.map(({ url, key }) => `${url} ${key}`))).toEqual(
      new Set(['/v1/logs secret']),
    );
    const records = receiver.records();
    expect(brokenAt(records)).toBeUndefined();
    expect(brokenAt(records.toSpliced(1, 1))).toBe(3);
    for (const [index, { attributes, ...record }] of records.entries()) {
      const of = (name: string) => valueOf(attributes, `audit.${name}`) ?? null;
      const json = (name: string) => JSON.parse((of(name) ?? 'null') as string) as unknown;
      expect(Number(of('number'))).toBe(index + 1);
      expect(record.eventName).toBe('annals.audit');
      expect({
        id: of('id'),
        seq: Number(of('number')),
        at: of('time'),
        action: of('action'),
        actor: of('actor.id') === null ? null : { id: of('actor.id'), name: of('actor.name') },
        subject: of('subject'),
        subjectName: of('subject.name'),
        before: json('before'),
        after: json('after'),
        address: of('address'),
        requestId: of('request_id'),
        credential: of('credential'),
      }).toEqual(shown[index]);
    }
    const failed = records.at(-1);
    expect(failed).toMatchObject({ severityText: 'WARN' });
    expect(valueOf(failed?.attributes ?? [], 'audit.outcome')).toBe('FAILURE');
    expect(String(failed?.body.stringValue)).toMatch(/^signIn\.failed/);
    const moment = Date.parse(String(shown.at(-1)?.['at']));
    expect(BigInt(failed?.timeUnixNano ?? 0)).toBe(BigInt(moment) * 1_000_000n);
  });

  it('resends after a restart what a receiver did not accept, without gaps', async () => {
    const receiver = await eventReceiver();
    const place = await make();
    const run = async (work: (services: ServicesUnderTest) => Promise<void>) => {
      const events = await startSentEvents(asJson(receiver.endpoint));
      const services = await ServicesUnderTest.start(place.variables, { sendEvents: events?.send });
      await work(services);
      await services.close();
      await events?.close();
    };
    const createUser = (services: ServicesUnderTest, name: string) =>
      services.services.authentication.createUser({ email: `${name}@example.org`, roles: [] });
    await run(async (services) => {
      await createUser(services, 'ada');
      await expect.poll(() => receiver.numbers().length).toBeGreaterThan(0);
    });
    for (const reaction of ['refuse', 'hang'] as const) {
      receiver.setReaction(reaction);
      const before = receiver.refused.length;
      await run(async (services) => {
        await createUser(services, reaction);
        await expect.poll(() => receiver.refused.length).toBeGreaterThan(before);
      });
    }
    receiver.setReaction('accept');
    let count = 0;
    await run(async (services) => {
      const check = await services.services.authentication.verifyAuditLog();
      if (!check.intact) throw new Error(check.reason);
      ({ count } = check);
      await expect.poll(() => receiver.numbers().at(-1)).toBe(count);
    });
    await place.remove();
    expect([...new Set(receiver.numbers())]).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });
});

it('sends protobuf by default', async () => {
  const { endpoint, received } = await otlpReceiver();
  const events = await startSentEvents(
    by({ OTEL_LOGS_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  );
  await events?.send([
    {
      seq: 1,
      id: '0190aaaa-0000-7000-8000-000000000001',
      at: '2026-03-01T12:00:00.250000Z',
      action: 'user.created',
      actorId: null,
      actorName: null,
      subject: null,
      subjectName: null,
      userId: null,
      before: null,
      after: '{"name":"Ada"}',
      address: null,
      requestId: null,
      credential: null,
      hash: 'ab',
      previousHash: 'cd',
    },
  ]);
  await events?.close();
  expect(received.map(({ url, type }) => [url, type])).toEqual([
    ['/v1/logs', 'application/x-protobuf'],
  ]);
  expect(received[0]?.body.includes('{"name":"Ada"}')).toBe(true);
});

it.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }],
  [{ OTEL_LOGS_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' }],
  [{ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://127.0.0.1:1', OTEL_LOGS_EXPORTER: 'none' }],
])('%j: sends none', async (environment) => {
  expect(await startSentEvents(by(environment))).toBeUndefined();
});

it('reports what is wrong', async () => {
  const wrong = startSentEvents(by({ OTEL_LOGS_EXPORTER: 'console' }));
  await expect(wrong).rejects.toThrow(ConfigurationError);
  await expect(wrong).rejects.toThrow('OTEL_LOGS_EXPORTER must be otlp or none');
});
