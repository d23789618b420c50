// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { Tabs } from './Tabs.tsx';

const open = (address: string) =>
  renderAt(address, () => (
    <Tabs
      label="Sections of the user"
      tabs={[
        { id: 'overview', name: 'Overview', content: <p>The overview</p> },
        { id: 'edit', name: 'Edit', content: <input aria-label="Name" />, keep: true },
        { id: 'history', name: 'History', content: <p>The history</p> },
      ]}
    />
  ));
const tab = (name: string) => screen.getByRole('tab', { name });

afterEach(cleanup);

it('shows the tab from the URL, or the first tab if it does not exist', async () => {
  await open('/?tab=history');
  expect((await screen.findByRole('tabpanel', { name: 'History' })).textContent).toBe(
    'The history',
  );
  expect(screen.queryByText('The overview')).toBeNull();
  cleanup();
  await open('/?tab=nonsense');
  expect(await screen.findByText('The overview')).toBeTruthy();
});

it('marks the sides on which tabs are hidden', async () => {
  const wide = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(500);
  const room = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  await open('/');
  const row = await screen.findByRole('tablist');
  const scrollTo = (left: number) => {
    row.scrollLeft = left;
    row.dispatchEvent(new Event('scroll'));
    return row.dataset['hidden'];
  };
  expect(scrollTo(0)).toBe('end');
  expect(scrollTo(100)).toBe('start end');
  expect(scrollTo(200)).toBe('start');
  wide.mockReturnValue(300);
  expect(scrollTo(0)).toBe('');
  wide.mockRestore();
  room.mockRestore();
});

it('writes the tab into the URL, keeps asOf and removes list parameters', async () => {
  const { user, router } = await open('/?asOf=2024-01-01T00:00:00Z&q=ada&cursor=x');
  await user.click(await screen.findByRole('tab', { name: 'History' }));
  expect(await screen.findByText('The history')).toBeTruthy();
  expect(router.state.location.searchStr).toBe('?asOf=2024-01-01T00:00:00Z&tab=history');
  await user.click(tab('Overview'));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?asOf=2024-01-01T00:00:00Z'));
});

it('keeps the change set of a preview in the URL', async () => {
  const { user, router } = await open('/?changeSet=c1&q=ada');
  await user.click(await screen.findByRole('tab', { name: 'History' }));
  expect(await screen.findByText('The history')).toBeTruthy();
  expect(router.state.location.searchStr).toBe('?changeSet=c1&tab=history');
});

it('is one tab stop: arrow keys move the focus, Enter and Space open a tab', async () => {
  const { user } = await open('/');
  await screen.findByText('The overview');
  await user.tab();
  expect(document.activeElement).toBe(tab('Overview'));
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(tab('History'));
  expect(screen.queryByText('The history')).toBeNull();
  await user.keyboard(' ');
  expect(await screen.findByText('The history')).toBeTruthy();
  expect(tab('History').getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Home}{Enter}');
  expect(await screen.findByText('The overview')).toBeTruthy();
});

it('keeps the input of a tab with a form', async () => {
  const { user } = await open('/?tab=edit');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ada');
  await user.click(tab('Overview'));
  await screen.findByText('The overview');
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(tab('Edit'));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(field.value).toBe('Ada');
});

it('preloads the code of a tab on hover or keyboard focus', async () => {
  const preload = vi.fn(() => Promise.reject(new Error('away')));
  const { user } = await renderAt('/', () => (
    <Tabs
      label="Sections of the user"
      tabs={[
        { id: 'overview', name: 'Overview', content: <p>The overview</p> },
        { id: 'history', name: 'History', content: <p>The history</p>, preload },
      ]}
    />
  ));
  await user.hover(await screen.findByRole('tab', { name: 'History' }));
  expect(preload).toHaveBeenCalledTimes(1);
  tab('Overview').focus();
  await user.keyboard('{ArrowRight}');
  expect(preload).toHaveBeenCalledTimes(2);
  expect(screen.queryByText('The history')).toBeNull();
});
