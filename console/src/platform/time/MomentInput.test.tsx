// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MomentInput } from './MomentInput.tsx';
import { setUtc } from './utc.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Vienna');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);
});
afterEach(() => {
  cleanup();
  setUtc(false);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
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

it('uses the displayed time zone, and keeps the moment when the zone changes', () => {
  render(<Field start="2026-07-01T10:00:00Z" />);
  expect(field().value).toBe('01/07/2026, 12:00');
  act(() => setUtc(true));
  expect(field().value).toBe('01/07/2026, 10:00');
  expect(screen.getByText('in UTC')).toBeTruthy();
  fireEvent.change(field(), { target: { value: '2/7/2026 8:30' } });
  expect(moment()).toBe('2026-07-02T08:30:00Z');
  expect(field().value).toBe('2/7/2026 8:30');
  act(() => setUtc(false));
  expect(field().value).toBe('02/07/2026, 10:30');
  expect(moment()).toBe('2026-07-02T08:30:00Z');
  fireEvent.change(field(), { target: { value: '' } });
  expect(moment()).toBe('');
});

it('explains the date format on blur after invalid input, and accepts a date from the calendar', () => {
  const { container } = render(<Field start="" />);
  expect(field().placeholder).toBe('dd/mm/yyyy, hh:mm');
  fireEvent.change(field(), { target: { value: '12/31/2026' } });
  expect(moment()).toBe('null');
  expect(screen.queryByText('Enter a date as dd/mm/yyyy, hh:mm.')).toBeNull();
  fireEvent.blur(field());
  expect(screen.getByText('Enter a date as dd/mm/yyyy, hh:mm.')).toBeTruthy();
  const calendar = container.querySelector('input[type="datetime-local"]');
  if (!calendar) throw new Error('There is no calendar.');
  fireEvent.change(calendar, { target: { value: '2026-07-01T12:00' } });
  expect(field().value).toBe('01/07/2026, 12:00');
  expect(moment()).toBe('2026-07-01T10:00:00Z');
  expect(screen.queryByText('Enter a date as dd/mm/yyyy, hh:mm.')).toBeNull();
});
