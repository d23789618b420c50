import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from './platform/api/announced.ts';
import { accessTokenOf, type Answer, fakeServer } from './platform/api/testing/fake-server.ts';
import { openConsole } from './testing/open-console.tsx';
import { openForeign, resetForeign } from './testing/foreign-console.tsx';

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

const none = 'No roles.';
const notReported = 'The service does not report the roles of this user.';
const notRead = 'in a form that this console cannot read';

test('the sign-in offers no mail to set a password, because the specification lists no call for it', async () => {
  const net = fakeServer(() => ({ status: 404, body: { error: 'Not Found' } }));
  openConsole('/login');
  await screen.findByLabelText('Password');
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  expect(net.lines()).toEqual([]);
  act(() => setAnnounced(serviceNames));
  expect(await screen.findByRole('link', { name: 'Forgot your password?' })).toBeTruthy();
});

/** The roles of a user as a service tells them, what the page of the user says, and what its form says. */
const userRoles: [roles: unknown, page: string, form: string | undefined][] = [
  [['PILOT'], 'PILOT', undefined],
  [[{ name: 'PILOT', id: 9 }], 'PILOT', undefined],
  [[{ role: { name: 'PILOT' } }], 'PILOT', undefined],
  [{ items: [{ authority: 'PILOT' }] }, 'PILOT', undefined],
  [[], none, undefined],
  [[{ id: 9 }], notRead, notRead],
  [{ PILOT: {} }, notRead, notRead],
  ['PILOT', notRead, notRead],
  [null, notReported, notReported],
  [undefined, notReported, notReported],
];

test.each(userRoles)('roles given as %j: the page says “%s”', async (roles, page, form) => {
  const answers = { 'GET /v1/users/u2': { body: { id: 'u2', username: 'grace', roles } } };
  const { text } = await openForeign('/v1/users/u2?tab=roles', answers);
  const others = [none, notReported, notRead].filter((each) => each !== page);
  expect(text()).toContain(page);
  for (const other of others) expect(text()).not.toContain(other);
  resetForeign();
  const { text: textOfForm } = await openForeign('/v1/users/u2/roles', answers);
  expect(textOfForm()).toContain(form ?? '');
  const checked = screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: 'PILOT' })
    .map((box) => box.checked);
  // Roles that are not known are added and removed in two lists.
  expect(checked).toEqual(form === undefined ? [page === 'PILOT'] : [false, false]);
});

/** Roles of which a service tells some in no readable form. */
const partlyRead: [roles: unknown][] = [
  [['PILOT', { id: 9 }]],
  [['PILOT', '', ' ']],
  [['PILOT', null]],
  [{ items: ['PILOT'], total: 2 }],
  [{ items: ['PILOT', { id: 9 }], total: 2 }],
];

test.each(partlyRead)('roles given as %j: only changes are entered', async (roles) => {
  const answers = {
    'GET /v1/users/u2': { body: { id: 'u2', username: 'grace', roles } },
    'GET /v1/users': { body: [{ id: 'u2', username: 'grace', roles }] },
    'GET /authentication/v1/roles': { body: ['SAILOR'] },
    'DELETE /v1/users/u2/roles': { status: 204 },
  };
  const list = await openForeign('/v1/users', answers);
  expect(list.text()).toContain('PILOT, and more');
  resetForeign();
  const { text } = await openForeign('/v1/users/u2?tab=roles', answers);
  expect(text()).toContain('PILOT');
  expect(text()).toContain('The service reports further roles in a form');
  resetForeign();
  const { net, text: textOfForm } = await openForeign('/v1/users/u2/roles', answers);
  expect(textOfForm()).toContain('so only changes can be entered. Read: PILOT.');
  // The service does not list the role that is held.
  expect(screen.getAllByRole('checkbox', { name: 'SAILOR' })).toHaveLength(2);
  await userEvent.click(screen.getByRole('checkbox', { name: 'PILOT' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save roles' }));
  await waitFor(() => expect(net.lines()).toContain('DELETE /v1/users/u2/roles?role=PILOT'));
  expect(net.lines().some((line) => line.startsWith('PUT'))).toBe(false);
});

test('a file with the users says what a service does not say, as the list does', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:users';
  });
  await openForeign('/v1/users', {
    'GET /v1/users': {
      body: [
        { id: 'u1', name: 'Ada', roles: ['PILOT'], lastSignInDate: null },
        { id: 'u2', name: 'Grace', roles: [] },
        { id: 'u3', name: 'Joan', roles: { PILOT: {} }, lastSignInDate: '2020-01-01T00:00:00Z' },
        { id: 'u4', name: 'Mary', roles: ['PILOT', { id: 9 }] },
      ],
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'List options' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect((await files[0]?.text())?.split('\r\n')).toEqual([
    '\uFEFFName,Roles,Last sign-in',
    'Ada,PILOT,Not reported',
    'Grace,,Not reported',
    'Joan,Not readable,2020-01-01T00:00:00Z',
    'Mary,"PILOT, and more",Not reported',
    '',
  ]);
});

test('a held role that the service does not list stays in the form', async () => {
  await openForeign('/v1/users/u2/roles', {
    'GET /v1/users/u2': { body: { id: 'u2', username: 'grace', roles: ['PILOT', 'PILOT'] } },
    'GET /authentication/v1/roles': { body: ['SAILOR'] },
  });
  const held = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'PILOT' });
  expect(held().checked).toBe(true);
  await userEvent.click(held());
  expect(held().checked).toBe(false);
});

test('each role of a list is offered once, and none without a name', async () => {
  const { text } = await openForeign('/v1/users/u2/roles', {
    'GET /v1/users/u2': { body: { id: 'u2', username: 'grace', roles: [] } },
    'GET /authentication/v1/roles': {
      body: [{ name: 'PILOT' }, { name: '' }, { name: 'PILOT', description: 'Steers' }, null],
    },
  });
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'PILOTSteers',
  ]);
  expect(text()).toContain('The service may have more roles than are listed here.');
});

const crew = [{ id: 'grace', login: 'Hopper', desk: { room: 7 } }, { id: 'ada' }];

test('whom a service finds by name is listed, by whatever it found them', async () => {
  const { net, text } = await openForeign('/v1/users/forNameContaining/amazing', {
    'GET /v1/users/forNameContaining/amazing': { body: crew },
    'GET /v1/users': { body: crew },
  });
  expect(screen.getByRole('link', { name: 'grace' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'ada' })).toBeTruthy();
  expect(text()).not.toContain('No entry matches');
  expect(net.lines()).toContain('GET /v1/users/forNameContaining/amazing');
});

test.each(['hopper', '7', 'GRACE'])(
  'a search for “%s” in a list that came whole finds what is shown of its entries',
  async (typed) => {
    await openForeign(`/v1/users?q=${typed}`, { 'GET /v1/users': { body: crew } });
    expect(screen.getByRole('link', { name: 'grace' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'ada' })).toBeNull();
  },
);

test.each([
  ['/', 'No partitions yet', /Create the first partition|members and types|Ask a partition owner/],
  ['/', 'What’s here', /nothing is overwritten|and objects by name/],
  ['/v1/partitions', 'No partitions yet', /member of/],
  ['/v1/users', 'No users yet', /appear here/],
  ['/v1/organizational-units', 'No organizational units yet', /administer/],
  ['/user-management', 'Show API tokens', /my tokens/],
])(
  '%s says “%s” of empty lists, and nothing that only holds for ours',
  async (path, said, unsaid) => {
    const { net, text } = await openForeign(path, {
      'GET /v1/partitions': { body: [] },
      'GET /v1/users': { body: [] },
      'GET /v1/organizational-units': { body: [] },
    });
    expect(text()).toContain(said);
    expect(text()).not.toMatch(unsaid);
    // They may be those of others, so the page of one's own account does not show them.
    expect(net.lines()).not.toContain('GET /v1/tokens');
  },
);

/** The units of a user as a service tells them, what the page says, and whether they can be removed from one unnamed. */
const userUnits: [units: unknown, page: string, picks: boolean][] = [
  [[{ id: 'o1', name: 'Quay' }], 'Remove', false],
  [[], 'Not in any organizational unit.', false],
  [undefined, 'does not report the organizational units', true],
  [['Quay'], 'the organizational units of this user in a form that', true],
  [[{ name: 'Quay' }], 'Quay', true],
  [[{ id: 'o1', name: 'Quay' }, 7], 'further units in a form that', true],
];

test.each(userUnits)('units given as %j: the page says “%s”', async (units, page, picks) => {
  const { text } = await openForeign('/v1/users/u2', {
    'GET /v1/users/u2': { body: { id: 'u2', organizationalUnits: units } },
  });
  expect(text()).toContain(page);
  expect(screen.queryByRole('button', { name: 'Remove from unit' }) !== null).toBe(picks);
});

test('no deadline of ours is read into what a service tells of the person', async () => {
  const { text } = await openForeign('/nowhere', {
    'GET /v1/users/current': { body: { id: 'ada', secondFactorDueDate: '2030-01-01T00:00:00Z' } },
  });
  await act(() => vi.dynamicImportSettled());
  expect(text()).toContain('Page Not Found');
  expect(text()).not.toContain('Set it up');
});

test('an address of an alias leads nowhere where only the service knows its aliases', async () => {
  const { text, net } = await openForeign('/a/harbour', {});
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found');
  expect(text()).not.toContain('active');
  expect(net.lines().filter((line) => line.includes('alias'))).toEqual([]);
});

test('a redirection is not called an error', async () => {
  const { text } = await openForeign('/v1/users/u2', { 'GET /v1/users/u2': { status: 307 } });
  expect(text()).toContain('a redirection that this console does not follow, HTTP 307');
});

test('a list of units of which none can be read is not said to be no list', async () => {
  const { text } = await openForeign('/v1/organizational-units', {
    'GET /v1/organizational-units': { body: ['North', 'South'] },
  });
  expect(text()).toContain('a list without a readable entry');
});

test('a user of whom the service does not tell the units is not said to have none', async () => {
  const { text } = await openForeign('/v1/users', {
    'GET /v1/users': {
      body: [
        { id: 'a', username: 'ann', organizationalUnits: [{ id: 'u1', name: 'Quay' }] },
        { id: 'b', username: 'bob', organizationalUnits: [] },
        { id: 'c', username: 'cy' },
        { id: 'd', username: 'di', organizationalUnits: [{ id: 'u2', name: 'Pier' }, 7] },
        { id: 'e', username: 'eve', organizationalUnits: 'Quay' },
      ],
    },
    'GET /v1/organizational-units': { body: [{ id: 'u1', name: 'Quay' }] },
  });
  const cellOf = (name: string) =>
    screen.getByRole('row', { name: new RegExp(name) }).querySelectorAll('td')[1]?.textContent;
  expect(['ann', 'bob', 'cy', 'di', 'eve'].map(cellOf)).toEqual([
    'UnitsQuay',
    'Units–',
    'UnitsNot reported',
    'UnitsPier, and more',
    'UnitsNot readable',
  ]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Units' }), 'Quay');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(text()).toContain('3 more entries may match, which the service does not report');
});

test('a cell says whether nothing was told, or something that cannot be read', async () => {
  await openForeign('/v1/users?columns=email', {
    'GET /v1/users': {
      body: [
        { id: 'a', username: 'ann', email: 'ann@example.org', roles: ['PILOT'] },
        { id: 'b', username: 'bob', email: { primary: 'bob@example.org' }, roles: [' '] },
        { id: 'c', username: 'cy' },
      ],
    },
  });
  const cellsOf = (name: string) => {
    const row = screen.getByRole('row', { name: new RegExp(`^${name}`) });
    return [...row.querySelectorAll('td')].map((cell) => cell.textContent);
  };
  expect(['ann', 'bob', 'cy'].map(cellsOf)).toEqual([
    ['ann', 'Emailann@example.org', 'RolesPILOT'],
    ['bob', 'EmailNot readable', 'RolesNot readable'],
    ['cy', 'EmailNot reported', 'RolesNot reported'],
  ]);
});

test('users of whom the service does not tell all roles may have the one that is filtered by', async () => {
  const { text } = await openForeign('/v1/users?role=PILOT', {
    'GET /authentication/v1/roles': { body: ['PILOT', 'SAILOR'] },
    'GET /v1/users': {
      body: [
        { id: 'a', username: 'ann', roles: ['PILOT'] },
        { id: 'b', username: 'bob', roles: ['SAILOR'] },
        { id: 'c', username: 'cy' },
        { id: 'd', username: 'di', roles: ['SAILOR', { id: 9 }] },
        { id: 'e', username: 'eve', roles: { PILOT: {} } },
      ],
    },
  });
  expect(screen.getAllByRole('row')).toHaveLength(2);
  expect(text()).toContain('3 more entries may match, which the service does not report');
});

test('a token of which the service tells nothing else is not said to open all, or to be unused', async () => {
  await openForeign('/v1/tokens', {
    'GET /v1/tokens': {
      body: [
        { id: 't1', description: 'report' },
        { id: 't2', lastUsedDate: null },
      ],
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Details: report' }));
  const dialog = await screen.findByRole('dialog', { name: 'report' });
  expect(dialog.textContent).not.toMatch(/All|Never/);
});

/** What null says about each thing, in answers whose fields all have the form of the contract. */
const nulls: [
  page: string,
  call: string,
  body: object,
  details: string | undefined,
  unsaid: RegExp,
][] = [
  [
    '/v1/tokens',
    'GET /v1/tokens',
    [{ id: 't', description: 'report', expiresDate: null, lastUsedDate: null, partitionIds: null }],
    'Details: report',
    /All partitions|Never|–/,
  ],
  [
    '/v1/users',
    'GET /v1/users',
    [{ id: 'u', username: 'grace', status: 'ACTIVE', lastSignInDate: null }],
    undefined,
    /Never signed in/,
  ],
  [
    '/v1/users/u',
    'GET /v1/users/u',
    { id: 'u', username: 'grace', name: null, email: null, lastSignInDate: null, roles: [] },
    undefined,
    /Never|–/,
  ],
  [
    '/v1/partitions',
    'GET /v1/partitions',
    [{ id: 'p', partitionName: 'Harbour', archivedDate: null }],
    undefined,
    /In use/,
  ],
  [
    '/v1/partitions/p/objects',
    'POST /v1/partitions/p/objects/search',
    { data: [{ id: 'o', type: 'SHIP', endedDate: null }] },
    undefined,
    /Not ended/,
  ],
];

test.each(nulls)('on %s null is no statement', async (page, call, body, details, unsaid) => {
  const { text } = await openForeign(page, { [call]: { body } });
  if (details) await userEvent.click(screen.getByRole('button', { name: details }));
  const dialog = details && (await screen.findByRole('dialog'));
  expect(`${text()} ${dialog ? dialog.textContent : ''}`).not.toMatch(unsaid);
});

test('that something has expired is not computed with the clock of the browser', async () => {
  const past = '2020-01-01T00:00:00Z';
  const tokens = await openForeign('/v1/tokens', {
    'GET /v1/tokens': { body: [{ id: 't', description: 'report', expiresDate: past }] },
  });
  expect(tokens.text()).toMatch(/2020|years ago/);
  expect(tokens.text()).not.toContain('Expired');
  resetForeign();
  const alias = await openForeign('/v1/alias-urls?alias=harbour', {
    'GET /v1/alias-url': { body: { alias: 'harbour', expiryDate: past } },
  });
  expect(alias.text()).toContain('2020');
  expect(alias.text()).not.toContain('Expired');
});

/** Accounts of a partition as a service answers them, and what the panel says. */
const accountLists: [name: string, body: unknown, says: string | undefined][] = [
  ['all', [{ id: 'o1' }], undefined],
  ['a part', { data: [{ id: 'o1' }], total: 5 }, 'There are more accounts.'],
  ['a page with a link', { data: [{ id: 'o1' }], next: '/more' }, 'There are more accounts.'],
  ['a page of its own paging', { data: [{ id: 'o1' }], offset: 0 }, 'There may be more accounts.'],
  ['a full page', Array.from({ length: 10 }, (_, n) => ({ id: `o${n}` })), 'There may be more'],
  ['something else', { accounts: [] }, 'There may be more accounts.'],
];

test.each(accountLists)('the accounts of a partition, answered with %s', async (_, body, says) => {
  const { text } = await openForeign('/v1/partitions/p1', {
    'GET /v1/partitions/p1': { body: { id: 'p1', partitionName: 'Harbour' } },
    'POST /v1/partitions/p1/objects/search': { body },
  });
  expect(text()).toContain('Main operators');
  expect(text().includes('more accounts')).toBe(says !== undefined);
  expect(text()).toContain(says ?? '');
});

/** The list of roles as a service answers it, and what the form for the roles of a user says. */
const roleLists: [list: Answer, says: string][] = [
  [{ body: [] }, 'There are no roles.'],
  [{ body: { content: [], totalElements: 3 } }, 'does not report which roles exist'],
  [{ body: [{ id: 1 }] }, 'does not report which roles exist'],
  [{ status: 204 }, 'does not report which roles exist'],
  [{ body: { data: [{ authority: 'PILOT' }], total: 3 } }, 'more roles than it returned'],
];

test.each(roleLists)('a list of roles that is %j', async (list, says) => {
  const { text } = await openForeign('/v1/users/u2/roles', {
    'GET /v1/users/u2': { body: { id: 'u2', username: 'grace', roles: [] } },
    'GET /authentication/v1/roles': list,
  });
  expect(text()).toContain(says);
});

/** The list of roles as a service answers it, and what the page of all roles says. */
const rolesPages: [list: Answer, says: string][] = [
  [{ body: [] }, 'There are no roles.'],
  [{ status: 204 }, 'does not report which roles exist'],
  [{ status: 404 }, 'does not report which roles exist'],
  [{ body: { data: ['PILOT'], total: 3 } }, 'more roles than it returned'],
  [{ body: ['PILOT', null] }, 'may have more roles'],
  [{ body: ['PILOT', { name: ' ' }] }, 'may have more roles'],
];

test.each(rolesPages)('the page of all roles, with a list that is %j', async (list, says) => {
  const { text } = await openForeign('/roles', { 'GET /authentication/v1/roles': list });
  expect(text()).toContain(says);
  expect(text()).not.toMatch(/through an organizational unit/);
  expect(text().includes('There are no roles.')).toBe(says === 'There are no roles.');
});

test('a unit without an id cannot be picked', async () => {
  const { net } = await openForeign('/v1/users/u2', {
    'GET /v1/users/u2': { body: { id: 'u2', username: 'grace' } },
    'GET /v1/organizational-units': { body: [{ name: 'Harbour' }, { id: 7, name: 'Quay' }] },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add to unit' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Organizational unit' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Harbour' }));
  expect(screen.queryByDisplayValue('Harbour')).toBeNull();
  await userEvent.click(screen.getByRole('option', { name: 'Quay' }));
  await screen.findByDisplayValue('Quay');
  expect(net.lines().some((line) => line.startsWith('PUT'))).toBe(false);
});

const absent = 'There is no identity provider with this ID';
const partly = 'that may be only a part of the list';

/** The list of providers as a service answers it, and what the page of one that is not in it says. */
const providerLists: [name: string, list: Answer, says: string][] = [
  ['an array', { body: [{ id: 2 }] }, absent],
  ['an empty array', { body: [] }, absent],
  ['a wrapped list', { body: { items: [{ id: 2 }] } }, absent],
  ['a list with its total', { body: { content: [{ id: 2 }], totalElements: 1 } }, absent],
  ['the only page', { body: { content: [{ id: 2 }], number: 0, totalPages: 1 } }, absent],
  ['the first of five pages', { body: { content: [{ id: 2 }], number: 0, totalPages: 5 } }, partly],
  ['a page with a greater total', { body: { data: [{ id: 2 }], total: 90 } }, partly],
  ['a page with a link to the next', { body: { data: [{ id: 2 }], next: '/more' } }, partly],
  ['a page with a cursor', { body: { data: [{ id: 2 }], nextCursor: 'x', hasMore: true } }, partly],
  ['a list that is partly unreadable', { body: [{ id: 2 }, 'provider'] }, partly],
  ['nothing under its own name', { body: { providers: [] } }, absent],
  ['something else', { body: { lanterns: [] } }, partly],
  ['no content', { status: 204 }, partly],
  [
    'a count and a link to the next',
    { body: { items: [{ id: 2 }], count: 1, next: '/2' } },
    partly,
  ],
  ['a count and no next', { body: { results: [{ id: 2 }], count: 1, next: null } }, absent],
  ['a count and a limit', { body: { items: [{ id: 2 }], count: 1, limit: 1 } }, partly],
  ['a total that has a next', { body: { items: [{ id: 2 }], total: 1, hasNext: true } }, partly],
  ['a total of one page', { body: { items: [{ id: 2 }], total: 1, totalPages: 5 } }, partly],
  [
    'a list with a link beside it',
    { body: { data: [{ id: 2 }], total: 1, links: [{ rel: 'next', href: '/2' }] } },
    partly,
  ],
  [
    'an embedded list with a link',
    {
      body: {
        _embedded: { providers: [{ id: 2 }] },
        _links: { next: { href: '/2' } },
        page: { totalElements: 1 },
      },
    },
    partly,
  ],
];

test.each(providerLists)('a provider that is not in %s', async (_, list, says) => {
  for (const path of ['/v1/identity-providers/7', '/v1/identity-providers/7/edit']) {
    const { text } = await openForeign(path, { 'GET /v1/identity-providers': list });
    expect([path, text()]).toEqual([path, expect.stringContaining(says)]);
    expect(text().includes(absent)).toBe(says === absent);
    resetForeign();
  }
});

/** What a service answers to the look-up of an alias, and what its page says. */
const aliases: [name: string, body: unknown, says: string | RegExp][] = [
  ['the alias', { alias: 'harbour', target: { url: 'https://a.example' } }, 'https://a.example'],
  ['a list with it', [{ alias: 'harbour', note: 'mine' }], 'mine'],
  [
    'a list of all',
    [
      { alias: 'quay', note: 'other' },
      { alias: 'harbour', note: 'mine' },
    ],
    'mine',
  ],
  [
    'a part without it',
    { data: [{ alias: 'quay' }, { alias: 'pier' }], total: 90 },
    'that may be only a part of the list',
  ],
];

test.each(aliases)('an alias that is answered with %s', async (_, body, says) => {
  const { text } = await openForeign('/v1/alias-urls?alias=harbour', {
    'GET /v1/alias-url': { body },
  });
  expect(text()).toContain(says);
  expect(text()).not.toContain('quay');
});

/** What a service answers to the look-up that is not one alias of that name, and what the page says. */
const otherAliases: [name: string, body: unknown, says: string[]][] = [
  [
    'two of the name',
    [
      { alias: 'harbour', note: 'one' },
      { alias: 'harbour', note: 'two' },
    ],
    ['Several answers about the alias harbour', 'one', 'two'],
  ],
  ['two without a name', [{ note: 'one' }, { note: 'two' }], ['Several answers', 'one', 'two']],
  ['another one', [{ alias: 'quay' }], ['There is no alias harbour', 'quay', 'Find']],
  ['others', [{ alias: 'quay' }, { alias: 'pier' }], ['There is no alias harbour', 'quay', 'pier']],
  [
    'a text',
    'https://a.example',
    ['Unreadable answer about the alias harbour', 'https://a.example'],
  ],
  ['a list of texts', ['https://a.example'], ['Unreadable answer', 'https://a.example']],
];

test.each(otherAliases)('an alias that is answered with %s', async (_, body, says) => {
  const { text, net } = await openForeign('/v1/alias-urls?alias=harbour', {
    'GET /v1/alias-url': { body },
  });
  for (const each of says) expect(text()).toContain(each);
  expect(net.lines().filter((line) => line.startsWith('POST'))).toEqual([]);
});

test('two quick clicks reactivate an alias once', async () => {
  const { net } = await openForeign('/v1/alias-urls?alias=harbour', {
    'GET /v1/alias-url': { body: { alias: 'harbour' } },
    'POST /v1/alias-url/reactivate': { status: 204 },
  });
  const reactivate = screen.getByRole('button', { name: 'Reactivate' });
  reactivate.click();
  reactivate.click();
  const sent = () => net.lines().filter((line) => line.startsWith('POST'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  await screen.findByText(/reactivated/);
  expect(sent()).toHaveLength(1);
  reactivate.click();
  await waitFor(() => expect(sent()).toHaveLength(2));
});

/** Pages of lists of which a service says that they are cut off. */
const cutLists: [page: string, call: string][] = [
  ['/v1/users', 'GET /v1/users'],
  ['/v1/partitions', 'GET /v1/partitions'],
  ['/v1/identity-providers', 'GET /v1/identity-providers'],
  ['/v1/tokens', 'GET /v1/tokens'],
  ['/v1/organizational-units', 'GET /v1/organizational-units'],
];

test.each(cutLists)('%s says that the service has more', async (page, call) => {
  const pagings = [
    { number: 0, totalPages: 5, totalElements: 90, last: false },
    { total: 90 },
    { nextCursor: 'x', hasMore: true },
    { count: 1, nextPageToken: 'x' },
    { pageInfo: { hasNextPage: true } },
    { '@odata.nextLink': '/more' },
  ];
  for (const paging of pagings) {
    const body = { content: [{ id: 1, name: 'z' }], ...paging };
    const { text } = await openForeign(page, { [call]: { body } });
    expect([paging, text()]).toEqual([
      paging,
      expect.stringContaining('1 shown, the service has more'),
    ]);
    resetForeign();
  }
});

/** Lists whose rows say nothing about a filter, and the name of the filter. */
const filtered: [page: string, call: string, told: object, filter: string][] = [
  ['/v1/users', 'GET /v1/users', { status: 'ACTIVE' }, 'Status'],
  ['/v1/users', 'GET /v1/users', { roles: ['PILOT'] }, 'Roles'],
  ['/v1/tokens', 'GET /v1/tokens', { expired: true }, 'Expires'],
  ['/v1/partitions', 'GET /v1/partitions', { archivedDate: '2024-01-01T00:00:00Z' }, 'Status'],
  [
    '/v1/partitions/7/objects',
    'POST /v1/partitions/7/objects/search',
    { endedDate: '2024-01-01T00:00:00Z' },
    'Status',
  ],
];

test.each(filtered)(
  '%s has the filter of %s only where a row says it',
  async (page, call, told, filter) => {
    const rows = [{ id: 1, name: 'z' }];
    await openForeign(page, { [call]: { body: { data: rows } } });
    expect(screen.queryByRole('combobox', { name: filter })).toBeNull();
    resetForeign();
    await openForeign(page, { [call]: { body: { data: [...rows, { id: 2, ...told }] } } });
    expect(screen.getByRole('combobox', { name: filter })).toBeTruthy();
  },
);

/** The units and the roles that a service lists. */
const listed: [what: string, units: Answer, roles: Answer][] = [
  ['all but one', { body: [{ id: 'o1', name: 'Harbour' }] }, { body: ['PILOT'] }],
  ['none', { body: [] }, { body: [] }],
  ['nothing', { status: 403 }, { status: 403 }],
];

test.each(listed)(
  'users can be filtered by what rows have where the service lists %s',
  async (_, units, roles) => {
    const { text } = await openForeign('/v1/users', {
      'GET /v1/organizational-units': units,
      'GET /authentication/v1/roles': roles,
      'GET /v1/users': {
        body: [
          { id: 1, username: 'grace', roles: ['PILOT'], organizationalUnits: [{ id: 'o1' }] },
          {
            id: 2,
            username: 'joan',
            roles: ['SAILOR', 'PILOT'],
            organizationalUnits: [{ id: 'o2', name: 'Lighthouse' }, { id: 'o1' }],
          },
        ],
      },
    });
    const choose = (filter: string, value: string) =>
      userEvent.selectOptions(screen.getByRole('combobox', { name: filter }), value);
    await choose('Roles', 'SAILOR');
    await waitFor(() => expect(text()).not.toContain('grace'));
    await choose('Roles', 'PILOT');
    await waitFor(() => expect(text()).toContain('grace'));
    await choose('Units', 'Lighthouse');
    await waitFor(() => expect(text()).not.toContain('grace'));
  },
);

test.each([{ url: 'https://login.example.org' }, 7, null, undefined])(
  'the form of an identity provider with the issuer %j has no empty field for it',
  async (issuer) => {
    const { net, text } = await openForeign('/v1/identity-providers/i1/edit', {
      'GET /v1/identity-providers': {
        body: [{ id: 'i1', name: 'Harbour', issuer, organizationalUnit: null }],
      },
      'PATCH /v1/identity-providers/i1': { body: {} },
    });
    expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
      'Harbour',
    ]);
    expect(text()).not.toMatch(/Connection|Issuer|Everybody|Organizational unit/);
    await userEvent.type(screen.getByRole('textbox'), ' 2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(net.requests.find(({ method }) => method === 'PATCH')?.data).toEqual({
        name: 'Harbour 2',
      }),
    );
  },
);

test('what becomes of the secret of a new identity provider is not said for the service', async () => {
  const { text } = await openForeign('/v1/identity-providers/new', {});
  expect(text()).toContain('Client secret');
  expect(text()).not.toContain('never shown again');
});

test('the roles of a service are not said to be explained', async () => {
  const { text } = await openForeign('/', { 'GET /v1/partitions': { body: [] } });
  expect(text()).toContain('The roles of the service');
  expect(text()).not.toContain('What each role allows');
});

test.each(['/help', '/help/sign-in'])(
  '%s says that the guide describes other services',
  async (path) => {
    const { text } = await openForeign(path, {});
    const note = 'The guide describes Annals with its own services.';
    expect(text()).toContain(note);
    act(() => setAnnounced(['data']));
    expect(text()).toContain(note);
    act(() => setAnnounced(serviceNames));
    expect(text()).not.toContain(note);
  },
);

test('a filter in the address does not hide what says nothing about it', async () => {
  const { text } = await openForeign('/v1/users?status=ACTIVE', {
    'GET /v1/users': { body: [{ id: 1, username: 'grace' }] },
  });
  expect(text()).toContain('grace');
});

test('a search of a part of a list does not say that nothing matches', async () => {
  const { text } = await openForeign('/v1/users?q=nobody', {
    'GET /v1/users': { body: { data: [{ id: 1, username: 'grace' }], total: 90 } },
  });
  expect(text()).toContain('Only the entries that the service returned were searched.');
});

test('a list without entries of which there are more is not empty', async () => {
  const { text } = await openForeign('/v1/partitions', {
    'GET /v1/partitions': { body: { content: [], totalElements: 90 } },
  });
  expect(text()).toContain('Entries unknown');
});

/** Calls that answer without content, the page that shows them, and what it must not say. */
const withoutContent: [page: string, call: string, unsaid: RegExp][] = [
  ['/v1/organizational-units', 'GET /v1/organizational-units', /no organizational units/i],
  ['/user-management?tab=rights', 'GET /v1/partitions', /access to any partitions/],
  ['/v1/partitions/7/objects', 'POST /v1/partitions/7/objects/search', /No objects yet|as it came/],
];

test.each(withoutContent)('%s does not say that there is none', async (page, call, unsaid) => {
  const { text } = await openForeign(page, { [call]: { status: 204 } });
  expect(text()).not.toMatch(unsaid);
});

test('a unit is not saved without its list, and the refusal says that it was the list', async () => {
  const { text, net } = await openForeign('/v1/organizational-units/7/edit', {
    'GET /v1/organizational-units/7': { body: { id: 7, name: 'Harbour' } },
    'GET /v1/organizational-units': { status: 403, body: { error: 'Forbidden' } },
  });
  await userEvent.type(screen.getByLabelText(/Name/), ' of stone');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/The list of all units is read before saving/);
  expect(text()).toContain('You do not have access to this.');
  expect(net.lines().some((line) => line.startsWith('PUT'))).toBe(false);
});

test('a token without an id is shown, and nothing is offered that would need the id', async () => {
  await openForeign('/v1/tokens', {
    'GET /v1/tokens': { body: [{ id: 7, description: 'report' }, { description: 'nameless' }] },
  });
  const buttons = screen.getAllByRole('button', { name: /^Revoke: / });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Revoke: report']);
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select/ });
  expect(boxes()).toHaveLength(2);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select report' }));
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true]);
  resetForeign();
  await openForeign('/v1/applications/a1', {
    'GET /v1/applications/a1': { body: { id: 'a1', name: 'Foghorn' } },
    'GET /v1/applications/a1/tokens': { body: [{ id: '.', description: 'dot' }, { id: 8 }] },
  });
  expect(screen.getAllByRole('button', { name: /^Revoke: / })).toHaveLength(1);
});

test.each([
  ['nothing', undefined, ['Unit', 'Remove'], 1],
  ['a moment', '2022-03-01T00:00:00Z', ['Unit', 'Since', 'Remove'], 1],
])(
  'of a membership the service says since when: %s',
  async (_, assignedDate, columns, removable) => {
    await openForeign('/v1/users/u2', {
      'GET /v1/users/u2': {
        body: {
          id: 'u2',
          username: 'grace',
          organizationalUnits: [
            { id: 'o1', name: 'Harbour', assignedDate },
            { id: '', name: 'Quay', assignedDate },
          ],
        },
      },
    });
    const table = screen.getByRole('table', { name: 'Organizational units' });
    const heads = [...table.querySelectorAll('th[scope="col"]')].map((head) => head.textContent);
    expect(heads).toHaveLength(columns.length);
    expect(heads.includes('Since')).toBe(columns.includes('Since'));
    expect(screen.getAllByRole('button', { name: /^Remove from (?!unit$)/ })).toHaveLength(
      removable,
    );
  },
);

test('an alias can be reactivated by anybody whom the service lets', async () => {
  await openForeign(
    '/v1/alias-urls?alias=harbour',
    { 'GET /v1/alias-url': { body: { alias: 'harbour' } } },
    [],
  );
  expect(screen.getByRole('button', { name: 'Reactivate' })).toBeTruthy();
});

test.each([
  [['GLOBAL_MASTER'], 'Add members'],
  [[], undefined],
])('the page of a unit does not promise a list of members (%j)', async (roles, link) => {
  const answers = { 'GET /v1/organizational-units/o1': { body: { id: 'o1', name: 'Harbour' } } };
  const { text } = await openForeign('/v1/organizational-units/o1', answers, roles);
  const found = screen.queryByRole('link', { name: /members/i });
  expect(found?.textContent).toBe(link);
  expect(text()).not.toContain('Show members');
});

/** Answers that carry the next access token, and the page that shows what else they say. */
const answersWithTokens: [what: string, path: string, call: string, body: object][] = [
  ['a user', '/v1/users/u2', 'GET /v1/users/u2', { id: 'u2', username: 'grace', shoeSize: 38 }],
  ['a list', '/v1/users', 'GET /v1/users', { data: [{ id: 'u2', name: 'grace' }], shoeSize: 38 }],
  ['no list', '/v1/users', 'GET /v1/users', { people: { u2: 'grace' }, shoeSize: 38 }],
];

test.each(answersWithTokens)(
  'an access token that comes with %s is stored and not shown',
  async (_, path, call, body) => {
    const accessToken = accessTokenOf({ roles: ['GLOBAL_MASTER'] }, 'next');
    const { text } = await openForeign(path, {
      [call]: { body: { ...body, accessToken, refreshToken: 'refresh-next' } },
    });
    const summary = await screen.findByText('Additional data from the service');
    if (summary.closest('details')?.open === false) await userEvent.click(summary);
    await waitFor(() => expect(text()).toContain('38'));
    expect(text()).toContain('grace');
    expect(text()).not.toMatch(/accessToken|refreshToken|refresh-next/);
    expect(text()).not.toContain(accessToken);
    expect(localStorage.getItem('auth')).toBe(accessToken);
  },
);

test('pages with room for some partitions show no more of those that come at once', async () => {
  const body = Array.from({ length: 20_000 }, (_, n) => ({ id: n, partitionName: `Ledger ${n}` }));
  const answers = { 'GET /v1/partitions': { body } };
  const home = await openForeign('/', answers);
  expect(screen.getAllByRole('link', { name: /^Ledger/ })).toHaveLength(6);
  expect(home.text()).toContain('All partitions');
  resetForeign();
  await openForeign('/user-management?tab=rights', answers);
  expect(screen.getAllByRole('link', { name: /^Ledger/ })).toHaveLength(100);
  expect(screen.getByRole('link', { name: 'All partitions' })).toBeTruthy();
});

test('the call behind a page is copied as it is sent', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  const { net } = await openForeign('/v1/users?q=gra&pageSize=25', {
    'GET /v1/users': { body: [{ id: 'u2', username: 'grace' }] },
  });
  await userEvent.click(screen.getByRole('button', { name: 'List options' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Copy as code' }));
  const asCurl = await screen.findByRole('button', { name: 'Copy as curl' });
  expect(screen.queryByRole('link', { name: 'In the API reference' })).toBeNull();
  await userEvent.click(asCurl);
  await waitFor(() => expect(copied).toHaveBeenCalled());
  expect(copied.mock.calls[0]?.[0]).toMatch(/^curl '[^'?]*\/v1\/users' /);
  expect(net.lines()).toContain('GET /v1/users');
});

test('nobody describes the calls of services of another vendor', async () => {
  const { text } = await openForeign('/api-reference', {});
  expect(text()).toContain('This is not available with the connected services.');
  resetForeign();
  await openForeign('/help', {});
  expect(screen.queryByRole('link', { name: 'API reference' })).toBeNull();
  resetForeign();
  setAnnounced(['authentication']);
  await openForeign('/help', {});
  expect(screen.getByRole('link', { name: 'API reference' })).toBeTruthy();
});
