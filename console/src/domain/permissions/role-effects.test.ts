// @vitest-environment node
import { expect, it } from 'vitest';
import type { Role } from '../../platform/api/things.ts';
import { roleEffects } from './role-effects.ts';

const roles: Role[] = [
  { name: 'AUDITOR', permissions: ['users:read', 'events:read', 'partitions:read-all'] },
  { name: 'READER', permissions: ['partitions:read-all'] },
  { name: 'UNIT', permissions: ['users:read'], scope: 'unit' },
  { name: 'PLAIN', permissions: [] },
  { name: 'SILENT' },
];
const gain = (gained: string[], remaining: string[] = []) =>
  roleEffects(roles, { gained, lost: [], remaining }).gains;
const lose = (lost: string[], remaining: string[] = []) =>
  roleEffects(roles, { gained: [], lost, remaining }).losses;

it('lists the permissions gained with a role, data permissions first', () => {
  expect(gain(['AUDITOR'])).toEqual([
    {
      role: 'AUDITOR',
      permissions: ['partitions:read-all', 'users:read', 'events:read'],
      ownUnitsOnly: false,
      isCovered: false,
      isWhole: false,
    },
  ]);
});

it('omits permissions that another role already grants', () => {
  expect(gain(['AUDITOR'], ['READER'])[0]?.permissions).toEqual(['users:read', 'events:read']);
  expect(lose(['AUDITOR'], ['READER'])[0]?.permissions).toEqual(['users:read', 'events:read']);
  expect(lose(['READER'], ['AUDITOR'])[0]).toMatchObject({ permissions: [], isCovered: true });
  // A permission that both roles grant counts once.
  expect(gain(['READER', 'AUDITOR']).map(({ permissions }) => permissions?.length)).toEqual([1, 2]);
});

it('treats a permission everywhere as more than in the user’s units', () => {
  expect(gain(['AUDITOR'], ['UNIT'])[0]?.permissions).toContain('users:read');
  expect(gain(['UNIT'], ['AUDITOR'])[0]).toMatchObject({ isCovered: true, ownUnitsOnly: true });
});

it('distinguishes a role without permissions from one with unknown permissions', () => {
  expect(gain(['PLAIN'])[0]).toMatchObject({ permissions: [], isCovered: false });
  expect(gain(['SILENT'])[0]?.permissions).toBeUndefined();
});
