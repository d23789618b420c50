// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '../testing/render-at.tsx';
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

it('closes neither by Escape nor by a click outside, and has no cross', async () => {
  const { user } = await open();
  expect((await screen.findByText('ann_s3cret')).tagName).toBe('CODE');
  await user.keyboard('{Escape}');
  const overlay = document.querySelector('.mantine-Modal-overlay');
  if (overlay) await user.click(overlay);
  expect(overlay).not.toBeNull();
  expect(closed).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

it('closes once it is copied', async () => {
  const { user } = await open();
  await user.click(press('Copy: API token'));
  expect(await navigator.clipboard.readText()).toBe('ann_s3cret');
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  expect(closed).toHaveBeenCalledTimes(1);
});

it('copying what stands below is not copying the secret', async () => {
  const { user } = await open();
  await user.click(press('Copy: curl'));
  expect(await navigator.clipboard.readText()).toContain('curl -H');
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});

it('closes when the person says it is stored, also where the browser lets nobody copy', async () => {
  const { user } = await open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(press('Copy: API token'));
  expect(await screen.findByText(/copy it manually/)).toBeTruthy();
  await user.click(press('I have stored it'));
  expect(closed).toHaveBeenCalledTimes(1);
});
