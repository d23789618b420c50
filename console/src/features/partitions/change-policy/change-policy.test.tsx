// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ProxyRequest } from '../../../platform/api/request.ts';
import type { Answer } from '../../../platform/api/testing/fake-server.ts';
import {
  freshBrowserForEach,
  openConsole,
  ownRoles,
  services,
  token,
} from '../../../testing/open-console.tsx';
import { id, page, partition, path } from '../testing/ledger.ts';

const noPolicy = {
  rules: [],
  breakGlass: false,
  version: 0,
  changedDate: null,
  changedUserId: null,
  changedUserName: null,
};
const aSet = {
  id: 's1',
  partitionId: id,
  title: 'New prices',
  state: 'DRAFT',
  revision: 1,
  author: { userId: 'u1', name: 'Ada' },
  createdDate: '2026-01-01T00:00:00.000000Z',
  changedDate: '2026-01-01T00:00:00.000000Z',
  submittedDate: null,
  operationCount: 0,
  openComments: 0,
  committedDate: null,
};

function serve(over: (request: ProxyRequest) => Answer | undefined = () => undefined) {
  localStorage.setItem('auth', token);
  return services((request) => {
    const special = over(request);
    if (special) return special;
    const [asked = ''] = request.url.split('?');
    if (asked === '/authentication/v1/roles') return { body: ownRoles };
    if (asked === path) return { body: partition };
    if (asked === `${path}/change-policy`) return { body: noPolicy };
    if (asked === `${path}/change-sets`) return { body: page([]) };
    if (asked === `${path}/users`)
      return { body: page([{ userId: 'u9', role: 'READER', name: 'Grace', username: 'g' }]) };
    return undefined;
  });
}

freshBrowserForEach();

it('leads from the tabs of the partition to its change sets, and back', async () => {
  serve(({ url }) => (url.startsWith(`${path}/change-sets`) ? { body: page([aSet]) } : undefined));
  openConsole(path);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('tab', { name: 'Change sets' }));
  const link = await screen.findByRole('link', { name: /New prices/ });
  expect(link.getAttribute('href')).toBe(`${path}/change-sets/s1`);
  expect(screen.getByRole('button', { name: 'New change set' })).toBeTruthy();
  const tab = screen.getByRole('tab', { name: 'Change sets' });
  expect(tab.getAttribute('aria-selected')).toBe('true');
  await person.click(screen.getByRole('tab', { name: 'Settings' }));
  expect(await screen.findByRole('region', { name: 'Change policy' })).toBeTruthy();
});

it('saves a policy, describes it in a sentence, and requires approvers', async () => {
  let policy: object = noPolicy;
  const net = serve(({ method, url, data }) => {
    if (!url.startsWith(`${path}/change-policy`)) return undefined;
    if (method === 'PUT')
      policy = {
        ...noPolicy,
        version: 1,
        breakGlass: false,
        rules: (data as { rules: { approvers: { roles: string[] } }[] }).rules.map((rule) =>
          Object.assign({}, rule, { approvers: { roles: rule.approvers.roles, users: [] } }),
        ),
      };
    return { body: policy };
  });
  openConsole(`${path}?tab=settings`);
  const person = userEvent.setup();
  expect(await screen.findByText('Anyone who can write saves directly.')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Edit policy' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change policy' }));
  await person.click(await dialog.findByRole('button', { name: 'Add rule' }));
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Required approvals' }), '2');
  await person.click(dialog.getByRole('checkbox', { name: 'Owners' }));
  await person.click(dialog.getByRole('button', { name: 'Save policy' }));
  expect(await dialog.findByText(/Choose who can approve/)).toBeTruthy();
  await person.click(dialog.getByRole('checkbox', { name: 'Editors' }));
  await person.click(dialog.getByRole('checkbox', { name: 'A reason is required' }));
  await person.click(dialog.getByRole('checkbox', { name: 'A signature is required' }));
  const sentence =
    'All types: changes need 2 signed approvals by editors and a reason, and are made through a change set.';
  expect(dialog.getByText(sentence)).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Save policy' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(net.requests.find(({ method }) => method === 'PUT')).toMatchObject({
    data: {
      breakGlass: false,
      rules: [
        {
          types: null,
          approvals: 2,
          approvers: { roles: ['EDITOR'], userIds: [] },
          reasonRequired: true,
          signatureRequired: true,
        },
      ],
    },
    headers: { 'If-Match': '"0"' },
  });
});

it('shows on Home which change sets need attention, per partition', async () => {
  const waiting = [
    { ...aSet, state: 'IN_REVIEW', attention: 'TO_REVIEW', partitionName: 'Ledger' },
    { ...aSet, id: 's2', state: 'IN_REVIEW', attention: 'TO_REVIEW', partitionName: 'Ledger' },
    { ...aSet, id: 's3', attention: 'CHANGES_REQUESTED', partitionName: 'Ledger' },
  ];
  serve(({ url }) =>
    url.startsWith('/v1/partitions/all/change-sets') ? { body: { data: waiting } } : undefined,
  );
  openConsole('/');
  const region = within(await screen.findByRole('region', { name: '2 items need you' }));
  const links = region.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['2 change sets waiting for your review in Ledger Review', `${path}/change-sets?toReview=true`],
    ['1 change set of yours with requested changes in Ledger Change', `${path}/change-sets/s3`],
  ]);
});

it('shows no queue on Home if no change set needs the user', async () => {
  serve(({ url }) =>
    url.startsWith('/v1/partitions/all/change-sets') ? { body: { data: [] } } : undefined,
  );
  openConsole('/');
  expect(await screen.findByRole('heading', { name: 'More pages' })).toBeTruthy();
  expect(screen.queryByText(/needs? you$/)).toBeNull();
});
