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

it('disappears after 10 seconds', async () => {
  showToast({ message: 'Saved' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(currentToasts()).toEqual([]);
});

it('stays while paused, and for a moment afterwards', async () => {
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

it('a toast after one that was dismissed while paused disappears on time', async () => {
  showToast({ message: 'Saved' });
  pauseToasts(true);
  for (const { id } of currentToasts()) dismissToast(id);
  showToast({ message: 'Saved again' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(currentToasts()).toEqual([]);
});
