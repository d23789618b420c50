import type { Page } from '@playwright/test';
import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs, callsWith, type Calls } from './calls.ts';
import { demoProgram } from './demo-program.ts';
import { waitUntilSettled } from './page-idle.ts';

/** An id that does not exist. */
const missingId = '01890a5d-ac96-774b-bcce-b302099a8057';

interface Item {
  id: string;
  name: string;
}
interface Person extends Item {
  username: string;
}

/** Things that an administrator of Engineering must not scope: those of Operations and its subunits. */
interface ItemsOfOtherUnit {
  user: Person;
  unit: Item;
  application: Item;
  token: { id: string; description: string };
  provider: Item;
}

/** @param providerName unique per test, because lists tell providers apart by name */
async function createItemsOfOtherUnit(
  master: Calls,
  providerName: string,
): Promise<ItemsOfOtherUnit> {
  const firstOf = async <Found extends object>(call: string, fits: (item: Found) => boolean) => {
    const { data } = await bodyOf<{ data: Found[] }>(master(call));
    const found = data.find(fits);
    if (!found) throw new Error(`The demo has nothing that fits at ${call}.`);
    return found;
  };
  const named = (name: string) => (item: Item) => item.name === name;
  const unit = await firstOf('GET /v1/organizational-units?pageSize=100', named('Operations'));
  const users = `GET /v1/organizational-units/${unit.id}/users?below=true`;
  const user = await firstOf<Person & { status: string }>(
    users,
    ({ status }) => status === 'ACTIVE',
  );
  const application = await firstOf('GET /v1/applications', named('Inventory scanner'));
  const token = await bodyOf<ItemsOfOtherUnit['token']>(
    master(`POST /v1/applications/${application.id}/tokens`, { description: 'of another unit' }),
  );
  const provider = await bodyOf<Item>(
    master(`POST /v1/identity-providers?organizationalUnitId=${unit.id}`, {
      name: providerName,
      issuer: 'https://login.operations.example',
      clientId: 'annals',
    }),
  );
  return { user, unit, application, token, provider };
}

test('no URL shows an administrator data of another unit', async ({ page, request }) => {
  const { user, unit, application, token, provider } = await createItemsOfOtherUnit(
    await callsAs(request),
    'Provider of Operations',
  );
  await startSession(page, 'admin@example.org');
  const refused: (readonly [path: string, says: RegExp | string, hidden: string])[] = [
    ...['', '/edit', '/roles'].map(
      (rest) => [`/v1/users/${user.id}${rest}`, 'No such user', user.name] as const,
    ),
    [`/v1/users/forName/${encodeURIComponent(user.username)}`, /^No user is called/, user.name],
    ...['', '/edit', '/users'].map(
      (rest) => [`/v1/organizational-units/${unit.id}${rest}`, 'No such unit', unit.name] as const,
    ),
    [`/v1/applications/${application.id}`, 'No such application', application.name],
    ...['', '/edit'].map(
      (rest) =>
        [
          `/v1/identity-providers/${provider.id}${rest}`,
          'No such provider',
          provider.name,
        ] as const,
    ),
  ];
  for (const [path, says, hidden] of oneInEvery(3, refused)) {
    await page.goto(path);
    await expect(page.getByText(says).first(), path).toBeVisible();
    // the name is part of the URL of the page that searches for it
    if (!path.includes('/forName/'))
      await expect(page.getByRole('main').getByText(hidden), path).toHaveCount(0);
  }
  await page.goto('/v1/organizational-units');
  await expect(page.getByRole('link', { name: 'Engineering' })).toBeVisible();
  const empty: [path: string, hidden: string][] = [
    [`/v1/users?q=${encodeURIComponent(user.name)}`, user.name],
    [`/v1/users/forNameContaining/${encodeURIComponent(user.name)}`, user.name],
    [`/v1/users?unit=${unit.id}`, user.name],
    ['/v1/organizational-units', unit.name],
    [`/v1/applications?q=${encodeURIComponent(application.name)}`, application.name],
    ['/v1/identity-providers', provider.name],
    [`/v1/tokens?q=${encodeURIComponent(token.description)}`, token.description],
  ];
  for (const [path, hidden] of oneInEvery(3, empty)) {
    await page.goto(path);
    await waitUntilSettled(page);
    await expect(page.getByRole('main').getByRole('link', { name: hidden }), path).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: hidden }), path).toHaveCount(0);
  }
});

/** A misspelled call would also be answered as if the item did not exist. */
function isInContract(pattern: string): boolean {
  const [method, url = ''] = pattern.split(' ', 2);
  const [path = ''] = url.split('?', 1);
  return authenticationEndpoints.some(
    (endpoint) =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

/** Makes calls with the session of the page. */
async function callsOf(page: Page): Promise<Calls> {
  const token = await page.evaluate(() => localStorage.getItem('auth'));
  return callsWith(page.request, { Authorization: `Bearer ${token}` });
}

test('no call gives an administrator access to data of another unit, and each responds as if it did not exist', async ({
  page,
  request,
}) => {
  const master = await callsAs(request);
  const { user, unit, application, token, provider } = await createItemsOfOtherUnit(
    master,
    'Another provider of Operations',
  );
  const state = async () => [
    await bodyOf(master(`GET /v1/users/${user.id}`)),
    await bodyOf(master(`GET /v1/organizational-units/${unit.id}`)),
    await bodyOf(master(`GET /v1/applications/${application.id}`)),
    await bodyOf(master(`GET /v1/applications/${application.id}/tokens`)),
    await bodyOf(master(`GET /v1/identity-providers/${provider.id}`)),
  ];
  const before = await state();
  await startSession(page, 'admin@example.org');
  await page.goto('/');
  const call = await callsOf(page);
  const own = await bodyOf<{ id: string; organizationalUnits: Item[] }>(
    call('GET /v1/users/current'),
  );
  const [engineering] = own.organizationalUnits;

  const calls: [call: string, id: string, data?: object][] = [
    ['GET /v1/users/ID', user.id],
    ['PATCH /v1/users/ID', user.id, { name: 'Taken over' }],
    ['PUT /v1/users/ID/status', user.id, { status: 'DISABLED' }],
    ['POST /v1/users/ID/offboarding', user.id],
    ['POST /v1/users/ID/password-reset', user.id],
    ['PUT /v1/users/ID/roles?role=ORG_ADMIN', user.id],
    ['DELETE /v1/users/ID/roles?role=USER', user.id],
    ['GET /v1/users/ID/sessions', user.id],
    ['DELETE /v1/users/ID/sessions', user.id],
    ['GET /v1/users/ID/identities', user.id],
    ['GET /v1/users/ID/factors', user.id],
    ['DELETE /v1/users/ID/factors', user.id],
    [`PUT /v1/users/ID/organizational-unit?organizationalUnitId=${engineering?.id}`, user.id],
    [`PUT /v1/users/${own.id}/organizational-unit?organizationalUnitId=ID`, unit.id],
    ['GET /v1/organizational-units/ID', unit.id],
    ['PUT /v1/organizational-units/ID', unit.id, { name: 'Taken over' }],
    ['DELETE /v1/organizational-units/ID', unit.id],
    ['GET /v1/organizational-units/ID/users', unit.id],
    ['PUT /v1/organizational-units/ID/roles?role=ORG_ADMIN', unit.id],
    ['POST /v1/organizational-units?name=Below&parentId=ID', unit.id],
    ['GET /v1/applications/ID', application.id],
    ['PATCH /v1/applications/ID', application.id, { name: 'Taken over' }],
    ['DELETE /v1/applications/ID', application.id],
    ['GET /v1/applications/ID/tokens', application.id],
    ['POST /v1/applications/ID/tokens', application.id, { description: 'Taken over' }],
    [`DELETE /v1/applications/${application.id}/tokens/ID`, token.id],
    ['DELETE /v1/tokens/ID', token.id],
    ['GET /v1/identity-providers/ID', provider.id],
    ['PATCH /v1/identity-providers/ID', provider.id, { enabled: true }],
    ['DELETE /v1/identity-providers/ID', provider.id],
    ['POST /v1/identity-providers/ID/test', provider.id],
    ['POST /v1/identity-providers/ID/trial', provider.id],
  ];
  expect(calls.map(([pattern]) => pattern).filter((pattern) => !isInContract(pattern))).toEqual([]);
  const problems: string[] = [];
  for (const [pattern, id, data] of calls) {
    const foreign = await call(pattern.replace('ID', id), data);
    const missing = await call(pattern.replace('ID', missingId), data);
    const errorOf = ({ body }: typeof foreign) => {
      const { code, message } = body as { code?: string; message?: string };
      return `${code} ${message?.replaceAll(/[0-9a-f-]{36}/g, '…')}`;
    };
    if (foreign.status !== 404) problems.push(`${pattern}: ${foreign.status}`);
    else if (missing.status !== 404 || errorOf(foreign) !== errorOf(missing))
      problems.push(`${pattern}: ${errorOf(foreign)}, but for a missing one ${errorOf(missing)}`);
  }
  expect(problems).toEqual([]);
  expect(await state()).toEqual(before);

  await test.step('the services respond the same without the proxy', async () => {
    const bearer = await page.evaluate(() => localStorage.getItem('auth'));
    const answer = await fetch(`${demoProgram.authenticationEndpoint}/v1/users/${user.id}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(answer.status).toBe(404);
  });
});
