// @vitest-environment happy-dom
import { say } from '@annals/contracts/messages';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from '../../platform/api/announced.ts';
import { queryClient } from '../../platform/api/query.ts';
import { accessTokenOf } from '../../platform/api/testing/fake-server.ts';
import {
  freshBrowserForEach,
  openConsole,
  resetBrowser,
  services,
} from '../../testing/open-console.tsx';

const userId = '0190aaaa-0000-7000-8000-000000000021';
const date = () => new Date().toISOString();
/** The load of processes with these counts, all in one minute of the last hour. */
function loadOf(...counts: { requests?: number; failed?: number; p95Ms?: number }[]) {
  const ofWorker = { requests: 1200, failed: 0, refused: 0, p50Ms: 5, p95Ms: 50 };
  const workers = counts.map((own, index) =>
    Object.assign({ worker: index + 1, startedDate: date() }, ofWorker, own),
  );
  const sum = (name: 'requests' | 'failed') => workers.reduce((all, own) => all + own[name], 0);
  const minute = (index: number) => new Date(Date.now() - (59 - index) * 60_000).toISOString();
  const slots = Array.from({ length: 60 }, (_, index) => ({
    fromDate: minute(index),
    ...ofWorker,
    requests: index === 50 ? sum('requests') : 0,
    failed: index === 50 ? sum('failed') : 0,
  }));
  const hour = { slotSeconds: 60, sinceDate: minute(0), slots, workers };
  return { hour, day: { ...hour, slotSeconds: 900 } };
}
const facts = () => ({
  version: '0.1.0',
  runtime: 'Node.js 20.19.0',
  startedDate: date(),
  workers: 1,
  schema: { applied: 2, firstDate: date(), newest: '0002-more.sql', pending: [], backfills: [] },
  database: { kind: 'embedded', version: '17.5', bytes: 34_500_000 },
  disk: { freeBytes: 5e10, totalBytes: 1e11 },
  load: loadOf({}),
});
const authentication = () => ({
  ...facts(),
  service: 'authentication',
  outbox: { waiting: 0, failed: 0, oldestDate: null, failures: [] as object[] },
  eventWebhooks: { notDelivering: [] as string[] },
  untrustedProxy: null,
  signingKeys: [{ id: 'kid-1', createdDate: date(), retiredDate: null }],
  configuration: [
    { name: 'SMTP_URL', value: null, secret: true },
    { name: 'METRICS_TOKEN', value: '••••••••', secret: true },
  ],
});
const data = () => ({
  ...facts(),
  service: 'data',
  jobs: { states: [{ state: 'DONE', count: 3 }], oldestWaitingDate: null, failures: [] },
  logKeys: [{ name: 'annals.example.org/annals', createdDate: date(), inDatabase: true }],
  backup: null,
});

interface Answers {
  authentication?: object;
  data?: object;
  certificates?: object[];
  role?: string;
  /** Whether the service only follows the specification. */
  foreign?: boolean;
}

function open(path: string, answers: Answers = {}) {
  const { role = 'GLOBAL_MASTER', foreign = false } = answers;
  const asked: string[] = [];
  setAnnounced(foreign ? [] : serviceNames);
  localStorage.setItem('auth', accessTokenOf({ roles: [role] }));
  const permissions = {
    GLOBAL_MASTER: ['operations:read', 'users:read', 'users:write', 'events:read', 'roles:write'],
    OPERATOR: ['operations:read'],
    ORG_ADMIN: ['users:read'],
  };
  services(({ url }) => {
    const { pathname } = new URL(url, 'http://service');
    if (pathname === '/authentication/v1/roles')
      return {
        body: {
          data: Object.entries(permissions).map(([name, held]) => ({ name, permissions: held })),
          hasMore: false,
          nextCursor: null,
        },
      };
    if (pathname === '/authentication/v1/system/provider-certificates')
      return { body: { certificates: answers.certificates ?? [] } };
    if (pathname === '/authentication/v1/system/mails/retries') {
      asked.push(pathname);
      return { body: { count: 1 } };
    }
    if (!pathname.endsWith('/v1/system')) return undefined;
    asked.push(pathname);
    const isData = pathname === '/v1/system';
    return {
      body: isData ? (answers.data ?? data()) : (answers.authentication ?? authentication()),
    };
  });
  openConsole(path);
  return asked;
}

freshBrowserForEach();

it('shows that there are no problems, and the state of the services', async () => {
  open('/system', {
    authentication: {
      ...authentication(),
      configuration: [
        { name: 'SMTP_URL', value: 'smtp://mail.example.org:587', secret: true },
        { name: 'METRICS_TOKEN', value: '••••••••', secret: true },
      ],
    },
    data: { ...data(), backup: { takenDate: date(), bytes: 34_500 } },
  });
  expect(await screen.findByText('No problems.')).toBeTruthy();
  const service = screen.getByRole('region', { name: 'Data service' });
  expect(service.textContent).toContain('Embedded PostgreSQL 17.5');
  expect(service.textContent).toContain('34.5 MB');
  expect(service.textContent).toContain('2 migrations, up to 0002-more.sql');
  const configuration = screen.getByRole('table', { name: 'Configuration' });
  expect(within(configuration).getByRole('row', { name: /METRICS_TOKEN/ }).textContent).toContain(
    '••••••••',
  );
});

it('says that there is no backup and no mail server, instead of that all is well', async () => {
  open('/system');
  const wrong = await screen.findByRole('region', { name: 'Problems' });
  expect(await within(wrong).findByText('No backup recorded yet')).toBeTruthy();
  expect(wrong.textContent).toContain('Run annals backup');
  expect(within(wrong).getByText('Emails are written to files instead of being sent')).toBeTruthy();
  expect(wrong.textContent).toContain('Set SMTP_URL');
  expect(screen.queryByText('No problems.')).toBeNull();
});

it('shows failed emails with recipient and remedy, and retries them', async () => {
  const failing = {
    waiting: 0,
    failed: 1,
    oldestDate: date(),
    failures: [
      {
        id: 'm1',
        kind: 'INVITATION',
        userId,
        userName: 'Ada',
        failure: say('mailServerSaid', { said: '550 no such user' }),
        createdDate: date(),
        nextAttemptDate: date(),
      },
    ],
  };
  const asked = open('/system', { authentication: { ...authentication(), outbox: failing } });
  const wrong = await screen.findByRole('region', { name: 'Problems' });
  expect(await within(wrong).findByText('1 email cannot be sent')).toBeTruthy();
  expect(wrong.textContent).toContain('Check SMTP_URL');
  expect(screen.queryByText('No problems.')).toBeNull();
  const table = screen.getByRole('table', { name: 'Failed emails' });
  expect(table.textContent).toContain('550 no such user');
  expect(within(table).getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe(
    `/v1/users/${userId}`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Retry failed emails now' }));
  expect(await screen.findByText('1 failed email is being retried.')).toBeTruthy();
  expect(asked).toContain('/authentication/v1/system/mails/retries');
});

it('shows certificates that expire soon, and how many processes reported the last hour', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const certificates = [
    { id: 'a', name: 'Harbour', host: 'harbour.example', expiresDate: inDays(80), failure: null },
    { id: 'b', name: 'Lighthouse', host: 'light.example', expiresDate: inDays(9), failure: null },
  ];
  open('/system', { certificates, data: { ...data(), workers: 4, load: loadOf({}, {}) } });
  expect(
    await screen.findByText(/certificate of 1 identity provider cannot be read or expires soon/),
  ).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Certificates of identity providers' });
  const stateOf = (name: RegExp) => within(table).getByRole('row', { name }).textContent;
  expect(stateOf(/Harbour/)).toContain('Accepted');
  expect(stateOf(/Lighthouse/)).toContain('Expires soon');
  expect(screen.getByText('2 of 4 processes have reported so far.')).toBeTruthy();
});

it('draws requests with failures, and within which time they were answered, per process', async () => {
  const load = loadOf({ failed: 3, p95Ms: 200 }, { requests: 34 });
  open('/system', { data: { ...data(), workers: 2, load } });
  const region = await screen.findByRole('group', { name: 'Data service' });
  expect(within(region).getByText('1,234 requests')).toBeTruthy();
  expect(within(region).getByText('Peak: 1,234 per minute')).toBeTruthy();
  expect(within(region).getByText('95 of 100 requests within 200 ms')).toBeTruthy();
  const bars = within(region).getByRole('table', { name: 'Requests' });
  expect(
    within(bars)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['TimeRequestsFailed', expect.stringMatching(/^\d\d:\d\d(?:.[AP]M)?1,2343$/u)]);
  const processes = within(region).getByRole('table', { name: 'Processes: Data service' });
  expect(within(processes).getByRole('row', { name: /^Process 1/ }).textContent).toMatch(
    /1,200.*3.*200 ms/,
  );
});

it('shows the read replicas, and which of them do not answer reads', async () => {
  const replicas = [
    { address: 'r1.example:5432', state: 'USABLE', lagSeconds: 0.4 },
    { address: 'r2.example:5432', state: 'LAGGING', lagSeconds: 61.2 },
    { address: 'r3.example:5432', state: 'UNREACHABLE', lagSeconds: null },
  ];
  open('/system', { data: { ...data(), replicas } });
  expect(await screen.findByText('2 read replicas are not answering reads')).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Read replicas' });
  const rowOf = (name: RegExp) => within(table).getByRole('row', { name }).textContent;
  expect(rowOf(/r1/)).toMatch(/0\.4 s.*Answering reads/);
  expect(rowOf(/r2/)).toMatch(/61\.2 s.*Too far behind/);
  expect(rowOf(/r3/)).toMatch(/Unknown.*Unreachable/);
});

it('sends no request if the service has no such call or the user has no access', async () => {
  const foreign = open('/system', { foreign: true });
  expect(
    await screen.findByText('This is not available with the connected services.'),
  ).toBeTruthy();
  expect(foreign).toEqual([]);
  cleanup();
  queryClient.clear();
  resetBrowser();
  const admin = open('/system', { role: 'ORG_ADMIN' });
  expect(await screen.findByText('You do not have access to this page')).toBeTruthy();
  expect(admin).toEqual([]);
});

it('is linked from Home while there is a problem', async () => {
  open('/', { data: { ...data(), load: loadOf({ requests: 10, failed: 2 }) } });
  const link = await screen.findByRole('link', { name: /problem with the system/ });
  expect(link.getAttribute('href')).toBe('/system');
  expect(link.textContent).toContain('1');
});

it('reports failing audit log webhooks, on a card of their own for global masters', async () => {
  const failing = { ...authentication(), eventWebhooks: { notDelivering: ['w1'] } };
  open('/', { authentication: failing });
  const card = await screen.findByRole('link', { name: /audit log webhook failing/ });
  expect(card.getAttribute('href')).toBe('/audit-log/webhooks/w1');
  expect(screen.queryByRole('link', { name: /problem with the system/ })).toBeNull();
  cleanup();
  queryClient.clear();
  resetBrowser();
  open('/system', { authentication: failing });
  expect(await screen.findByText('1 audit log webhook is failing')).toBeTruthy();
  cleanup();
  queryClient.clear();
  resetBrowser();
  open('/', { authentication: failing, role: 'OPERATOR' });
  expect(await screen.findByRole('link', { name: /problem with the system/ })).toBeTruthy();
});
