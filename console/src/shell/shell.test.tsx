import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshBrowserForEach, openConsole, services, token } from '../testing/open-console.tsx';

freshBrowserForEach(token);

const menu = () => screen.queryByRole('navigation', { name: 'Main menu' });
const logout = () => screen.queryByRole('button', { name: 'Logout' });

/** Without a page, so that everything belongs to the shell. */
const nowhere = '/nowhere';

test('users see a menu button, a logo, Logout and the menu, which the button toggles', async () => {
  services();
  openConsole(nowhere);
  await screen.findByRole('banner');
  expect(screen.getByRole('link', { name: 'Annals, home' }).getAttribute('href')).toBe('/');
  expect([logout() !== null, menu() !== null]).toEqual([true, true]);
  const button = screen.getByRole('button', { name: 'Menu' });
  await userEvent.click(button);
  expect(menu()).toBeNull();
  await userEvent.click(button);
  expect(menu()).not.toBeNull();
});

test('users who must set up a second factor see the deadline and a link', async () => {
  services(({ url, method }) =>
    url === '/v1/users/current' && method === 'GET'
      ? { body: { id: 'u1', name: 'Ada', secondFactorDueDate: '2030-11-29T12:00:00Z' } }
      : undefined,
  );
  openConsole(nowhere);
  const notice = await screen.findByRole('complementary', { name: 'Second factor required' });
  expect(notice.textContent).toContain('Set it up by');
  expect(notice.querySelector('time')?.getAttribute('datetime')).toContain('2030-11-29');
  expect(screen.getByRole('link', { name: 'Set it up now' }).getAttribute('href')).toBe(
    '/user-management?tab=security',
  );
});

test('without a user there is neither Logout nor a menu', async () => {
  localStorage.clear();
  services();
  openConsole('/a/oak');
  const bar = await screen.findByRole('banner');
  expect(bar).toBeTruthy();
  expect([logout(), menu()]).toEqual([null, null]);
});

test('on a small screen the menu starts closed; the button opens it and Close menu closes it', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  services();
  openConsole(nowhere);
  const button = await screen.findByRole('button', { name: 'Menu' });
  const drawer = () => document.querySelector<HTMLDialogElement>('dialog[aria-label="Menu"]');
  expect(drawer()?.open).toBe(false);
  await userEvent.click(button);
  await waitFor(() => expect(drawer()?.open).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: 'Close menu' }));
  await waitFor(() => expect(drawer()?.open).toBe(false));
});

test('no page renders before the user, the partition-service user and their permissions are known', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const asked: string[] = [];
  const ordinary = services();
  const quick = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit & { body: string }) => {
    const { url } = JSON.parse(init.body);
    asked.push(url);
    if (url === '/v1/partitions/all/users/current') await answered;
    return quick(path, init);
  });
  // A page whose code is part of the main bundle, so that nothing else delays it.
  openConsole('/login');
  await waitFor(() => expect(asked).toContain('/v1/partitions/all/users/current'));
  expect(screen.queryByRole('heading')).toBeNull();
  answer();
  await screen.findByRole('heading', { name: 'Sign in to Annals' });
  expect(ordinary.lines()).toContain('GET /v1/partitions/all/users/current');
});

test('a page that throws shows the error page “Internal Server Error”', async () => {
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockReturnValue(undefined);
  services();
  const router = openConsole('/login');
  await screen.findByRole('heading', { name: 'Sign in to Annals' });
  const { options } = router.routesById['/reset'];
  const { component } = options;
  // Other test files of this worker open the page, too.
  onTestFinished(() => void Object.assign(options, { component }));
  options.component = () => {
    throw new Error('broken');
  };
  router.history.push('/reset');
  await screen.findByRole('heading', { name: 'Internal Server Error' });
  await waitFor(() => expect(document.title).toBe('Internal Server Error · Annals'));
});
