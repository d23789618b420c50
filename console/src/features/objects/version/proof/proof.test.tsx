// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import * as downloads from '../../../../platform/downloads.ts';
import { pin } from '../../../../domain/proofs/pinned-checkpoints.ts';
import { openPage, partitionWith, timeline, type Service } from '../../testing/partition-pages.tsx';
import { provenPartition } from '../../testing/proven-partition.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

const verify = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Verify in this browser' }));
  // The code is still loading the first time.
  await screen.findByRole('button', { name: 'Verify again' });
};
/** Replaces fields of the version in the service's response. */
const showing =
  (page: string, body: unknown): Service =>
  ({ path }) =>
    path === page ? [200, body] : undefined;

it('verifies in the browser that the shown version is in the log', async () => {
  const { page, service } = provenPartition({ name: 'Oak', height: 12 });
  openPage(page, service);
  await verify();
  expect(await screen.findByText('Intact')).toBeDefined();
  expect(screen.getByText('index 0, of 1 entry')).toBeDefined();
  expect(screen.getByText(/seen by this browser for the first time/)).toBeDefined();
  expect(screen.getByText(/not yet; about a minute/)).toBeDefined();
});

it('shows the receipt of an erased value', async () => {
  const { log, objectId, page, service } = provenPartition({ name: 'Oak', owner: 'Ada' });
  log.erase([{ objectId, pointer: '/objectData/owner' }]);
  openPage(page, service);
  await verify();
  expect(await screen.findByText('Intact, with erased values')).toBeDefined();
  expect(screen.getAllByText('erased, receipt 1').length).toBeGreaterThan(1);
});

it('reports a shown value that differs from the proven one as tampered', async () => {
  const { page, service, version } = provenPartition({ name: 'Oak', height: 12 });
  openPage(page, showing(page, { ...version(), objectData: { name: 'Oak', height: 13 } }), service);
  await verify();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('TAMPERED');
  expect(screen.getByText('/objectData/height')).toBeDefined();
});

it('compares references, dates and redacted values too', async () => {
  const { page, service, version } = provenPartition({ name: null });
  const shown = {
    ...version(),
    modificationDate: '2020-01-01T00:00:00.000000Z',
    references: [{ name: 'tagRef', timelineId: 'T' }],
    erased: [{ path: '/name', receipt: 3 }],
  };
  openPage(page, showing(page, shown), service);
  await verify();
  for (const place of ['modificationDate', '/references/0', '/objectData/name'])
    expect(await screen.findByText(place)).toBeDefined();
});

it('requests a proof since the pinned checkpoint, and warns if the log no longer extends it', async () => {
  const { log, page, service } = provenPartition({ name: 'Oak' }, { seed: 100 });
  log.append({ objectData: { name: 'Ash' } });
  const grown = { checkpoint: log.note(), key: log.key };
  const { log: other, service: shorter } = provenPartition({ name: 'Oak' }, { seed: 100 });
  other.append({ objectData: { name: 'Elm' } });
  pin(log.partitionId, grown);
  const { asked } = openPage(page, service);
  await verify();
  expect(await screen.findByText('Intact')).toBeDefined();
  const proof = asked.find(({ path }) => path.endsWith('/proof'));
  expect(proof?.query.get('since')).toBe('2');

  cleanup();
  openPage(page, shorter);
  await verify();
  const alerts = await screen.findAllByRole('alert');
  expect(alerts.some(({ textContent }) => textContent?.includes('TAMPERED'))).toBe(true);
});

it('does not report a value as tampered if it was erased after the page loaded', async () => {
  const { log, objectId, page, service } = provenPartition({ name: 'Oak', owner: 'Ada' });
  openPage(page, service);
  await screen.findByRole('button', { name: 'Verify in this browser' });
  log.erase([{ objectId, pointer: '/objectData/owner' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Verify in this browser' }));
  expect(await screen.findByText('Intact, with erased values')).toBeDefined();
  expect(screen.queryByText('Ada')).toBeNull();
});

it('downloads the proof as a file without verifying it first', async () => {
  const saved = vi.spyOn(downloads, 'downloadText').mockReturnValue();
  const { objectId, page, service } = provenPartition({ name: 'Oak' });
  openPage(page, service);
  await userEvent.click(await screen.findByRole('button', { name: 'Download proof' }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  const [name, text] = saved.mock.calls[0] ?? [];
  expect(name).toBe(`PRODUCT-${objectId}.proof.json`);
  expect(JSON.parse(text ?? '')).toMatchObject({ format: 'annals-object-proof/1', index: 0 });
});

it('shows that verification failed, and is hidden for a service without a log', async () => {
  const { page, service } = provenPartition({ name: 'Oak' });
  openPage(
    page,
    ({ path }) => (path.endsWith('/proof') ? [500, { error: 'Internal Server Error' }] : undefined),
    service,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Verify in this browser' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This could not be verified');

  cleanup();
  openPage(`${timeline}/latest`, partitionWith(1));
  await screen.findByText('Version 1 of 1');
  expect(screen.queryByRole('heading', { name: 'Proof' })).toBeNull();
});
