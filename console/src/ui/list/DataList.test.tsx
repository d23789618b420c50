// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Page } from '../../platform/api/page.ts';
import { CallError } from '../../platform/api/errors.ts';
import { parseSearch } from '../../platform/search.ts';
import {
  firstRow,
  open,
  paged,
  pager,
  type Ring,
  rings,
  messages,
  service,
} from './testing/rings.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', vi.fn());
  service.mockReset().mockImplementation(paged);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('DataList', () => {
  it('shows rows as links, the range and the sort order', async () => {
    await open('/');
    const link = await screen.findByRole('link', { name: 'Ring 1' });
    expect(link.getAttribute('href')).toBe('/rings/r1');
    expect(messages()).toBe('1–50, more follow');
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
  });

  it('pages forward and back with cursors, and keeps the trail in the history entry', async () => {
    const { history, user } = await open('/?asOf=x');
    await user.click(await pager('Next page'));
    await waitFor(() => expect(messages()).toBe('51–100, more follow'));
    await user.click(await pager('Next page'));
    await waitFor(() => expect(messages()).toBe('101–130 of 130'));
    expect(history.location.search).toBe('?asOf=x&cursor=100');
    expect(history.location.state.lists?.['rings']?.trail).toEqual(['', '50']);
    await user.click(await pager('Previous page'));
    await waitFor(() => expect(messages()).toBe('51–100, more follow'));
    await user.click(await pager('Previous page'));
    await waitFor(() => expect(messages()).toBe('1–50, more follow'));
    expect(history.location.search).toBe('?asOf=x');
  });

  it('shows no position on a page opened by a link, and links to the first page', async () => {
    const { history, user } = await open('/?cursor=50');
    await waitFor(() => expect(messages()).toBe('50 shown, more follow'));
    await user.click(await pager('First page'));
    await waitFor(() => expect(messages()).toBe('1–50, more follow'));
    expect(history.location.search).toBe('');
  });

  it('removes an unknown sort order from the URL and keeps a valid one', async () => {
    const { history } = await open('/?asOf=x&sort=-nonsense&cursor=50');
    const before = history.length;
    await waitFor(() => expect(history.location.search).toBe('?asOf=x&cursor=50'));
    expect(history.length).toBe(before);
    cleanup();
    const { history: other } = await open('/?sort=-year');
    await screen.findByRole('link', { name: 'Ring 1' });
    expect(other.location.search).toBe('?sort=-year');
  });

  it('replaces the history entry while users type, and starts at the first page', async () => {
    const { history, user } = await open('/?cursor=50');
    const before = history.length;
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), '12');
    await waitFor(() => expect(history.location.search).toBe('?q=12'));
    expect(history.length).toBe(before);
    await waitFor(() => expect(messages()).toBe('1–12 of 12'));
  });

  it('waits until an input method has finished composing', async () => {
    const { history } = await open('/');
    const field = await screen.findByRole('searchbox', { name: 'Search' });
    vi.useFakeTimers();
    fireEvent.compositionStart(field);
    fireEvent.change(field, { target: { value: 'ｓ' } });
    await vi.advanceTimersByTimeAsync(2000);
    expect(history.location.search).toBe('');
    fireEvent.change(field, { target: { value: 'す' } });
    fireEvent.compositionEnd(field);
    await vi.advanceTimersByTimeAsync(300);
    vi.useRealTimers();
    await waitFor(() => expect(parseSearch(history.location.search)).toEqual({ q: 'す' }));
  });

  it('adds a history entry for a sort and a filter; Back removes them', async () => {
    const { history, user } = await open('/');
    await user.click(await screen.findByRole('button', { name: 'Year' }));
    await waitFor(() => expect(history.location.search).toBe('?sort=-year'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'EVEN');
    await waitFor(() => expect(history.location.search).toBe('?sort=-year&kind=EVEN'));
    expect(service).toHaveBeenLastCalledWith(
      expect.objectContaining({ sort: '-year', filters: { kind: 'EVEN' }, cursor: undefined }),
    );
    history.back();
    history.back();
    await waitFor(() => expect(history.location.search).toBe(''));
    expect(history.length).toBe(3);
  });

  it('keeps rows and range while the next page loads', async () => {
    const { user } = await open('/');
    await screen.findByRole('link', { name: 'Ring 1' });
    const waiting: ((page: Page<Ring>) => void)[] = [];
    service.mockImplementation(() => new Promise((resolve) => waiting.push(resolve)));
    await user.click(await pager('Next page'));
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'));
    expect(screen.getByRole('link', { name: 'Ring 1' })).toBeTruthy();
    expect(messages()).toBe('1–50, more follow');
    waiting[0]?.({ data: rings.slice(50, 60), nextCursor: null, hasMore: false, total: undefined });
    await waitFor(() => expect(messages()).toBe('51–60 of 60'));
  });

  it('shows an error with its request id in place of the rows; the rest stays usable', async () => {
    service.mockRejectedValueOnce(
      new CallError({
        status: 503,
        problem: { error: 'Unavailable', message: 'Try later.' },
        requestId: 'req-1',
      }),
    );
    const { user } = await open('/');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Try later.');
    expect(alert.textContent).toContain('req-1');
    expect(screen.getByRole('searchbox', { name: 'Search' })).toBeTruthy();
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Ring 1' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('hides search and columns when the service returns 403', async () => {
    service.mockRejectedValue(
      new CallError({
        status: 403,
        problem: { error: 'Forbidden', message: 'Ask an administrator for access.' },
        requestId: 'req-2',
      }),
    );
    await open('/');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Ask an administrator for access.');
    expect(screen.queryByRole('searchbox', { name: 'Search' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'List options' })).toBeNull();
  });

  it('distinguishes an empty list from a search without results', async () => {
    service.mockImplementation(async () => ({
      data: [],
      nextCursor: null,
      hasMore: false,
      total: undefined,
    }));
    const { history, user } = await open('/?q=oak&kind=EVEN&sort=-year');
    expect(await screen.findByText('No results')).toBeTruthy();
    expect(screen.getByRole('searchbox', { name: 'Search' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No rings yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Plant a tree' })).toBeTruthy();
    // An empty list has nothing to search or arrange.
    expect(screen.queryByRole('searchbox', { name: 'Search' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Kind' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'List options' })).toBeNull();
    expect(history.location.search).toBe('?sort=-year');
  });

  it.each<[string, Partial<Page<Ring>>, string]>([
    ['nothing', {}, 'Entries unknown'],
    [
      'something that is no list',
      { more: { answer: { rings: null } } },
      'This response cannot be shown as a list',
    ],
  ])('states no number of entries if the service returned %s', async (_, more, title) => {
    service.mockImplementation(async () => ({
      data: [],
      nextCursor: null,
      hasMore: false,
      unknown: true,
      ...more,
    }));
    for (const address of ['/', '/?q=oak', '/?cursor=50']) {
      await open(address);
      expect(await screen.findByText(title)).toBeTruthy();
      expect(screen.queryByText('No entries')).toBeNull();
      expect(screen.queryByText('No results')).toBeNull();
      cleanup();
    }
  });

  it('searches, filters, sorts and pages in the client when the service returns all rows', async () => {
    service.mockImplementation(async () => ({ data: rings, nextCursor: null, hasMore: false }));
    const { history, user } = await open('/?kind=EVEN&sort=-year');
    await waitFor(() => expect(messages()).toBe('1–50 of 65'));
    expect(firstRow()).toContain('Ring 129');
    await user.click(await pager('Next page'));
    await waitFor(() => expect(messages()).toBe('51–65 of 65'));
    expect(service.mock.calls.every(([request]) => request.cursor === undefined)).toBe(true);
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ring 12');
    await waitFor(() =>
      expect(parseSearch(history.location.search)).toMatchObject({ q: 'ring 12' }),
    );
    await waitFor(() => expect(messages()).toBe('1–5 of 5'));
  });

  it('offers no other pages where all rows are on one', async () => {
    const thirty = rings.slice(0, 30);
    service.mockImplementation(async () => ({ data: thirty, nextCursor: null, hasMore: false }));
    await open('/');
    await screen.findByRole('combobox', { name: 'Entries per page' });
    for (const name of ['Previous page', 'Next page'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('remembers page size and columns', async () => {
    const { history, user } = await open('/');
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Entries per page' }),
      '25',
    );
    await waitFor(() => expect(messages()).toBe('1–25, more follow'));
    expect(history.location.search).toBe('?pageSize=25');
    await user.click(screen.getByRole('button', { name: 'List options' }));
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Year' }));
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Year' })).toBeNull());
    cleanup();
    await open('/');
    await waitFor(() => expect(messages()).toBe('1–25, more follow'));
    expect(screen.queryByRole('columnheader', { name: 'Year' })).toBeNull();
    cleanup();
    // No header says it.
    await open('/?sort=-year');
    await waitFor(() => expect(messages()).toBe('1–25, more follow; sorted by Year, descending'));
  });

  it('moves between rows with the arrow keys', async () => {
    const { user } = await open('/');
    (await screen.findByRole('link', { name: 'Ring 1' })).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Ring 2');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('A ring')).toBeTruthy();
  });
});
