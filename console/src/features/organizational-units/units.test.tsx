// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { setLanguage } from '../../platform/texts.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { NewUnitPage } from './NewUnitPage.tsx';
import { UnassignMembers } from './UnassignMembers.tsx';
import { UnitRoles } from './UnitRoles.tsx';
import { UnitsPage } from './UnitsPage.tsx';

const unit = { id: '0190aaaa-0000-7000-8000-000000000001', name: 'Acme', roles: ['USER', 'OLD'] };
const page = (data: unknown[]) => ({ data, hasMore: false, nextCursor: null });
const closed = vi.fn<() => void>();

function serve(over: (request: ProxyRequest) => Answer | undefined = () => undefined) {
  localStorage.setItem('auth', accessTokenOf({ roles: ['GLOBAL_MASTER'] }));
  return fakeServer((request) => {
    const special = over(request);
    if (special) return special;
    if (request.url.includes('/v1/roles') && request.method === 'GET')
      return {
        body: page([
          { name: 'GLOBAL_MASTER', permissions: ['organizational-units:write'] },
          ...['AUDITOR', 'OLD', 'USER'].map((name) => ({ name, permissions: [] })),
        ]),
      };
    if (request.url.startsWith('/v1/organizational-units?') && request.method === 'GET')
      return { body: page([unit]) };
    return { body: unit };
  });
}
const writes = (lines: string[]) => lines.filter((line) => !line.startsWith('GET '));

/** Typing key by key is slow in a form of this size. */
async function paste(user: UserEvent, into: HTMLElement, text: string) {
  await user.click(into);
  await user.paste(text);
}

beforeEach(() => {
  setLanguage('en');
  closed.mockReset();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The dialog for the roles, and a background refetch that returns one more. */
function UnitReadAnew() {
  const [read, setRead] = useState(unit);
  return (
    <>
      <button type="button" onClick={() => setRead({ ...unit, roles: [...unit.roles, 'THEIRS'] })}>
        Read anew
      </button>
      <UnitRoles unit={read} onClose={closed} />
    </>
  );
}

it('sends only the changed roles of a unit, and shows the effects', async () => {
  const net = serve();
  const { user } = await renderAt('/', () => <UnitReadAnew />);
  const auditor = await screen.findByRole('checkbox', { name: /Auditor/ });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Global master/ }).disabled).toBe(
    true,
  );
  await user.click(auditor);
  await user.click(screen.getByRole('checkbox', { name: /OLD/ }));
  const effects = screen.getByRole('list', { name: 'What changes' });
  expect(effects.textContent).toContain('Gains Auditor');
  fireEvent.click(screen.getByText('Read anew'));
  expect(effects.textContent).toContain('Loses OLD');
  expect(effects.textContent).not.toContain('THEIRS');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(writes(net.lines())).toEqual([
    `PUT /v1/organizational-units/${unit.id}/roles?role=AUDITOR`,
    `DELETE /v1/organizational-units/${unit.id}/roles?role=OLD`,
  ]);
});

it('shows a link to Home and no search if the service denies access to the units', async () => {
  const message = 'Ask an administrator for access.';
  serve(({ url }) =>
    url.startsWith('/v1/organizational-units?')
      ? { status: 403, body: { error: 'Forbidden', message } }
      : undefined,
  );
  await renderAt('/v1/organizational-units', () => <UnitsPage />);
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Home' })).toBeTruthy();
});

it('creates a unit below the parent in the address', async () => {
  const net = serve();
  const { user, router } = await renderAt(`/?parentId=${unit.id}`, () => <NewUnitPage />);
  await paste(user, await screen.findByRole('textbox', { name: /Name/ }), 'Sales');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Parent unit' }).value).toBe(
    'Acme',
  );
  await user.click(screen.getByRole('button', { name: 'Create unit' }));
  await waitFor(() => expect(router.state.location.pathname).toContain(unit.id));
  expect(writes(net.lines())[0]).toBe(
    `POST /v1/organizational-units?name=Sales&parentId=${unit.id}`,
  );
});

it('does not create a unit twice if only the second request fails', async () => {
  const made = { id: '0190aaaa-0000-7000-8000-000000000002', name: 'Sales', parentId: null };
  let refusals = 0;
  const net = serve(({ method }) => {
    if (method === 'POST') return { status: 201, body: made };
    if (method !== 'PUT') return undefined;
    refusals += 1;
    if (refusals > 1) return { body: made };
    const message = 'acme.example belongs to another organizational unit.';
    return { status: 409, body: { error: message, code: 'domain_taken', message } };
  });
  const { user, router } = await renderAt('/', () => <NewUnitPage />);
  await paste(user, await screen.findByRole('textbox', { name: /Name/ }), 'Sales');
  const domains = screen.getByRole('textbox', { name: 'Email domains' });
  await paste(user, domains, 'acme.example');
  await user.click(screen.getByRole('button', { name: 'Create unit' }));
  expect(await screen.findByText(/belongs to another/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(domains));
  await user.clear(domains);
  await paste(user, domains, 'sales.example');
  await user.click(screen.getByRole('button', { name: 'Create unit' }));
  await waitFor(() => expect(router.state.location.pathname).toContain(made.id));
  expect(writes(net.lines()).map((line) => line.split(' ')[0])).toEqual(['POST', 'PUT', 'PUT']);
});

it('removes members after confirmation, with a result for each', async () => {
  const members = [
    { id: '0190aaaa-0000-7000-8000-000000000003', name: 'Ada' },
    { id: '0190aaaa-0000-7000-8000-000000000004', name: 'Bob' },
  ];
  const net = serve(({ method, url }) =>
    method === 'PUT' && url.includes(members[1]?.id ?? '')
      ? { status: 403, body: { error: 'Forbidden', message: 'Bob stays.' } }
      : undefined,
  );
  const { user } = await renderAt('/', () => (
    <UnassignMembers unit={unit} members={members} clear={closed} onClose={closed} />
  ));
  const asked = await screen.findByRole('dialog', { name: 'Remove 2 users from Acme?' });
  await user.click(within(asked).getByRole('button', { name: 'Remove from unit' }));
  const results = await screen.findByRole('dialog', { name: 'Removing members' });
  expect(await within(results).findByText('Bob stays.')).toBeTruthy();
  expect(closed).not.toHaveBeenCalled();
  expect(writes(net.lines())).toHaveLength(2);
});
