import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from './platform/api/announced.ts';
import { openForeign, resetForeign, type ForeignAnswers } from './testing/foreign-console.tsx';

beforeEach(() => {
  resetForeign();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  resetForeign();
  setAnnounced(serviceNames);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const blankLinks = () =>
  screen
    .getAllByRole('link')
    .filter((link) => !/\S/.test(link.getAttribute('aria-label') ?? link.textContent))
    .map(({ outerHTML }) => outerHTML);

/** The pages with links to things, the call that lists them, its field for the name, and the path of the links. */
const pages: [page: string, call: string, name: string, below: string][] = [
  ['/', 'GET /v1/partitions', 'partitionName', '/v1/partitions/'],
  ['/v1/partitions', 'GET /v1/partitions', 'partitionName', '/v1/partitions/'],
  ['/user-management?tab=rights', 'GET /v1/partitions', 'partitionName', '/v1/partitions/'],
  ['/v1/organizational-units', 'GET /v1/organizational-units', 'name', '/v1/organizational-units/'],
  ['/v1/identity-providers', 'GET /v1/identity-providers', 'name', '/v1/identity-providers/'],
  ['/v1/users', 'GET /v1/users', 'username', '/v1/users/'],
];

const things: [id: unknown, name: unknown, shown: string, segment: string | undefined][] = [
  ['7', 'Seven', 'Seven', '7'],
  [8, null, '8', '8'],
  ['9', '', '9', '9'],
  ['10', ' \u200B\u2003', '10', '10'],
  ['11', undefined, '11', '11'],
  ['a/b', 'slash', 'slash', 'a%2Fb'],
  ['50%', 'per cent', 'per cent', '50%25'],
  ['%2e', 'encoded', 'encoded', '%252e'],
  ['x y?#&', '\u202Eabc', '\u202Eabc', 'x%20y%3F%23%26'],
  ['..', 'dots', 'dots', undefined],
  ['.', '', '.', undefined],
  ['', 'without an id', 'without an id', undefined],
  [undefined, 'no id', 'no id', undefined],
  [undefined, '\t', 'Unnamed', undefined],
];

/** Home shows six partitions. */
const onHome = 6;
const cases = pages.flatMap(([page, ...rest]) => {
  const parts =
    page === '/'
      ? [things.slice(0, onHome), things.slice(onHome, 2 * onHome), things.slice(2 * onHome)]
      : [things];
  return parts.map((some) => ({ page, some, rest }));
});

test.each(cases)(
  'on $page each thing has a name, and a link if it has a page',
  async ({ page, some, rest: [call, field, below] }) => {
    const body = some.map(([id, name]) => ({ id, [field]: name }));
    const { router } = await openForeign(page, { [call]: { body } });
    const links = screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith(below))
      .filter((link) => link.getAttribute('href') !== '/v1/partitions/all/users')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
    const linked = some.filter(([, , , segment]) => segment !== undefined);
    expect(new Set(links)).toEqual(
      new Set(linked.map(([, , shown, segment]) => `${shown} ${below}${segment}`)),
    );
    expect(links).toHaveLength(linked.length);
    for (const [, , shown] of some) expect(screen.getAllByText(shown).length).toBeGreaterThan(0);
    expect(blankLinks()).toEqual([]);
    expect(router.state.location.pathname).toBe(page.split('?')[0]);
  },
);

test('tokens have a name in their list, and units in the picker', async () => {
  const named = (field: string) => things.map(([id, name]) => ({ id, [field]: name }));
  await openForeign('/v1/tokens', { 'GET /v1/tokens': { body: named('description') } });
  for (const [, , shown] of things) expect(screen.getAllByText(shown).length).toBeGreaterThan(0);
  resetForeign();
  await openForeign('/v1/users/u2', {
    'GET /v1/users/u2': { body: { id: 'u2', username: 'grace' } },
    'GET /v1/organizational-units': { body: named('name') },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add to unit' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Organizational unit' }));
  const options = await screen.findAllByRole('option');
  expect(new Set(options.map(({ textContent }) => textContent))).toEqual(
    new Set(things.map(([, , shown]) => shown)),
  );
  expect(options).toHaveLength(things.length);
});

/** Pages of one thing whose name cannot be seen. */
const unnamed: [page: string, answers: ForeignAnswers][] = [
  ['/v1/partitions/7', { 'GET /v1/partitions/7': { body: { id: 7, partitionName: ' ' } } }],
  ['/v1/users/7/edit', { 'GET /v1/users/7': { body: { id: 7, username: '' } } }],
  [
    '/v1/organizational-units/7/edit',
    { 'GET /v1/organizational-units/7': { body: { id: 7, name: ' ' } } },
  ],
  [
    '/v1/identity-providers/7/edit',
    { 'GET /v1/identity-providers': { body: [{ id: 7, name: '' }] } },
  ],
  ['/v1/applications/7', { 'GET /v1/applications/7': { body: { id: 7, name: '' } } }],
];

test.each(unnamed)('%s has a heading and no link without a text', async (page, answers) => {
  await openForeign(page, answers);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/\S/);
  expect(blankLinks()).toEqual([]);
});

test.each([[{}], [{ id: '..' }], [{ id: '' }]])(
  'a user who is found by name with %j is shown there, since no other page can',
  async (id) => {
    const { router, text, net } = await openForeign('/v1/users/forName/grace', {
      'GET /v1/users/forName/grace': { body: { ...id, username: 'grace', shoeSize: 38 } },
    });
    await screen.findByText('shoeSize');
    expect(text()).toContain('grace');
    expect(router.state.location.pathname).toBe('/v1/users/forName/grace');
    expect(net.lines().filter((line) => line.startsWith('GET /v1/users'))).toEqual([
      'GET /v1/users/current',
      'GET /v1/users/forName/grace',
    ]);
  },
);
