import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { RowLink } from './ListRow.tsx';

afterEach(cleanup);

const open = async () => {
  const page = await renderAt('/', () => <RowLink to="/?tab=history">A row</RowLink>);
  return { ...page, link: await screen.findByRole('link', { name: 'A row' }) };
};

it('opens its target with the router', async () => {
  const { user, router, link } = await open();
  expect(link.getAttribute('href')).toBe('/?tab=history');
  await user.click(link);
  await waitFor(() => expect(router.state.location.href).toBe('/?tab=history'));
});

it('navigates only after the browser can paint the press', async () => {
  const { router, link } = await open();
  const navigate = vi.spyOn(router, 'navigate');
  fireEvent.click(link);
  expect(navigate).not.toHaveBeenCalled();
  await waitFor(() => expect(navigate).toHaveBeenCalledTimes(1));
});

it('leaves opening a new tab or window to the browser', async () => {
  const { router, link } = await open();
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) {
    const click = createEvent.click(link, { [key]: true });
    fireEvent(link, click);
    expect(click.defaultPrevented).toBe(false);
  }
  expect(router.state.location.href).toBe('/');
});

it('preloads its target when the pointer stays, not when it passes', async () => {
  const { user, router, link } = await open();
  const preload = vi.spyOn(router, 'preloadRoute').mockResolvedValue(undefined);
  await user.hover(link);
  await user.unhover(link);
  await user.hover(link);
  await waitFor(() => expect(preload).toHaveBeenCalledTimes(1));
  expect(preload).toHaveBeenCalledWith({ to: '/', search: { tab: 'history' } });
});
