// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ReadRecord } from '@annals/contracts/read-records';
import { queryClient } from '../../platform/api/query.ts';
import { setLanguage } from '../../platform/texts.ts';
import {
  freshBrowserForEach,
  openConsole,
  ownRoles,
  services,
  token,
  user,
} from '../../testing/open-console.tsx';
import { queryTextOf } from './read-calls.ts';

const id = '0190aaaa-0000-7000-8000-000000000001';
const path = `/v1/partitions/${id}`;
const partition = {
  id,
  partitionName: 'Patients',
  role: 'OWNER',
  version: 1,
  types: [],
  recordedReads: 'OBJECTS',
};
const page = (data: unknown[]) => ({ data, hasMore: false, nextCursor: null });

const read: ReadRecord = {
  id: '0190aaaa-0000-7000-8000-00000000000a',
  partitionId: id,
  partitionName: 'Patients',
  readDate: '2026-03-03T12:00:00.000000Z',
  userId: user.id,
  userName: 'Grace Hopper',
  credential: 'token/0190aaaa-0000-7000-8000-00000000000b',
  assistant: true,
  address: '192.0.2.7',
  requestId: null,
  call: 'POST /v1/partitions/{partitionId}/objects/search',
  query: '{"query":"name:Ada","sort":"-lastChange"}',
  asOf: null,
  count: 2,
  objectIds: [],
  timelineIds: [],
  title: null,
  whole: false,
};
const recording = {
  scope: 'OBJECTS',
  durable: false,
  keptDays: 90,
  changedDate: '2026-03-01T00:00:00Z',
  changedUserId: user.id,
  periods: [
    { scope: 'OBJECTS', fromDate: '2026-03-01T00:00:00Z', toDate: null },
    { scope: 'EVERYTHING', fromDate: '2026-01-01T00:00:00Z', toDate: '2026-02-01T00:00:00Z' },
  ],
};
const never = { ...recording, scope: 'NOTHING', changedDate: null, periods: [] };

function serve(setting: object, reads: ReadRecord[]) {
  localStorage.setItem('auth', token);
  return services(({ url }) => {
    const [asked = ''] = url.split('?');
    if (asked === '/authentication/v1/roles') return { body: ownRoles };
    if (asked === path) return { body: partition };
    if (asked === `${path}/read-recording`) return { body: setting };
    if (asked === `${path}/reads`) return { body: page(reads) };
    return undefined;
  });
}

freshBrowserForEach();

it('says since when reads are recorded, and when they were not', async () => {
  serve(recording, [read]);
  openConsole(`${path}?tab=reads`);
  const row = (await screen.findByText('Grace Hopper')).closest('tr');
  expect(row?.textContent).toContain('Listed objects');
  expect(row?.textContent).toContain('name:Ada');
  // The address has no column of its own, which leaves room for what was looked at.
  expect(row?.textContent).toContain('AI assistant192.0.2.7');
  expect(screen.queryByRole('columnheader', { name: 'Address' })).toBeNull();
  const times = screen.getByText(/Reads are recorded since/);
  expect(times.textContent).toMatch(/since Jan 1, 2026.*What was read before is not recorded/);
  expect(times.textContent).toMatch(/Not recorded: Feb 1, 2026.* to Mar 1, 2026/);
  expect(times.textContent).toContain('Records are deleted after 90 days.');
});

it('never says that nobody looked where nothing was recorded', async () => {
  serve(never, []);
  openConsole(`${path}?tab=reads`);
  expect(await screen.findByText(/nobody can tell who looked/)).toBeTruthy();
  expect(screen.queryByText('No recorded reads')).toBeNull();
  cleanup();
  queryClient.clear();
  serve(never, []);
  setLanguage('de');
  openConsole(`${path}?tab=reads`);
  await waitFor(() =>
    expect(screen.getByText(/wer gelesen hat, ist daher nicht bekannt/)).toBeTruthy(),
  );
});

it('reads what was searched for from a record', () => {
  const asked = [
    [null, undefined],
    ['{"sort":"created"}', undefined],
    ['{"query":"name:Ada","sort":"created"}', 'name:Ada'],
    ['{"text":"Ada","type":"PATIENT"}', 'Ada type:PATIENT'],
    ['{"query":"cut in the middl', '{"query":"cut in the middl'],
  ] as const;
  for (const [query, text] of asked) expect(queryTextOf(query)).toBe(text);
});
