import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { setLanguage } from '../../platform/texts.ts';
import { freshBrowserForEach, openConsole, services, token } from '../../testing/open-console.tsx';

freshBrowserForEach(token);

const files: Record<string, unknown> = {
  console: {
    packages: [
      { name: '@font/face', version: '5.3.0', license: 'OFL-1.1', text: 0 },
      { name: 'react', version: '19.3.1', license: 'MIT', text: 1 },
    ],
    texts: ['The font licence', 'The MIT licence'],
  },
  program: {
    packages: [
      { name: 'llhttp', version: '', license: 'MIT', text: 0, within: 'undici' },
      { name: 'undici', version: '7.30.2', license: 'MIT', text: 0 },
    ],
    texts: ['The MIT licence'],
  },
};

/** Opens a page, with the files of these parts. */
function open(path: string, parts: readonly string[] = ['console', 'program']) {
  services(() => undefined);
  const proxied = fetch;
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const [, part = ''] = /^\/notices\/(\w+)\.json$/.exec(url) ?? [];
    if (part === '') return proxied(url, init);
    requested.push(part);
    return parts.includes(part)
      ? new Response(JSON.stringify(files[part]))
      : new Response('', { status: 404 });
  });
  openConsole(path);
  return { requested, user: userEvent.setup() };
}

const linesOf = async (part: string) =>
  within(await screen.findByRole('region', { name: part }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('lists what the console and the server contain, and shows the text of one when it is opened', async () => {
  const { user } = open('/licenses');
  expect(await linesOf('Console')).toEqual(['@font/face 5.3.0OFL-1.1', 'react 19.3.1MIT']);
  expect(await linesOf('Server')).toEqual(['llhttp in undiciMIT', 'undici 7.30.2MIT']);
  expect(screen.queryByText('The font licence')).toBeNull();
  await user.click(screen.getByText('@font/face'));
  expect(await screen.findByText('The font licence')).toBeTruthy();
  expect(screen.queryByText('The MIT licence')).toBeNull();
});

it('finds by name, licence, and the package that contains it', async () => {
  const { user } = open('/licenses');
  const search = await screen.findByRole('searchbox', { name: 'Search by name or licence' });
  await user.type(search, 'MIT undici');
  expect(await linesOf('Server')).toHaveLength(2);
  expect(screen.queryByRole('region', { name: 'Console' })).toBeNull();
  await user.clear(search);
  await user.type(search, 'ofl');
  expect(await linesOf('Console')).toEqual(['@font/face 5.3.0OFL-1.1']);
  await user.clear(search);
  await user.type(search, 'cobol');
  expect(await screen.findByText('No results')).toBeTruthy();
});

it('is reached from the account menu, in German too, and loads nothing before', async () => {
  setLanguage('de');
  const { requested, user } = open('/help');
  await user.click(await screen.findByRole('button', { name: /^Konto: / }));
  expect(requested).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Lizenzen' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Lizenzen' })).toBeTruthy();
  expect(await linesOf('Konsole')).toHaveLength(2);
});

it('needs no session', async () => {
  localStorage.clear();
  open('/licenses');
  expect(await linesOf('Server')).toHaveLength(2);
});

it('says when a list cannot be loaded, and loads it again', async () => {
  const parts = ['console'];
  const { user } = open('/licenses', parts);
  expect((await screen.findByRole('alert')).textContent).toContain('/notices/program.json');
  parts.push('program');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await linesOf('Server')).toHaveLength(2);
});
