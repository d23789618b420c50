// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DayBars } from './DayBars.tsx';

afterEach(cleanup);

const days = [
  { day: '2026-03-01', count: 10, failed: 2 },
  { day: '2026-03-02', count: 12, failed: 0 },
  { day: '2026-03-03', count: 9_000, failed: 0 },
];

it('shows how many of each day failed, and says that a bar is cut', () => {
  render(<DayBars days={days} label="Events per day" counted="events" />);
  expect(screen.getByText('2 failed')).toBeTruthy();
  expect(screen.getByText('The bar with a gap is far higher than drawn.')).toBeTruthy();
  const rows = screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
  expect(rows).toEqual(['Day (UTC)EventsFailed', 'Mar 1102', 'Mar 2120', 'Mar 39,0000']);
});

it('says neither where nothing failed and all bars are as high as drawn', () => {
  render(<DayBars days={days.slice(1, 2)} label="Events per day" counted="events" />);
  expect(screen.queryByText(/failed|gap/)).toBeNull();
});
