// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Answer } from '../../platform/api/testing/fake-server.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { queryClient } from '../../platform/api/query.ts';
import {
  freshBrowserForEach,
  openConsole,
  ownRoles,
  services,
  token,
  user,
} from '../../testing/open-console.tsx';
import { page, partition, path } from './testing/ledger.ts';

const schema = { type: 'object', required: ['name'] };
const tag = { type: 'TAG', timelineCount: 2, versionCount: 3, jsonSchema: schema, version: 2 };
const members = [
  { userId: user.id, role: 'OWNER', name: 'Ada Lovelace', username: 'ada' },
  { userId: '0190aaaa-0000-7000-8000-000000000009', role: 'READER', name: 'Grace', username: 'g' },
];

function serve(over: (request: ProxyRequest) => Answer | undefined = () => undefined) {
  localStorage.setItem('auth', token);
  return services((request) => {
    const special = over(request);
    if (special) return special;
    const [asked = ''] = request.url.split('?');
    if (asked === '/authentication/v1/roles') return { body: ownRoles };
    if (asked === path) return { body: partition };
    if (asked === `${path}/types`) return { body: page([tag]) };
    if (asked === `${path}/types/TAG`) return { body: tag };
    if (asked === `${path}/users`) return { body: page(members) };
    return undefined;
  });
}
const writes = (net: ReturnType<typeof serve>) =>
  net.requests.filter(({ method, url }) => method !== 'GET' && url.startsWith(path));

freshBrowserForEach();

it('lists objects that a new schema breaks before it is saved, and saves it on confirmation', async () => {
  const breaking = {
    count: 1,
    checked: 2,
    total: 2,
    objects: [
      {
        id: 'o1',
        timelineId: 't1',
        title: 'Nameless',
        fields: [{ path: 'name', message: 'Must be given.' }],
      },
    ],
  };
  const annotations = [
    {
      keyword: 'x-order',
      format: null,
      reason: 'UNKNOWN',
      count: 3,
      path: '/properties/name/x-order',
    },
    {
      keyword: 'format',
      format: 'phone',
      reason: 'FORMAT',
      count: 1,
      path: '/properties/a/format',
    },
  ];
  let isNewer = false;
  const net = serve(({ method, url }) => {
    if (method === 'PUT') return { body: { ...tag, breaking, annotations } };
    return isNewer && url.startsWith(`${path}/types/TAG`)
      ? { body: { ...tag, version: 3 } }
      : undefined;
  });
  openConsole(`${path}?tab=types`);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'JSON Schema of TAG' }));
  const dialog = await screen.findByRole('dialog', { name: 'JSON Schema of TAG' });
  await person.click(await within(dialog).findByRole('button', { name: 'Save' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain(
    '1 object does not match',
  );
  const unchecked = within(dialog).getByRole('region', { name: 'Not checked' });
  expect(
    within(unchecked)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'x-order is not a keyword of JSON Schema (at /properties/name/x-order and 2 more)',
    'format: phone is not a known format (at /properties/a/format)',
  ]);
  expect(within(dialog).getByRole('link', { name: 'Nameless' })).toBeTruthy();
  expect(within(dialog).getByText('1 of 2 objects do not match.')).toBeTruthy();
  // A background refetch does not change the open form.
  isNewer = true;
  await act(() => queryClient.invalidateQueries());
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writes(net).map(({ url, headers }) => [url, headers?.['If-Match']])).toEqual([
    [`${path}/types/TAG?dryRun=true`, undefined],
    [`${path}/types/TAG`, '"2"'],
  ]);
});

it('merges settings that another user changed in the meantime', async () => {
  let asked = 0;
  const net = serve(({ method, url }) => {
    if (url.split('?')[0] !== path) return undefined;
    if (method === 'PATCH')
      return (asked += 1) === 1
        ? { status: 412, body: { error: 'changed', code: 'changed_meanwhile' } }
        : { body: { ...partition, version: 6 } };
    return asked === 0 ? undefined : { body: { ...partition, description: 'Theirs', version: 5 } };
  });
  openConsole(`${path}?tab=settings`);
  const person = userEvent.setup();
  const days = await screen.findByRole('textbox', { name: /Retention/ });
  await person.type(days, '0');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Enter a whole number of days/)).toBeTruthy();
  expect(writes(net)).toEqual([]);
  await person.clear(days);
  await person.type(days, '30');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await person.click(await screen.findByRole('button', { name: /Save/ }));
  await waitFor(() => expect(writes(net)).toHaveLength(2));
  expect(writes(net)[1]).toMatchObject({
    data: { partitionName: 'Ledger', description: 'Theirs', retentionDays: 30 },
    headers: { 'If-Match': '"5"' },
  });
});

it('archives a partition after confirmation, and then offers no editing', async () => {
  let archivedDate: string | null = null;
  const net = serve(({ method, url }) => {
    if (method === 'POST' && url === `${path}/archive`) {
      archivedDate = '2026-01-01T00:00:00.000000Z';
      return { body: { ...partition, archivedDate } };
    }
    return url.split('?')[0] === path ? { body: { ...partition, archivedDate } } : undefined;
  });
  openConsole(`${path}?tab=settings`);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Archive' }));
  const dialog = await screen.findByRole('dialog', { name: 'Archive “Ledger”?' });
  expect(writes(net)).toEqual([]);
  await person.click(within(dialog).getByRole('button', { name: 'Archive' }));
  expect(await screen.findByRole('button', { name: 'Unarchive' })).toBeTruthy();
  expect(screen.getByText('Archived')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /Name/ })).toBeNull();
});

it('lets owners change the roles of members, except for the last owner', async () => {
  const net = serve(({ method }) => (method === 'PUT' ? { body: members[1] } : undefined));
  openConsole(`${path}/users`);
  const last = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: 'Role of Ada Lovelace',
  });
  expect([last.disabled, last.title]).toEqual([true, expect.stringContaining('needs an owner')]);
  const person = userEvent.setup();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Role of Grace' }), 'EDITOR');
  await waitFor(() => expect(writes(net)).toHaveLength(1));
  expect(writes(net)[0]).toMatchObject({ method: 'PUT', data: { role: 'EDITOR' } });
});

it('shows members that have only a name, without links or actions', async () => {
  const nameless = [{ name: 'Grace' }, { name: 'Barbara', role: 'HELMSMAN' }];
  serve(({ url }) => (url.startsWith(`${path}/users`) ? { body: nameless } : undefined));
  const router = openConsole(`${path}/users`);
  const table = within(await screen.findByRole('table'));
  expect(await table.findByText('Grace')).toBeTruthy();
  expect(table.getByText('Barbara')).toBeTruthy();
  expect(table.queryByRole('link')).toBeNull();
  expect(table.queryByRole('combobox')).toBeNull();
  expect(await screen.findByText('Additional data from the service')).toBeTruthy();
  act(() => router.history.push(path));
  const panel = within(await screen.findByRole('region', { name: 'Members' }));
  expect(await panel.findByText('Grace')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows members that the service returns as plain strings', async () => {
  serve(({ url }) => (url.startsWith(`${path}/users`) ? { body: ['Grace'] } : undefined));
  openConsole(path);
  const panel = within(await screen.findByRole('region', { name: 'Members' }));
  expect(await panel.findByText(/Grace/)).toBeTruthy();
});

it('requests everything as of the given time, and offers no changes', async () => {
  const asOf = '2026-01-01T00:00:00Z';
  const net = serve();
  openConsole(`${path}/users?asOf=${asOf}`);
  expect(await screen.findByText('Grace')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: /Role of/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add member' })).toBeNull();
  const asked = net.lines().filter((line) => line.includes(path));
  expect(asked.filter((line) => !line.includes(`asOf=${encodeURIComponent(asOf)}`))).toEqual([]);
});

it('shows that nothing is recorded of the partition at that time', async () => {
  serve(({ url }) =>
    url.startsWith(path) ? { status: 404, body: { error: 'gone', code: 'not_found' } } : undefined,
  );
  openConsole(`${path}?asOf=2001-01-01T00:00:00Z`);
  const name = 'Nothing is recorded of this partition at that time';
  const heading = await screen.findByRole('heading', { level: 1, name });
  expect(heading.hasAttribute('data-absent')).toBe(true);
  expect(screen.getByText(/Its records here begin later/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Back to now' })).toBeTruthy();
});

const tabsOf = async () =>
  within(await screen.findByRole('tablist', { name: 'In this partition' }))
    .getAllByRole('tab')
    .map((tab) => [tab.textContent, tab.getAttribute('href')]);

const ownTabs = [
  ['Overview', path],
  ['Objects', `${path}/objects`],
  ['Changes', `${path}/objects/recent`],
  ['Change sets', `${path}/change-sets`],
  ['Access', `${path}?tab=access`],
  ['Types', `${path}?tab=types`],
  ['Proofs', `${path}?tab=proofs`],
  ['Who looked', `${path}?tab=reads`],
  ['Settings', `${path}?tab=settings`],
];

it.each([
  ['', 'Overview'],
  ['?tab=types', 'Types'],
  ['?tab=webhooks', 'Settings'],
  ['/objects', 'Objects'],
  ['/objects/recent', 'Changes'],
  ['/change-sets', 'Change sets'],
])('has the same row of tabs at %s, of which %s is selected', async (below, selected) => {
  serve();
  openConsole(path + below);
  await screen.findByRole('tab', { name: 'Settings' });
  expect(await tabsOf()).toEqual(ownTabs);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(selected);
});

it('leaves out of the row of tabs what there was not in the past, and keeps the moment', async () => {
  serve();
  const asOf = '2026-01-01T00:00:00Z';
  openConsole(`${path}/objects?asOf=${asOf}`);
  await screen.findByRole('tab', { name: 'Types' });
  expect((await tabsOf()).map(([name, href]) => [name, decodeURIComponent(href ?? '')])).toEqual([
    ['Overview', `${path}?asOf=${asOf}`],
    ['Objects', `${path}/objects?asOf=${asOf}`],
    ['Changes', `${path}/objects/recent?asOf=${asOf}`],
    ['Access', `${path}?asOf=${asOf}&tab=access`],
    ['Types', `${path}?asOf=${asOf}&tab=types`],
  ]);
});
