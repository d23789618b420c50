// @vitest-environment node
import { expect, it } from 'vitest';
import type { AuditEvent, EventAction } from '@annals/contracts/events';
import type { MemberRole } from '@annals/contracts/permissions';
import {
  type AccessChange,
  accessChangeOf,
  isMemberChangeInEffect,
  isUserChangeInEffect,
} from './access-change.ts';

const at = '2026-03-01T12:00:00.000000Z';
const unit = { id: 'n1', name: 'North' };
const partition = { id: 'p1', name: 'Patients' };
const event = (
  action: EventAction,
  before: AuditEvent['before'],
  after: AuditEvent['after'],
  subject = 'user/u1',
): AuditEvent => ({
  id: 'e1',
  seq: 1,
  at,
  action,
  actor: null,
  subject,
  subjectName: null,
  before,
  after,
  address: null,
  requestId: null,
  credential: null,
});
const userChange = (...given: Parameters<typeof event>) => {
  const change = accessChangeOf(event(...given));
  if (change?.kind !== 'user') throw new Error('This changes the access of a user.');
  return change;
};

it('reads the access change from an event', () => {
  const changes: [AuditEvent, AccessChange | undefined][] = [
    [
      event('user.roleAdded', { roles: ['USER'] }, { roles: ['AUDITOR', 'USER'] }),
      { kind: 'user', id: 'u1', at, rolesAdded: ['AUDITOR'], rolesRemoved: [] },
    ],
    [
      event('user.unitUnassigned', { organizationalUnit: unit }, null),
      { kind: 'user', id: 'u1', at, unitsRemoved: [unit] },
    ],
    [
      event('unit.roleRemoved', { role: 'AUDITOR' }, null, 'unit/n1'),
      { kind: 'unit', id: 'n1', rolesAdded: [], rolesRemoved: ['AUDITOR'] },
    ],
    [
      event('role.changed', { permissions: [] }, { permissions: ['users:read'] }, 'role/KEEPER'),
      {
        kind: 'role',
        id: 'KEEPER',
        before: { permissions: [] },
        after: { permissions: ['users:read'] },
      },
    ],
    [
      event('member.added', null, { partition, userId: 'u1', role: 'READER' }, 'partition/p1'),
      { kind: 'member', id: 'u1', partition, before: null, after: 'READER', at },
    ],
    [
      event(
        'member.changed',
        { role: 'READER' },
        { partition, userId: 'u1', role: 'OWNER' },
        'partition/p1',
      ),
      { kind: 'member', id: 'u1', partition, before: 'READER', after: 'OWNER', at },
    ],
    [
      event('member.removed', { role: 'OWNER' }, { partition, userId: 'u1' }, 'partition/p1'),
      { kind: 'member', id: 'u1', partition, before: 'OWNER', after: null, at },
    ],
    [
      event(
        'token.created',
        null,
        { ownerId: 'a1', ownerKind: 'APPLICATION', description: 'backup' },
        'token/t1',
      ),
      {
        kind: 'token',
        id: 't1',
        owner: { kind: 'application', id: 'a1' },
        description: 'backup',
      },
    ],
    // A revoked token cannot be issued again.
    [event('token.revoked', { ownerId: 'u1', description: 'backup' }, null, 'token/t1'), undefined],
    // A role or a partition that the user cannot see.
    [
      event('member.added', null, { partition, userId: 'u1', role: 'PILOT' }, 'partition/p1'),
      undefined,
    ],
    [
      event('member.added', null, { partition: { id: '' }, userId: 'u1', role: 'READER' }),
      undefined,
    ],
    // A user who cannot see the unit cannot add anyone to it.
    [event('user.unitUnassigned', { organizationalUnit: { id: '' } }, null), undefined],
    // Accepting an invitation cannot be undone.
    [event('user.statusChanged', { status: 'INVITED' }, { status: 'ACTIVE' }), undefined],
    [event('password.changed', null, null), undefined],
  ];
  for (const [given, change] of changes) expect(accessChangeOf(given)).toEqual(change);
});

it('reads from an offboarding what can be restored and what cannot', () => {
  const change = userChange(
    'user.offboarded',
    { status: 'ACTIVE', roles: ['USER'], organizationalUnits: [unit, { id: '' }] },
    {
      status: 'DISABLED',
      endedSessions: 2,
      revokedTokens: [{ id: 't1', description: 'backup' }],
      unlinkedIdentities: [{ id: 'i1', identityProviderName: 'Acme' }],
      removedFactors: 1,
      invitationWithdrawn: false,
      successor: { id: 'u2', name: 'Uwe' },
      handedOverInvitations: 3,
    },
  );
  expect(change).toMatchObject({
    rolesRemoved: ['USER'],
    unitsRemoved: [unit],
    disabled: true,
    offboarded: {
      sessions: 2,
      tokens: ['backup'],
      identities: ['Acme'],
      factors: 1,
      invitation: false,
      handedOver: { to: 'Uwe', invitations: 3 },
    },
  });
});

it('a change is in effect until it is changed again', () => {
  const added = userChange('user.roleAdded', { roles: [] }, { roles: ['AUDITOR'] });
  const grant = { role: 'AUDITOR', organizationalUnit: null, grantedDate: at };
  const user = { id: 'u1', roles: ['AUDITOR'], roleGrants: [grant] };
  expect(isUserChangeInEffect(added, user)).toBe(true);
  expect(isUserChangeInEffect(added, { ...user, roles: [], roleGrants: [] })).toBe(false);
  // Removed and added again, so it is another change.
  const later = { ...grant, grantedDate: '2026-03-02T12:00:00Z' };
  expect(isUserChangeInEffect(added, { ...user, roleGrants: [later] })).toBe(false);
  // A grant through a unit is not a direct one.
  const through = { ...grant, organizationalUnit: unit };
  expect(isUserChangeInEffect(added, { ...user, roleGrants: [through] })).toBe(false);
  const disabled = userChange('user.statusChanged', { status: 'ACTIVE' }, { status: 'DISABLED' });
  expect(isUserChangeInEffect(disabled, { id: 'u1', status: 'DISABLED' })).toBe(true);
  expect(isUserChangeInEffect(disabled, { id: 'u1', status: 'LOCKED' })).toBe(false);
});

it('a membership is in effect until the role is another one, or the user was added again', () => {
  const change = (before: MemberRole | null, after: MemberRole | null) =>
    ({ kind: 'member', id: 'u1', partition, before, after, at }) as const;
  const held = (role: string, sinceDate: string) => [
    { kind: 'ROLE', grants: true, role: 'GLOBAL_MASTER' } as const,
    { kind: 'MEMBER', grants: true, role, sinceDate } as const,
  ];
  const before = '2026-03-01T11:59:59.990000Z';
  const later = '2026-03-02T12:00:00Z';
  const none = [{ kind: 'MEMBER', grants: false } as const];
  for (const [each, reasons, isInEffect] of [
    [change(null, 'READER'), held('READER', before), true],
    [change(null, 'READER'), held('OWNER', before), false],
    [change(null, 'READER'), held('READER', later), false],
    [change(null, 'READER'), none, false],
    [change('READER', 'OWNER'), held('OWNER', before), true],
    [change('READER', 'OWNER'), held('READER', before), false],
    [change('OWNER', null), none, true],
    [change('OWNER', null), held('READER', later), false],
  ] as const)
    expect([each, isMemberChangeInEffect(each, reasons)]).toEqual([each, isInEffect]);
});

it('is in effect as far as is known where a service of another vendor does not tell all', () => {
  const roles = { kind: 'user' as const, id: 'u1', rolesAdded: ['SAILOR'] };
  const units = { kind: 'user', id: 'u1', unitsAdded: [unit] } as const;
  const user = { id: 'u1', roles: ['PILOT'], organizationalUnits: [{ id: 'n2' }] };
  expect(isUserChangeInEffect(roles, user)).toBe(false);
  expect(isUserChangeInEffect(units, user)).toBe(false);
  expect(isUserChangeInEffect(roles, { id: 'u1' })).toBe(true);
  expect(isUserChangeInEffect(units, { id: 'u1' })).toBe(true);
  const more = { $more: { roles: [{ id: 9 }], organizationalUnits: [9] } };
  expect(isUserChangeInEffect(roles, { ...user, ...more })).toBe(true);
  expect(isUserChangeInEffect(units, { ...user, ...more })).toBe(true);
});
