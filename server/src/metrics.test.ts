import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { startServer, type RunningServer } from './running-server.ts';
import { startConsole } from './testing/console-under-test.ts';

const token = 'a-token-that-nobody-can-guess-0123456789';
const password = 'grey heron on the pier';
const email = 'master@example.org';
const dataDir = mkdtempSync(path.join(tmpdir(), 'annals-metrics-'));
const silent = pino({ level: 'silent' });

let server: RunningServer;
let origin: string;

beforeAll(async () => {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, METRICS_TOKEN: token });
  server = await startServer({ config, log: silent, withoutFiles: true });
  origin = (server.localUrl ?? '').replace('localhost', '127.0.0.1');
  await server.services?.prepared;
  await server.services?.authentication.createUser({ email, roles: ['GLOBAL_MASTER'], password });
});

afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function scrape(): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${origin}/metrics`, { headers })).text();
}

/** The value of a series; undefined if it does not exist. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const seriesIn = (text: string) =>
  text.split('\n').filter((line) => line.startsWith('annals_')).length;

async function call(body: object, authorization?: string) {
  const answer = await fetch(`${origin}/api/annals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, ...(authorization ? { headers: { authorization } } : {}) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

const signIn = (given: string) =>
  call({
    url: '/v1/auth?type=PASSWORD',
    method: 'POST',
    data: { username: email, password: given },
  });

describe('access to metrics', () => {
  it('requires the token, on each of the three ports', async () => {
    const { authentication = '', data = '' } = server.services?.endpoints ?? {};
    for (const place of [origin, authentication, data]) {
      const ask = (authorization?: string) =>
        fetch(`${place}/metrics`, { headers: authorization ? { authorization } : {} });
      const wrong = [undefined, 'Bearer', `Bearer ${token}x`, token, `Basic ${token}`];
      const refused = await Promise.all(wrong.map(ask));
      expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
      expect(refused[0]?.headers.get('www-authenticate')).toBe('Bearer realm="metrics"');
      expect(await refused[1]?.text()).not.toContain('annals_');
      const read = await ask(`Bearer ${token}`);
      expect([read.status, read.headers.get('content-type')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ]);
      expect(await read.text()).toContain('annals_database_up 1');
    }
  });

  it('is impossible over the console without a token, and through the proxy', async () => {
    const closed = await startConsole();
    expect((await fetch(`${closed.origin}/metrics`)).status).toBe(404);
    await closed.close();
    const urls = ['/metrics', '/authentication/metrics', '/v1/../metrics'];
    const statuses = await Promise.all(urls.map(async (url) => (await call({ url })).status));
    expect(statuses).toEqual([404, 404, 400]);
  });
});

it('report requests, their outcomes, and the state of the services', async () => {
  const { body: session } = await signIn(password);
  const authorization = `Bearer ${session['accessToken']}`;
  expect((await signIn('not the password')).status).toBe(401);
  const made = await call(
    { url: '/v1/partitions', method: 'POST', data: { partitionName: 'Metered' } },
    authorization,
  );
  const objects = `/v1/partitions/${made.body['id']}/objects`;
  const before = valueOf(await scrape(), 'annals_commit_writes_count') ?? 0;
  const data = { type: 'PRODUCT', objectData: { name: 'Compass' } };
  const written = await call({ url: objects, method: 'POST', data }, authorization);
  expect(written.status).toBe(201);
  const changes = objects.replace(/objects$/, 'changes');
  const { body: place } = await call({ url: `${changes}?after=now` }, authorization);
  const waits = call({ url: `${changes}?after=${place['nextCursor']}&wait=25` }, authorization);
  await expect.poll(async () => valueOf(await scrape(), 'annals_change_feed_waiters')).toBe(1);
  await call({ url: objects, method: 'POST', data }, authorization);
  expect((await waits).status).toBe(200);

  const text = await scrape();
  const figures = (series: readonly string[]) => series.map((one) => valueOf(text, one));
  expect(
    figures([
      'annals_sign_ins_total{method="PASSWORD",outcome="succeeded"}',
      'annals_sign_ins_total{method="PASSWORD",outcome="failed"}',
      'annals_http_requests_total{service="authentication",method="POST",route="/v1/partitions",status="2xx"}',
      'annals_http_request_duration_seconds_count{service="authentication",method="POST",route="/v1/partitions/:partitionId/objects"}',
      'annals_http_problems_total{service="authentication",code="invalid_credentials"}',
      'annals_database_connections_max',
      'annals_jobs{state="unheld"}',
      'annals_database_read_only',
      'annals_change_feed_waiters',
      'annals_http_waiting{class="read"}',
    ]),
  ).toEqual([1, 1, 1, 2, 1, 1, 0, 0, 0, 0]);
  expect(valueOf(text, 'annals_outbox_mails{state="waiting"}')).toBeGreaterThanOrEqual(0);
  expect(valueOf(text, 'annals_commit_writes_count')).toBe(before + 2);
  expect(
    valueOf(text, 'annals_proxy_hop_duration_seconds_count{upstream="authentication"}'),
  ).toBeGreaterThanOrEqual(4);
  expect(text).not.toMatch(/example\.org|heron|Metered|Compass/);
  expect(text).not.toContain(made.body['id']);
});

it('do not grow with input', async () => {
  const ask = (method: string, place: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      httpRequest(origin, { method, path: place }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      })
        .on('error', reject)
        .end();
    });
  const round = async (n: number) => {
    await Promise.all([
      ...['PROPFIND', 'TRACE', 'REPORT', 'GET', 'DELETE'].map((method) =>
        ask(method, `/${'x'.repeat(n)}/${n}?${n}="}`),
      ),
      call({ url: `/prefix-${n}/x` }),
      call({ url: `/v1/${n}` }),
      call({ url: `/v1/users/${n}`, method: 'PURGE' }),
      fetch(`${origin}/api/annals`, { method: 'POST', body: `{"n":${n}}` }),
    ]);
  };
  await round(1);
  const first = await scrape();
  for (let n = 2; n < 10; n += 1) await round(n);
  const later = await scrape();
  expect(seriesIn(later)).toBe(seriesIn(first));
  const unknown = 'annals_proxy_refusals_total{reason="unknown_endpoint"}';
  expect((valueOf(later, unknown) ?? 0) - (valueOf(first, unknown) ?? 0)).toBe(8);
  expect(later).toContain('method="other",route="none",status="4xx"');
  expect(later).not.toMatch(/PROPFIND|xxx|prefix-/);
});

it('count what was not HTTP', async () => {
  const series = 'annals_http_malformed_requests_total{service="console"}';
  const before = valueOf(await scrape(), series) ?? 0;
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () =>
      socket.end('GARBAGE\r\n\r\n'),
    );
    socket.resume().on('close', () => resolve());
  });
  expect(valueOf(await scrape(), series)).toBe(before + 1);
});

it('exist for every panel of the dashboard and every alert, and are documented', async () => {
  const text = await scrape();
  // Those of a primary process, which workers.test.ts reads.
  const exported = new Set([
    'annals_workers',
    'annals_workers_wanted',
    'annals_worker_crashes_total',
  ]);
  // Of a server with replicas, which replicas.test.ts reads.
  exported.add('annals_replica_usable');
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    exported.add(name);
    if (kind === 'histogram')
      for (const part of ['bucket', 'sum', 'count']) exported.add(`${name}_${part}`);
  }
  for (const file of ['grafana/annals.json', 'prometheus/alerts.yml']) {
    const written = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
    const named = written.match(/\b(?:annals|process|nodejs)_[a-z0-9_]+\b/g) ?? [];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !exported.has(name))).toEqual([]);
  }
  const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const namesIn = (written: string, pattern: RegExp) =>
    new Set([...written.matchAll(pattern)].map(([, name]) => name));
  expect(namesIn(guide, /^\| `(annals_\w+)` \|/gm)).toEqual(
    namesIn(text, /^# TYPE (annals_\S+)/gm),
  );
});

it('report that the database is unavailable, and nothing that depends on it, while the process is alive', async () => {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: path.join(dataDir, 'other'),
    DATABASE_URL: 'postgres://annals@127.0.0.1:1/annals',
  });
  const away = await startServer({ config, log: silent, withoutFiles: true });
  const console = (away.localUrl ?? '').replace('localhost', '127.0.0.1');
  const { authentication = '', data = '' } = away.services?.endpoints ?? {};
  for (const place of [console, authentication, data]) {
    const statuses = await Promise.all(
      ['healthz', 'readyz'].map(async (one) => (await fetch(`${place}/${one}`)).status),
    );
    expect(statuses).toEqual([200, 503]);
  }
  // Without a token on the services' ports, which are not reachable from elsewhere.
  const text = await (await fetch(`${data}/metrics`)).text();
  expect(valueOf(text, 'annals_database_up')).toBe(0);
  expect(
    valueOf(text, 'annals_database_failures_total{kind="unavailable"}'),
  ).toBeGreaterThanOrEqual(1);
  for (const missing of ['annals_database_ping_seconds', 'annals_outbox_oldest_seconds'])
    expect(valueOf(text, missing)).toBeUndefined();
  away.services?.prepared.catch(() => undefined);
  await away.stop();
});
