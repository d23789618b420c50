import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '../platform/testing/render-at.tsx';
import { setLanguage } from '../platform/texts.ts';
import { watchFailedLoads } from './chunk-reload.ts';
import { FailurePage, RouteErrorPage } from './FailurePage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { OpenOverlay } from './overlay.ts';

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1)';

beforeEach(() => {
  setLanguage('en');
  sessionStorage.clear();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const notFound = () => <NotFoundPage />;
const failure = () => <FailurePage error={new Error('x')} onTryAgain={() => undefined} />;

test.each([
  ['an unknown path', notFound, 'Page Not Found'],
  ['a failure', failure, 'Internal Server Error'],
])('users see an error page for %s, bots see none', async (_, page, title) => {
  await renderAt('/nowhere', page);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  cleanup();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(googlebot);
  await renderAt('/nowhere', page);
  await act(() => vi.dynamicImportSettled());
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

test('offers a search for the missing page if the shell is available', async () => {
  await renderAt('/nowhere', notFound);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  const open = vi.fn();
  await renderAt('/nowhere', () => <OpenOverlay value={open}>{notFound()}</OpenOverlay>);
  screen.getByRole('button', { name: 'Search for it' }).click();
  expect(open).toHaveBeenCalledExactlyOnceWith('palette');
});

test('a page whose code fails to load is reloaded once, then shows an error', async () => {
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue(undefined);
  const error = new TypeError('Failed to fetch dynamically imported module');
  watchFailedLoads();
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  const page = () => <RouteErrorPage error={error} reset={() => undefined} />;
  await renderAt('/v1/users?q=a', page);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/v1/users?q=a');
  cleanup();
  await renderAt('/v1/users?q=a', page);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    'Internal Server Error',
  );
  expect(replace).toHaveBeenCalledTimes(1);
});

test('while offline, a page that cannot load says so and reloads once online', async () => {
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue(undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const server = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', server);
  const error = new TypeError('Failed to fetch dynamically imported module');
  watchFailedLoads();
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  const reset = vi.fn();
  await renderAt('/v1/users', () => <RouteErrorPage error={error} reset={reset} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You are offline');
  screen.getByRole('button', { name: 'Try again' }).click();
  await waitFor(() => expect(reset).toHaveBeenCalledOnce());
  expect(replace).not.toHaveBeenCalled();
  server.mockResolvedValue({ ok: true });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/v1/users'));
  vi.unstubAllGlobals();
});
