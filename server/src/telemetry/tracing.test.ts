import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../config.ts';
import { FakeProvider } from '@annals/authentication/testing/fake-provider';
import { MailServer } from '@annals/authentication/testing/mail-server';
import { WebhookReceiver } from '@annals/kit/testing/webhook-receiver';
import { startConsole } from '../testing/console-under-test.ts';
import { anyLocation, testLocations } from '../testing/database-locations.ts';
import { type Attribute, otlpReceiver, valueOf } from '../testing/otlp-receiver.ts';
import { ServicesUnderTest } from '../testing/services-under-test.ts';
import type { Environment } from './signal.ts';
import { startTracing } from './tracing.ts';

interface Span {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code?: number };
}
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

const by = (environment: Environment) => ({ environment, version: '1.2.3' });

/** A receiver of traces. */
async function receiver() {
  const { exports, ...receiving } = await otlpReceiver<Export>();
  const spans = () =>
    exports().flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  return { ...receiving, exports, spans };
}

describe.each(testLocations)('$kind', ({ make }) => {
  it('one trace leads from the call of a browser to the statements, without their values', async () => {
    const { endpoint, received, exports, spans } = await receiver();
    const traces = await startTracing(
      by({
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
        OTEL_SERVICE_NAME: 'registry',
      }),
    );
    const tracing = traces?.tracing;
    if (!tracing) throw new Error('There is no tracing.');
    const place = await make();
    const services = await ServicesUnderTest.start(place.variables, { tracing });
    const { authentication: upstream, data } = services.services.endpoints;
    const front = await startConsole({ upstream, data, tracing });
    expect(await (await fetch(`${front.origin}/api/env`)).json()).toMatchObject({ TRACING: 'on' });
    const token = await services.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const browser = 'b7ad6b7169203331';
    const call = async (method: string, url: string, body?: unknown) => {
      const envelope = { url, method, data: body, headers: { Authorization: `Bearer ${token}` } };
      const headers = { traceparent: `00-${traceId}-${browser}-01` };
      return (await front.call(envelope, headers)).status;
    };
    const partitionName = 'Canary of the harbour';
    expect(await call('POST', '/v1/partitions', { partitionName })).toBe(201);
    const absent = '0190aaaa-0000-7000-8000-000000000001';
    expect(await call('GET', `/v1/partitions/${absent}?asOf=2026-01-01T00:00:00Z`)).toBe(404);
    await front.close();
    await services.close();
    await traces.close();
    await place.remove();

    expect(new Set(received.map(({ url, key }) => [url, key].join(' ')))).toEqual(
      new Set(['/v1/traces secret']),
    );
    const [
      { resourceSpans: [{ resource } = { resource: { attributes: [] } }] } = { resourceSpans: [] },
    ] = exports();
    expect(valueOf(resource.attributes, 'service.name')).toBe('registry');
    expect(valueOf(resource.attributes, 'service.version')).toBe('1.2.3');

    // Work without a request, such as the migrations at the start, is not traced.
    const roots = spans().filter(({ parentSpanId }) => !parentSpanId);
    expect(roots.filter(({ name }) => !/^(?:mail$|(?:forward|GET|POST) )/.test(name))).toEqual([]);

    const ours = spans().filter((span) => span.traceId === traceId);
    const forwarded = ours.filter(({ parentSpanId }) => parentSpanId === browser);
    expect(forwarded.map(({ name }) => name)).toEqual(['forward POST', 'forward GET']);
    const below = (parent: Span | undefined) =>
      ours.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
    const [created] = below(forwarded[0]);
    const [read] = below(forwarded[1]);
    expect([created?.name, read?.name]).toEqual([
      'POST /v1/partitions',
      'GET /v1/partitions/{partitionId}',
    ]);
    expect(valueOf(read?.attributes ?? [], 'http.response.status_code')).toBe(404);
    expect(read?.status.code).toBe(2);
    const transaction = below(created).find(({ name }) => name === 'transaction');
    const statements = below(transaction);
    expect(statements.length).toBeGreaterThan(0);
    for (const { attributes } of statements)
      expect(valueOf(attributes, 'db.system.name')).toBe('postgresql');
    expect(valueOf(forwarded[0]?.attributes ?? [], 'http.response.status_code')).toBe(201);

    const sent = JSON.stringify(exports());
    for (const value of [partitionName, absent, token, 'master@example.org'])
      expect(sent).not.toContain(value);
  });
});

it('a sign-in at an identity provider is part of its call’s trace, and a mail has a separate trace, with only the names of hosts', async () => {
  const { endpoint, exports, spans } = await receiver();
  const traces = await startTracing(
    by({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }),
  );
  const tracing = traces?.tracing;
  if (!tracing) throw new Error('There is no tracing.');
  const provider = await FakeProvider.start();
  const mailServer = await MailServer.start();
  const smtpUrl = mailServer.url;
  const place = await anyLocation();
  const services = await ServicesUnderTest.start(
    { ...place.variables, PROVIDER_HOSTS: provider.host, SMTP_URL: smtpUrl },
    { tracing },
  );
  const token = await services.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  const clientSecret = 'fake secret'.padEnd(32);
  const { id } = await services.succeed('POST', '/v1/identity-providers', {
    token,
    data: {
      name: 'Fake',
      issuer: provider.issuer,
      clientId: 'fake-client',
      clientSecret,
      provisioning: 'CREATE',
    },
  });
  const start = `/v1/auth/identity-providers/${String(id)}/authorization`;
  const { authorizationUrl } = await services.succeed('POST', start);
  provider.traces.length = 0;
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const { code, state } = provider.authorize(String(authorizationUrl));
  await services.succeed('POST', '/v1/auth?type=IDENTITY_PROVIDER', {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    data: { code, state },
  });
  const invited = 'invited@example.org';
  await services.succeed('POST', '/v1/users', { token, data: { email: invited } });
  await expect.poll(() => mailServer.mails.flatMap(({ to }) => to)).toContain(invited);
  await services.close();
  await traces.close();
  await mailServer.stop();
  await provider.stop();
  await place.remove();

  const spanOf = (spanId: string | undefined) => spans().find((span) => span.spanId === spanId);
  const asked = spans().filter(
    (span) =>
      span.traceId === traceId && valueOf(span.attributes, 'http.request.method') === 'POST',
  );
  const call = asked.find(({ name }) => name === 'POST /v1/auth');
  const exchange = asked.find(({ name }) => name === 'POST 127.0.0.1');
  expect(exchange?.parentSpanId).toBe(call?.spanId);
  expect(valueOf(exchange?.attributes ?? [], 'server.address')).toBe('127.0.0.1');
  expect(valueOf(exchange?.attributes ?? [], 'http.response.status_code')).toBe(200);
  expect(provider.traces).toContain(`00-${traceId}-${exchange?.spanId ?? ''}-01`);
  for (const header of provider.traces) expect(header).toMatch(new RegExp(`^00-${traceId}-`));

  const sent = spans().find(({ name }) => name === 'send mail');
  expect(valueOf(sent?.attributes ?? [], 'server.address')).toBe('127.0.0.1');
  const mail = spanOf(sent?.parentSpanId);
  expect(mail).toMatchObject({ name: 'mail' });
  expect(mail?.parentSpanId ?? '').toBe('');
  expect(valueOf(mail?.attributes ?? [], 'annals.mail.kind')).toBe('INVITATION');
  const everything = JSON.stringify(exports());
  for (const value of [invited, code, state, token, clientSecret, 'fake@example.org', smtpUrl])
    expect(everything).not.toContain(value);
});

it('each webhook message has a separate trace, which is sent to its receiver', async () => {
  const { endpoint, exports, spans } = await receiver();
  const traces = await startTracing(
    by({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }),
  );
  const tracing = traces?.tracing;
  if (!tracing) throw new Error('There is no tracing.');
  const hook = await WebhookReceiver.start();
  const place = await anyLocation();
  const services = await ServicesUnderTest.start(
    { ...place.variables, WEBHOOK_HOSTS: hook.host },
    { tracing },
  );
  const token = await services.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  const partition = await services.succeed('POST', '/v1/partitions', {
    token,
    data: { partitionName: 'Told elsewhere' },
  });
  const base = `/v1/partitions/${String(partition['id'])}`;
  const eventTypes = ['object.created'];
  const data = { url: hook.url, eventTypes };
  const { id } = await services.succeed('POST', `${base}/webhooks`, { token, data });
  const objectData = { name: 'Canary of the harbour' };
  await services.succeed('POST', `${base}/objects`, { token, data: { type: 'BIRD', objectData } });
  const lastDelivered = async () =>
    (await services.succeed('GET', `${base}/webhooks/${String(id)}`, { token }))[
      'lastDeliveredDate'
    ];
  await expect.poll(lastDelivered).not.toBeNull();
  await services.close();
  await traces.close();
  await hook.close();
  await place.remove();

  const message = spans().find(({ name }) => name === 'webhook message');
  expect(message?.parentSpanId ?? '').toBe('');
  expect(valueOf(message?.attributes ?? [], 'annals.webhook.event')).toBe('object.created');
  const below = spans().filter(({ parentSpanId }) => parentSpanId === message?.spanId);
  const sent = below.find(({ name }) => name === 'POST 127.0.0.1');
  expect(valueOf(sent?.attributes ?? [], 'http.response.status_code')).toBe(200);
  expect(below.some(({ attributes }) => valueOf(attributes, 'db.system.name'))).toBe(true);
  const reported = hook.accepted[0]?.headers['traceparent'];
  expect(reported).toBe(`00-${message?.traceId ?? ''}-${sent?.spanId ?? ''}-01`);
  const everything = JSON.stringify(exports());
  for (const value of [objectData.name, hook.url, '/hook']) expect(everything).not.toContain(value);
});

it('sends protobuf by default', async () => {
  const { endpoint, received } = await receiver();
  const traces = await startTracing(
    by({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/elsewhere` }),
  );
  await traces?.tracing.span({ name: 'some work', kind: 'internal' }, async () => undefined);
  await traces?.close();
  expect(received.map(({ url, type }) => [url, type])).toEqual([
    ['/elsewhere', 'application/x-protobuf'],
  ]);
  expect(received[0]?.body.includes('some work')).toBe(true);
});

it('an unavailable collector fails no work, and does not delay the shutdown', async () => {
  const traces = await startTracing(by({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }));
  const work = traces?.tracing.span({ name: 'some work', kind: 'internal' }, async () => 'done');
  expect(await work).toBe('done');
  await expect(traces?.close()).resolves.toBeUndefined();
});

it.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' }],
])('%j: tracing is off, for the console too', async (environment) => {
  expect(await startTracing(by(environment))).toBeUndefined();
  const front = await startConsole({ upstream: 'http://127.0.0.1:1' });
  expect(await (await fetch(`${front.origin}/api/env`)).json()).not.toHaveProperty('TRACING');
  await front.close();
});

it.each([
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be otlp or none'],
  [
    { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json',
  ],
])('%j: reports what is wrong', async (environment, message) => {
  await expect(startTracing(by(environment))).rejects.toThrow(ConfigurationError);
  await expect(startTracing(by(environment))).rejects.toThrow(message);
});
