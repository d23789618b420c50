// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { changeState } from '../../platform/api/state.ts';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { useMay } from './my-permissions.ts';
import { Permitted } from './Permitted.tsx';

function May() {
  const mayWrite = useMay('users:write');
  return <p>{mayWrite ? 'may' : 'may not'}</p>;
}

function Form({ mayChange }: { mayChange?: boolean }) {
  return (
    <Permitted permission="users:write" mayChange={mayChange}>
      <p>form</p>
    </Permitted>
  );
}

async function open(roles: string[], answer: Answer, isGlobalMaster = false, page = May) {
  localStorage.setItem('auth', accessTokenOf({ roles }));
  changeState({ isGlobalMaster });
  const net = fakeServer(({ url }) => (url.includes('/roles') ? answer : { body: {} }));
  await renderAt('/v1/users', page);
  await expect.poll(() => net.lines().some((line) => line.includes('/roles'))).toBe(true);
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

it('shows a form only to users who may save it, and ways out to others', async () => {
  await open(['GLOBAL_MASTER'], roles, true, () => <Form />);
  expect(screen.getByText('form')).toBeTruthy();
  cleanup();
  await open(['AUDITOR'], roles, false, () => <Form />);
  expect(await screen.findByText('Access denied')).toBeTruthy();
  expect(screen.queryByText('form')).toBeNull();
  expect(screen.getByRole('link', { name: 'Home' })).toBeTruthy();
  cleanup();
  await open(['GLOBAL_MASTER'], roles, true, () => <Form mayChange={false} />);
  expect(screen.getByText('Access denied')).toBeTruthy();
});

it('shows a form to everyone when the service does not list permissions', async () => {
  await open(['USER'], { body: ['GLOBAL_MASTER', 'USER'] }, false, () => <Form />);
  expect(screen.getByText('form')).toBeTruthy();
});
