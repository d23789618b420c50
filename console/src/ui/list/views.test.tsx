// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { product } from '../../platform/api/product.ts';
import { localStore, storageProblem } from '../../platform/api/storage.ts';
import { currentToasts, dismissToast } from '../feedback/toasts.ts';
import { open, paged, messages, service } from './testing/rings.tsx';

const key = `${product}.views::rings`;
const stored = () => JSON.parse(localStorage.getItem(key) ?? '{}');
const even = {
  id: 'even',
  name: 'Even years',
  query: 'kind=EVEN&sort=-year',
  pageSize: 25,
  columns: { year: false },
  density: 'comfortable',
};
const keepViews = (views: readonly object[], opensWith?: string) =>
  localStorage.setItem(key, JSON.stringify({ views, opensWith }));

/** The button of the views, which stands among the options of the list. */
async function viewsButton(): Promise<HTMLElement> {
  const options = await screen.findByRole('button', { name: 'List options' });
  if (options.getAttribute('aria-expanded') !== 'true') await userEvent.click(options);
  return screen.findByRole('button', { name: /^Views/ });
}
async function panel(user: UserEvent): Promise<HTMLElement> {
  await user.click(await viewsButton());
  const dialog = screen.getByRole('dialog', { name: 'Views' });
  await within(dialog).findByRole('button', { name: 'Save' });
  return dialog;
}
const buttonName = async () => (await viewsButton()).textContent;

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', vi.fn());
  service.mockReset().mockImplementation(paged);
});
afterEach(() => {
  cleanup();
  for (const { id } of currentToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

describe('saved views of a list', () => {
  it('saves the current list under a name, and shows the view and whether it has changed', async () => {
    const { history, user } = await open('/?kind=EVEN&sort=-year&pageSize=25');
    const dialog = await panel(user);
    await user.type(within(dialog).getByRole('textbox'), ' Even years {Enter}');
    await waitFor(async () => expect(await buttonName()).toBe('Views: Even years'));
    const { id, ...view } = stored().views[0];
    expect(view).toEqual({ ...even, id: undefined, columns: {} });
    expect(id).toBeTruthy();
    expect(history.length).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Year' }));
    await waitFor(async () => expect(await buttonName()).toBe('Views: Even years (changed)'));
    await user.click(await within(dialog).findByRole('button', { name: 'Update this view' }));
    await waitFor(async () => expect(await buttonName()).toBe('Views: Even years'));
    expect(stored().views[0].query).not.toContain('-year');
  });

  it('applies search, filters, sort order, page size and columns; Back restores the previous list', async () => {
    keepViews([even]);
    const { history, user } = await open('/?q=Ring&asOf=x');
    const dialog = await panel(user);
    await user.click(within(dialog).getByRole('button', { name: 'Even years' }));
    await waitFor(() =>
      expect(history.location.search).toBe('?asOf=x&kind=EVEN&sort=-year&pageSize=25'),
    );
    expect(service).toHaveBeenLastCalledWith(
      expect.objectContaining({ q: '', sort: '-year', filters: { kind: 'EVEN' }, pageSize: 25 }),
    );
    expect(screen.queryByRole('columnheader', { name: 'Year' })).toBeNull();
    expect(await buttonName()).toBe('Views: Even years');
    history.back();
    await waitFor(() => expect(history.location.search).toBe('?q=Ring&asOf=x'));
  });

  it('opens with the default view when the URL has no list parameters, without another request', async () => {
    keepViews([even], 'even');
    const { history } = await open('/?asOf=x');
    await waitFor(() =>
      expect(history.location.search).toBe('?asOf=x&kind=EVEN&sort=-year&pageSize=25'),
    );
    await waitFor(() => expect(messages()).toBe('1–25, more follow; sorted by Year, descending'));
    expect(history.length).toBe(1);
    expect(service.mock.calls.every(([request]) => request.filters.kind === 'EVEN')).toBe(true);
    expect(screen.queryByRole('columnheader', { name: 'Year' })).toBeNull();
  });

  it('does not apply the default view when the URL has a search', async () => {
    keepViews([even], 'even');
    const { history } = await open('/?q=1');
    await waitFor(() => expect(service).toHaveBeenCalled());
    expect(service).toHaveBeenLastCalledWith(expect.objectContaining({ q: '1', filters: {} }));
    expect(history.location.search).toBe('?q=1');
  });

  it('stays without filters after they are cleared, also after Back', async () => {
    keepViews([{ ...even, query: 'kind=EVEN', pageSize: 50, columns: {} }], 'even');
    const { history, router, user } = await open('/');
    await waitFor(() => expect(history.location.search).toBe('?kind=EVEN'));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Kind' }), '');
    await waitFor(() => expect(history.location.search).toBe(''));
    await user.click(await screen.findByRole('link', { name: 'Ring 1' }));
    await screen.findByText('A ring');
    history.back();
    await screen.findByRole('link', { name: 'Ring 1' });
    expect(history.location.search).toBe('');
    expect(service).toHaveBeenLastCalledWith(expect.objectContaining({ filters: {} }));
    // A new navigation opens the list again, with its default view.
    await router.navigate({ to: '/rings/$id', params: { id: 'r1' } } as never);
    await router.navigate({ to: '/' } as never);
    await waitFor(() => expect(history.location.search).toBe('?kind=EVEN'));
  });

  it('sets the default view, renames and deletes it, and Undo restores it', async () => {
    keepViews([even]);
    const { history, user } = await open('/');
    const dialog = within(await panel(user));
    await user.click(dialog.getByRole('button', { name: 'Make “Even years” the default view' }));
    expect(stored().opensWith).toBe('even');
    expect(history.location.search).toBe('');
    await user.click(dialog.getByRole('button', { name: 'Rename “Even years”' }));
    await user.keyboard('{Control>}a{/Control}Odd?{Enter}');
    expect(await dialog.findByRole('button', { name: 'Odd?' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Delete “Odd?”' }));
    expect(stored()).toEqual({ views: [] });
    currentToasts()[0]?.action?.run();
    await waitFor(() => expect(stored().views[0]?.name).toBe('Odd?'));
    expect(stored().opensWith).toBe('even');
  });

  it('rejects a missing or duplicate name, and says what a full storage does not keep', async () => {
    keepViews([even]);
    const kept = localStorage.getItem(key) ?? '';
    const setItem = localStorage.setItem.bind(localStorage);
    const { user } = await open('/');
    const dialog = within(await panel(user));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a name.')).toBeTruthy();
    await user.type(dialog.getByRole('textbox'), 'Even years{Enter}');
    expect(await dialog.findByText('There is one with this name already.')).toBeTruthy();
    const full = vi.spyOn(localStorage, 'setItem').mockImplementation((name, text) => {
      if (text !== kept) throw new DOMException('full', 'QuotaExceededError');
      setItem(name, text);
    });
    onTestFinished(() => {
      full.mockRestore();
      localStore.remove(key);
      storageProblem.set(undefined);
    });
    await user.type(dialog.getByRole('textbox'), ' too{Enter}');
    expect(await dialog.findByText(/The storage of this browser is full or blocked/)).toBeTruthy();
    expect(await dialog.findByRole('button', { name: 'Even years too' })).toBeTruthy();
    // For when the page is opened again.
    expect(localStorage.getItem(key)).toBe(kept);
  });

  it('follows changes from another tab', async () => {
    const { user } = await open('/?kind=EVEN&sort=-year&pageSize=25');
    await screen.findByRole('link', { name: 'Ring 1' });
    keepViews([{ ...even, columns: {} }]);
    window.dispatchEvent(new StorageEvent('storage', { key }));
    await waitFor(async () => expect(await buttonName()).toBe('Views: Even years'));
    await user.click(screen.getByRole('button', { name: /^Views/ }));
    expect(await screen.findByRole('button', { name: 'Even years' })).toBeTruthy();
  });

  it('ignores filters and columns that no longer exist', async () => {
    keepViews(
      [{ ...even, query: 'gone=1&kind=EVEN', columns: { gone: true }, pageSize: 50 }],
      'even',
    );
    const { history } = await open('/');
    await waitFor(() => expect(history.location.search).toBe('?kind=EVEN'));
    expect(await buttonName()).toBe('Views: Even years');
  });
});
