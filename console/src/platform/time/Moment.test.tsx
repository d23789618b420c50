// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Moment } from './Moment.tsx';
import { setUtc } from './utc.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00Z') });
});
afterEach(() => {
  cleanup();
  setUtc(false);
  vi.useRealTimers();
});

describe('Moment', () => {
  it('shows date and time, for a day how long ago that was, and the exact time in the tooltip', () => {
    render(<Moment value="2026-03-10T09:00:00.000006Z" />);
    const time = screen.getByRole('time');
    expect(time.textContent).toMatch(/^Mar (9|10), 2026, \d\d:\d\d [AP]M3 hours ago$/);
    expect(time.getAttribute('datetime')).toBe('2026-03-10T09:00:00.000006Z');
    expect(time.title).toContain('2026-03-10 09:00:00.000006 UTC');
  });

  it('shows date and time once it is a day ago, in both directions', () => {
    render(
      <>
        <Moment value="2026-03-09T11:59:59Z" />
        <Moment value="2026-06-10T12:00:00Z" />
      </>,
    );
    const shown = screen.getAllByText(/2026/).map(({ textContent }) => textContent);
    expect(shown).toEqual([
      expect.stringMatching(/^Mar (8|9|10), 2026, /),
      expect.stringMatching(/^Jun (9|10|11), 2026, /),
    ]);
  });

  it('updates over time and stops its timer on unmount', () => {
    render(<Moment value="2026-03-10T11:59:30Z" />);
    expect(screen.getByText('just now')).toBeTruthy();
    act(() => {
      vi.advanceTimersByTime(30_000);
    });
    expect(screen.getByText('1 minute ago')).toBeTruthy();
    cleanup();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows UTC when switched on, and remembers the setting', () => {
    render(<Moment value="2022-03-01T00:00:00Z" />);
    act(() => setUtc(true));
    expect(screen.getByText('Mar 1, 2022, 12:00 AM UTC')).toBeTruthy();
    expect(localStorage.getItem('annals.utc')).toBe('on');
  });

  it('shows the date beside it if requested, in the format of the browser’s region', () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT', 'en-GB', 'en']);
    render(<Moment value="2022-03-01T12:00:00Z" withDate />);
    expect(screen.getByText(/^4 years ago/).textContent).toMatch(
      /^4 years ago \((28 Feb|1 Mar|2 Mar) 2022, \d\d:\d\d\)$/,
    );
    vi.restoreAllMocks();
  });

  it('uses the language alone if the browser reports a region that no standard knows', () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US@posix', 'en']);
    render(<Moment value="2022-03-01T12:00:00Z" absolute />);
    expect(screen.getByText(/2022/).title).toContain('2022-03-01 12:00:00 UTC');
    vi.restoreAllMocks();
  });

  it('shows the date, and after it how long ago that was', () => {
    render(<Moment value="2026-03-07T11:00:00Z" withRelative />);
    expect(screen.getByText(/^Mar \d, 2026, /)).toBeTruthy();
    expect(screen.getByText('3 days ago')).toBeTruthy();
  });

  it('shows a dash for a missing value', () => {
    render(<Moment value={null} />);
    expect(screen.getByText('–')).toBeTruthy();
  });
});
