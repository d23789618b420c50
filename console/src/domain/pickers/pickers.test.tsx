// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrganizationalUnit, User } from '../../platform/api/things.ts';
import { queryClient } from '../../platform/api/query.ts';
import { fakeServer } from '../../platform/api/testing/fake-server.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { PickMany } from './PickMany.tsx';
import { RolePicker } from './RolePicker.tsx';
import { UnitPicker } from './UnitPicker.tsx';
import { UserPicker } from './UserPicker.tsx';

const ada = { id: 'u1', name: 'Ada', email: 'ada@example.org' };
const adam = { id: 'u2', name: 'Adam', email: 'adam@example.org' };
const page = (data: unknown[]) => ({ body: { data, hasMore: false, nextCursor: null } });
const changed = vi.fn<(value: unknown) => void>();

function server() {
  return fakeServer(({ url }) => {
    if (url.startsWith('/v1/users/forNameContaining/')) return page([ada, adam]);
    if (url.startsWith('/v1/organizational-units'))
      return page([
        { id: 'o3', name: 'Sales', path: [{ id: 'o1', name: 'Acme' }] },
        { id: 'o2', name: 'Birch' },
        { id: 'o1', name: 'Acme' },
      ]);
    if (url.startsWith('/authentication/v1/roles'))
      return page([
        { name: 'GLOBAL_MASTER', permissions: ['users:write'], mayGrant: false },
        { name: 'USER', permissions: [], mayGrant: true },
        { name: 'CURATOR', description: 'Keeps the collection', mayGrant: true },
      ]);
    return { body: {} };
  });
}

beforeEach(() => {
  localStorage.setItem('auth', 'token');
  changed.mockReset();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('UserPicker', () => {
  function Picked() {
    const [user, setUser] = useState<User | null>(null);
    return (
      <UserPicker
        label="Owner"
        value={user}
        onChange={(next) => {
          setUser(next);
          changed(next?.id);
        }}
      />
    );
  }

  it('searches as users type, works by keyboard, and can be cleared', async () => {
    const net = server();
    const { user } = await renderAt('/', Picked);
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Owner' });
    await user.click(field);
    expect(net.lines().filter((line) => line.includes('forNameContaining'))).toEqual([]);
    await user.keyboard('ad');
    const options = await screen.findAllByRole('option', { hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Adaada@example.org',
      'Adamadam@example.org',
    ]);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(changed).toHaveBeenLastCalledWith('u2');
    await waitFor(() => expect(field.value).toBe('Adam'));
    await user.click(screen.getByRole('button', { name: 'Clear: Owner' }));
    expect(changed).toHaveBeenLastCalledWith(undefined);
    expect(field.value).toBe('');
  });

  it('shows under the field why the search failed, with the request id, and retries', async () => {
    let isDown = true;
    const net = fakeServer(({ url }) =>
      url.startsWith('/v1/users/') && isDown
        ? {
            status: 400,
            headers: { 'x-request-id': 'r-1' },
            body: { error: 'Bad Request', message: 'This cannot be asked.' },
          }
        : page([ada, adam]),
    );
    const { user } = await renderAt('/', () => <Picked />);
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Owner' });
    await user.type(field, 'ad');
    // On a busy machine, the first letter alone may be requested before.
    await waitFor(() => expect(net.lines().at(-1)).toContain('/ad'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This cannot be asked.');
    expect(alert.textContent).toContain('r-1');
    expect(screen.queryByText('No results')).toBeNull();
    isDown = false;
    await user.tab();
    // The text and the error stay until the user presses the button.
    expect(field.value).toBe('ad');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(field);
    expect(await screen.findByRole('option', { name: /Adam/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('restores the selected user when typing ends without a choice', async () => {
    server();
    const { user } = await renderAt('/', () => (
      <UserPicker label="Owner" value={ada} onChange={changed} />
    ));
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Owner' });
    await user.type(field, 'x');
    expect(field.value).toBe('Adax');
    await user.tab();
    await waitFor(() => expect(field.value).toBe('Ada'));
    expect(changed).not.toHaveBeenCalled();
  });
});

describe('UnitPicker', () => {
  it('requests only the typed search, not the full list first', async () => {
    const net = server();
    await renderAt('/', () => <UnitPicker label="Unit" value={null} onChange={changed} />);
    const field = await screen.findByRole('combobox', { name: 'Unit' });
    fireEvent.change(field, { target: { value: 'birch' } });
    expect(screen.getByText('Searching…')).toBeTruthy();
    expect(await screen.findByRole('option', { name: /Birch/, hidden: true })).toBeTruthy();
    const asked = net.lines().filter((line) => line.includes('/v1/organizational-units'));
    expect(asked).toEqual([expect.stringContaining('name=birch')]);
  });

  it('shows units as a tree; each of several can be selected once', async () => {
    server();
    function Units() {
      const [units, setUnits] = useState<readonly Pick<OrganizationalUnit, 'id' | 'name'>[]>([]);
      return (
        <PickMany
          label="Units"
          value={units}
          onChange={setUnits}
          name={(unit) => unit.name ?? unit.id}
          picker={UnitPicker}
        />
      );
    }
    const { user } = await renderAt('/', Units);
    const field = await screen.findByRole('combobox', { name: 'Units' });
    const names = async () =>
      (await screen.findAllByRole('option', { hidden: true })).map((each) => each.textContent);
    await user.click(field);
    expect(await names()).toEqual(['Acme', 'SalesAcme', 'Birch']);
    await user.click((await screen.findAllByRole('option', { hidden: true }))[0] ?? field);
    await user.click(field);
    await waitFor(async () => expect(await names()).toEqual(['SalesAcme', 'Birch']));
    await user.click(screen.getByRole('button', { name: 'Remove Acme' }));
    expect(screen.queryByRole('button', { name: 'Remove Acme' })).toBeNull();
  });
});

describe('RolePicker', () => {
  const none = 'There are no roles.';
  const unsaid = 'The service does not report which roles exist.';

  it.each([
    ['an empty list', page([]), none],
    ['an empty array', { body: [] }, none],
    ['404', { status: 404, body: { error: 'Not Found' } }, unsaid],
    ['501', { status: 501, body: { error: 'Not Implemented' } }, unsaid],
    ['no content', { status: 204 }, unsaid],
    ['null', { body: null }, unsaid],
    ['another object', { body: { weather: 'fair' } }, unsaid],
  ])('says only what the service says: %s', async (_, answer, text) => {
    queryClient.clear();
    fakeServer(({ url }) => (url.startsWith('/authentication/v1/roles') ? answer : { body: {} }));
    await renderAt('/', () => <RolePicker label="Roles" value={[]} onChange={changed} />);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText(text === none ? unsaid : none)).toBeNull();
    queryClient.clear();
  });

  it('shows what each role allows, and why a role cannot be granted', async () => {
    server();
    const { user } = await renderAt('/', () => (
      <RolePicker label="Roles" value={['USER', 'GONE']} onChange={changed} />
    ));
    const master = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Global master/ });
    expect(master.disabled).toBe(true);
    const reason = document.getElementById(master.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('You can only grant permissions that you have yourself.');
    expect(screen.getByText('Invite and edit users')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: /CURATOR.*Keeps the collection/ }));
    expect(changed).toHaveBeenLastCalledWith(['USER', 'GONE', 'CURATOR']);
    await user.click(screen.getByRole('checkbox', { name: /GONE/ }));
    expect(changed).toHaveBeenLastCalledWith(['USER']);
  });
});
