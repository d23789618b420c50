// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { changeState } from '../../api/state.ts';
import { accessTokenOf, type Answer, fakeServer } from '../../api/testing/fake-server.ts';
import { renderAt } from '../testing/render-at.tsx';
import { useMay } from './my-permissions.ts';

function May() {
  const mayWrite = useMay('users:write');
  return <p>{mayWrite ? 'may' : 'may not'}</p>;
}

async function open(roles: string[], answer: Answer, isGlobalMaster = false) {
  localStorage.setItem('auth', accessTokenOf({ roles }));
  changeState({ isGlobalMaster });
  const net = fakeServer(({ url }) => (url.includes('/roles') ? answer : { body: {} }));
  await renderAt('/', May);
  await vi.waitFor(() => expect(net.lines().some((line) => line.includes('/roles'))).toBe(true));
}
const roles = {
  body: [
    { name: 'GLOBAL_MASTER', permissions: ['users:read', 'users:write'] },
    { name: 'AUDITOR', permissions: ['users:read'] },
  ],
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  changeState({ isGlobalMaster: false });
  vi.unstubAllGlobals();
});

it('allows what one of the user’s roles allows', async () => {
  await open(['AUDITOR', 'GLOBAL_MASTER'], roles);
  expect(await screen.findByText('may')).toBeTruthy();
});

it('denies what only other roles allow, even if isGlobalMaster is set', async () => {
  await open(['AUDITOR'], roles, true);
  expect(await screen.findByText('may not')).toBeTruthy();
});

it('relies on the master role when the service does not list permissions', async () => {
  await open(['GLOBAL_MASTER'], { status: 404, body: { error: 'Not found' } }, true);
  expect(await screen.findByText('may')).toBeTruthy();
  cleanup();
  await open(['GLOBAL_MASTER'], { body: ['GLOBAL_MASTER', 'USER'] }, true);
  expect(await screen.findByText('may')).toBeTruthy();
  cleanup();
  await open(['USER'], { body: ['GLOBAL_MASTER', 'USER'] });
  expect(await screen.findByText('may not')).toBeTruthy();
});
