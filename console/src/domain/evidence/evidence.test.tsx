// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { ProxyRequest } from '../../platform/api/request.ts';
import type { Answer } from '../../platform/api/testing/fake-server.ts';
import {
  freshBrowserForEach,
  openConsole,
  ownRoles,
  services,
  token,
} from '../../testing/open-console.tsx';
import * as downloads from '../../platform/downloads.ts';

const id = '018f3c2a-7b1e-7c3d-8e4f-000000000001';
const path = `/v1/partitions/${id}`;
const reported = {
  subject: 'PARTITION',
  moment: '2026-03-03T00:00:00.000000Z',
  objectCount: 1200,
  versionCount: 4000,
  memberCount: 3,
  overLimit: true,
  large: false,
};

function open(file: (request: ProxyRequest) => Answer, address = path, preview: object = reported) {
  localStorage.setItem('auth', token);
  const net = services((request) => {
    const [asked = ''] = request.url.split('?');
    if (asked === '/authentication/v1/roles') return { body: ownRoles };
    if (asked === path) return { body: { id, partitionName: 'Ledger', role: 'READER' } };
    if (asked !== `${path}/evidence`) return undefined;
    return request.headers['Accept'] === 'application/zip' ? file(request) : { body: preview };
  });
  openConsole(address);
  return net;
}
const zip = { body: 'PK', headers: { 'content-type': 'application/zip' } };
const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Evidence' }));
  return within(await screen.findByRole('dialog', { name: 'Evidence of Ledger' }));
};

freshBrowserForEach();

it('does not say that there were no members at a time of which that is not recorded', async () => {
  open(() => zip, `${path}?asOf=2022-06-01T00:00:00Z`, {
    ...reported,
    memberCount: null,
    knownSince: '2026-01-01T00:00:00Z',
  });
  const dialog = await openDialog();
  expect(
    await dialog.findByText(/^Who had access is not recorded. Access is known since .*2026/),
  ).toBeDefined();
  expect(dialog.queryByText(/members/)).toBeNull();
});

it('shows what the file will contain, and saves it', async () => {
  const save = vi.spyOn(downloads, 'downloadBlob').mockImplementation(() => undefined);
  const net = open(() => zip, `${path}?asOf=2026-03-03T00:00:00Z`);
  const dialog = await openDialog();
  expect(await dialog.findByText('The data: 1,200 objects, 4,000 versions.')).toBeDefined();
  expect(dialog.getByText('Who had access: 3 members.')).toBeDefined();
  expect(dialog.getByText(/lists only the first objects/)).toBeDefined();
  await userEvent.click(dialog.getByRole('radio', { name: 'Deutsch' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'As held by this service' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create evidence' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  expect(save.mock.calls[0]?.[0]).toBe('evidence-ledger-2026-03-03.zip');
  expect(save.mock.calls[0]?.[1].size).toBeGreaterThan(0);
  const asked = net.requests.find(({ headers }) => headers['Accept'] === 'application/zip')?.url;
  expect(Object.fromEntries(new URLSearchParams(asked?.split('?')[1]))).toEqual({
    asOf: '2026-03-03T00:00:00Z',
    asHeld: 'true',
    language: 'de',
  });
  expect(
    await dialog.findByText('evidence-ledger-2026-03-03.zip is in your downloads.'),
  ).toBeDefined();
});

it('shows why no evidence was created, and saves nothing that is not a ZIP file', async () => {
  const save = vi.spyOn(downloads, 'downloadBlob').mockImplementation(() => undefined);
  const answers: Answer[] = [
    { status: 409, body: { error: 'Conflict', code: 'x', message: 'Values were erased.' } },
    { body: { some: 'JSON' }, headers: { 'content-type': 'application/json' } },
    zip,
  ];
  open(() => answers.shift() ?? zip);
  const dialog = await openDialog();
  const make = async () =>
    userEvent.click(await dialog.findByRole('button', { name: 'Create evidence' }));
  await make();
  expect(await dialog.findByText('The evidence was not created.')).toBeDefined();
  await make();
  await waitFor(() => expect(answers).toHaveLength(1));
  expect(await dialog.findByText('The evidence was not created.')).toBeDefined();
  expect(save).not.toHaveBeenCalled();
  await make();
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
});

it('creates large evidence in the background and offers it for download', async () => {
  const save = vi.spyOn(downloads, 'downloadBlob').mockImplementation(() => undefined);
  const job = {
    id: '018f3c2a-7b1e-7c3d-8e4f-000000000009',
    kind: 'EVIDENCE',
    partitionId: id,
    state: 'RUNNING',
    done: 300,
    total: 1200,
    created: 0,
    changed: 0,
    ended: 0,
    existing: 0,
    refused: 0,
    error: null as string | null,
    createdDate: '2026-03-01T00:00:00Z',
    createdUserId: '018f3c2a-7b1e-7c3d-8e4f-000000000003',
    createdUserName: 'Ada',
    changedDate: '2026-03-01T00:00:00Z',
    endedDate: null,
    fileBytes: null as number | null,
    expiresDate: null as string | null,
  };
  localStorage.setItem('auth', token);
  const net = services((request) => {
    const [asked = ''] = request.url.split('?');
    if (asked === '/authentication/v1/roles') return { body: ownRoles };
    if (asked === path) return { body: { id, partitionName: 'Ledger', role: 'READER' } };
    if (asked === `${path}/evidence/${job.id}`) {
      if (request.method === 'DELETE') Object.assign(job, { state: 'CANCELLED', fileBytes: null });
      return request.headers['Accept'] === 'application/zip' ? zip : { body: job };
    }
    if (asked !== `${path}/evidence`) return undefined;
    return request.method === 'POST'
      ? { status: 201, body: job }
      : { body: { ...reported, large: true } };
  });
  openConsole(path);
  const dialog = await openDialog();
  expect(await dialog.findByText(/kept for seven days/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Create in the background' }));
  expect(await dialog.findByText('25%')).toBeDefined();
  expect(dialog.getByText(/You can close this dialog/)).toBeDefined();
  const run = dialog.getByRole('link', { name: 'Show in runs' });
  expect(run.getAttribute('href')).toContain(`run=${job.id}`);
  expect(
    net.requests.find(({ method, url }) => method === 'POST' && url.endsWith('/evidence'))?.data,
  ).toEqual({ language: 'en' });

  Object.assign(job, { state: 'DONE', done: 1200, fileBytes: 2_500_000 });
  const download = await dialog.findByRole('button', { name: 'Download' });
  expect(dialog.getByText('2.5 MB')).toBeDefined();
  await userEvent.click(download);
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  expect(save.mock.calls[0]?.[0]).toMatch(/^evidence-ledger-.*\.zip$/);

  await userEvent.click(dialog.getByRole('button', { name: 'Remove file' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove this file?' }));
  await userEvent.click(question.getByRole('button', { name: 'Remove file' }));
  expect(await dialog.findByText('The file is no longer available.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Create again' }));
  expect(await screen.findByRole('button', { name: 'Create in the background' })).toBeDefined();
});
