// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentToasts, dismissToast, pauseToasts, showToast } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

it('goes away by itself', async () => {
  showToast({ message: 'Saved' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(currentToasts()).toEqual([]);
});

it('stays while somebody is at it, and a moment longer', async () => {
  showToast({ message: 'Saved', action: { label: 'Undo', run: () => undefined } });
  pauseToasts(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(currentToasts()).toHaveLength(1);
  pauseToasts(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(currentToasts()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(currentToasts()).toEqual([]);
});

it('does not hold what comes after one that was dismissed under the pointer', async () => {
  showToast({ message: 'Saved' });
  pauseToasts(true);
  for (const { id } of currentToasts()) dismissToast(id);
  showToast({ message: 'Saved again' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(currentToasts()).toEqual([]);
});
