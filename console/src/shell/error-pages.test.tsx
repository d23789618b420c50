import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '../shared/testing/render-at.tsx';
import { setLanguage } from '../shared/texts.ts';
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
])('people get an error page for %s, bots get none', async (_, page, title) => {
  await renderAt('/nowhere', page);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  cleanup();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(googlebot);
  await renderAt('/nowhere', page);
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

test('the way to what somebody was looking for is on the page, where there is a shell to open it', async () => {
  await renderAt('/nowhere', notFound);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  const open = vi.fn();
  await renderAt('/nowhere', () => <OpenOverlay value={open}>{notFound()}</OpenOverlay>);
  screen.getByRole('button', { name: 'Search for it' }).click();
  expect(open).toHaveBeenCalledExactlyOnceWith('palette');
});

test('a page whose code could not be loaded loads the address again, once, then says so', async () => {
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue(undefined);
  const error = new TypeError('Failed to fetch dynamically imported module');
  watchFailedLoads();
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  const page = () => <RouteErrorPage error={error} reset={() => undefined} />;
  await renderAt('/v1/users?q=a', page);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/v1/users?q=a');
  cleanup();
  await renderAt('/v1/users?q=a', page);
  expect(replace).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Internal Server Error');
});

test('without network, a page that is not loaded says so instead of leaving the console, and goes on by itself', async () => {
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
