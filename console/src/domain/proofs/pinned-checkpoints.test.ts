import { afterEach, expect, it, vi } from 'vitest';
import { pin, pinnedCheckpoint, raiseAlarm, trustLogFromNow } from './pinned-checkpoints.ts';

const note = (size: number) => `annals.example.org/log\n${size}\nAAAA\n\n— annals key\n`;

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

it('keeps the first alarm and the earlier pin until the log is trusted again', () => {
  pin('p', { checkpoint: note(9), key: 'k' });
  const { since } = pinnedCheckpoint('p') ?? {};
  raiseAlarm('p', { kind: 'ROLLBACK', checkpoint: note(4), key: 'k' });
  raiseAlarm('p', { kind: 'FORK', checkpoint: note(7), key: 'k' });
  expect(pinnedCheckpoint('p')).toMatchObject({
    size: 9,
    since,
    alarm: { kind: 'ROLLBACK', size: 4 },
  });
  trustLogFromNow('p');
  expect(pinnedCheckpoint('p')).toMatchObject({ checkpoint: note(4), size: 4 });
  expect(pinnedCheckpoint('p')?.alarm).toBeUndefined();
});

it('discards the oldest pin for a new partition, but never one with an alarm', () => {
  vi.useFakeTimers();
  for (let n = 0; n < 500; n++) {
    vi.setSystemTime(n * 1000);
    pin(`p${n}`, { checkpoint: note(n), key: 'k' });
  }
  raiseAlarm('p0', { kind: 'KEY', checkpoint: note(1), key: 'other' });
  pin('p500', { checkpoint: note(1), key: 'k' });
  expect(['p0', 'p1', 'p2', 'p500'].map((id) => pinnedCheckpoint(id) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

it('ignores a stored value that it cannot read', () => {
  localStorage.setItem('annals.checkpoint:p', '{"checkpoint":1}');
  expect(pinnedCheckpoint('p')).toBeUndefined();
});
