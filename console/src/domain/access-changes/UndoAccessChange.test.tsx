// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { accessTokenOf, fakeServer } from '../../platform/api/testing/fake-server.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { UndoAccessChange } from './UndoAccessChange.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('offers to take back only the roles that one may grant', async () => {
  localStorage.setItem('auth', accessTokenOf({ roles: ['UNIT_ADMIN'] }));
  const role = (name: string, permission: string, mayGrant: boolean) => ({
    name,
    permissions: [permission],
    mayGrant,
  });
  const roles = [
    role('UNIT_ADMIN', 'users:write', true),
    role('AUDITOR', 'events:read', false),
    role('SUPPORT', 'users:write', true),
  ];
  fakeServer(({ url }) =>
    url.includes('/v1/roles')
      ? { body: { data: roles, hasMore: false, nextCursor: null } }
      : { body: { id: 'u1', name: 'Ada', roles: ['AUDITOR', 'SUPPORT'], mayChange: true } },
  );
  const added = (name: string) => (
    <section aria-label={name}>
      <UndoAccessChange
        explains
        event={{
          id: name,
          seq: 1,
          at: '2026-03-01T12:00:00.000000Z',
          action: 'user.roleAdded',
          actor: { id: 'a1', name: 'Mira Master' },
          subject: 'user/u1',
          subjectName: 'Ada',
          before: { roles: [] },
          after: { roles: [name] },
          address: null,
          requestId: null,
          credential: null,
        }}
      />
    </section>
  );
  await renderAt('/', () => (
    <>
      {added('AUDITOR')}
      {added('SUPPORT')}
    </>
  ));
  const offered = await screen.findAllByRole('button', { name: 'Undo' });
  expect(screen.getByText('Only someone who may grant Auditor can undo this.')).toBeTruthy();
  expect(offered.map((button) => button.closest('section')?.getAttribute('aria-label'))).toEqual([
    'SUPPORT',
  ]);
});
