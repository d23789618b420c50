// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { CopyBlock } from './CopyBlock.tsx';
import { SecretDialog } from './SecretDialog.tsx';

const closed = vi.fn<() => void>();
const open = () =>
  renderAt('/', () => (
    <SecretDialog title="Token issued" label="API token" secret="ann_s3cret" onClose={closed}>
      <CopyBlock label="curl" value="curl -H 'X-Akarion-Api-Token: ann_s3cret'" />
    </SecretDialog>
  ));
const press = (name: string) => screen.getByRole('button', { name });

afterEach(() => {
  cleanup();
  closed.mockReset();
  vi.restoreAllMocks();
});

it('does not close on Escape or an outside click, and has no close button', async () => {
  const { user } = await open();
  expect((await screen.findByText('ann_s3cret')).tagName).toBe('CODE');
  await user.keyboard('{Escape}');
  const overlay = document.querySelector('.mantine-Modal-overlay');
  if (overlay) await user.click(overlay);
  expect(overlay).not.toBeNull();
  expect(closed).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

it('can be closed after the secret is copied', async () => {
  const { user } = await open();
  await user.click(press('Copy: API token'));
  expect(await navigator.clipboard.readText()).toBe('ann_s3cret');
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  expect(closed).toHaveBeenCalledTimes(1);
});

it('copying the example below does not count as copying the secret', async () => {
  const { user } = await open();
  await user.click(press('Copy: curl'));
  expect(await navigator.clipboard.readText()).toContain('curl -H');
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});

it('closes when users confirm that they stored the secret, even if copying fails', async () => {
  const { user } = await open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(press('Copy: API token'));
  expect(await screen.findByText(/copy it manually/)).toBeTruthy();
  await user.click(press('I have stored it'));
  expect(closed).toHaveBeenCalledTimes(1);
});
