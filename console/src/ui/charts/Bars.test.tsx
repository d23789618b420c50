// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TimeBars } from './TimeBars.tsx';

afterEach(cleanup);

const days = [
  { from: '2026-03-01T00:00:00Z', count: 10, failed: 2 },
  { from: '2026-03-02T00:00:00Z', count: 12, failed: 0 },
  { from: '2026-03-03T00:00:00Z', count: 9_000, failed: 0 },
];

it('shows how many of each day failed, and says that a bar is cut', () => {
  render(<TimeBars interval="DAY" bars={days} label="Events per day" />);
  expect(screen.getByText('2 failed')).toBeTruthy();
  expect(screen.getByText('The bar with a gap is far higher than drawn.')).toBeTruthy();
  const rows = screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
  expect(rows).toEqual(['Day (UTC)EventsFailed', 'Mar 1102', 'Mar 2120', 'Mar 39,0000']);
});

it('says in the same place that none failed, and of no gap where all bars are as high as drawn', () => {
  render(<TimeBars interval="DAY" bars={days.slice(1, 2)} label="Events per day" />);
  expect(screen.getByText('None failed')).toBeTruthy();
  expect(screen.queryByText(/gap/)).toBeNull();
});
