// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MomentInput } from './MomentInput.tsx';
import { setUtc } from './utc.ts';

beforeEach(() => vi.stubEnv('TZ', 'Europe/Vienna'));
afterEach(() => {
  cleanup();
  setUtc(false);
  vi.unstubAllEnvs();
});

function Field({ start }: { start: string }) {
  const [moment, setMoment] = useState<string | null>(start);
  return (
    <MantineProvider env="test">
      <MomentInput label="Expires" value={moment} onChange={setMoment} />
      <output>{String(moment)}</output>
    </MantineProvider>
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Expires');
const moment = () => screen.getByRole('status').textContent;

it('takes and shows a moment where times are shown, and keeps it when that changes', () => {
  render(<Field start="2026-07-01T10:00:00Z" />);
  expect(field().value).toBe('2026-07-01T12:00');
  act(() => setUtc(true));
  expect(field().value).toBe('2026-07-01T10:00');
  expect(screen.getByText('in UTC')).toBeTruthy();
  fireEvent.change(field(), { target: { value: '2026-07-02T08:30' } });
  expect(moment()).toBe('2026-07-02T08:30:00Z');
  expect(field().value).toBe('2026-07-02T08:30');
  act(() => setUtc(false));
  expect(field().value).toBe('2026-07-02T10:30');
  expect(moment()).toBe('2026-07-02T08:30:00Z');
  fireEvent.change(field(), { target: { value: '' } });
  expect(moment()).toBe('');
});
