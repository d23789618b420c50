import { expect, it } from 'vitest';
import { bulkActions } from '@annals/contracts/user-administration';
import { accessChangeOf } from './bulk-users.ts';

it('returns the access change of each bulk action', () => {
  const what = { role: 'AUDITOR', organizationalUnitId: 'unit-1' };
  const changes = bulkActions.map((action) => {
    const { kind: _kind, id: _id, ...change } = accessChangeOf(action, what, 'user-1') ?? {};
    return [action, change];
  });
  expect(Object.fromEntries(changes)).toEqual({
    ENABLE: { disabled: false },
    DISABLE: { disabled: true },
    ADD_ROLE: { rolesAdded: ['AUDITOR'] },
    REMOVE_ROLE: { rolesRemoved: ['AUDITOR'] },
    ASSIGN_UNIT: { unitsAdded: [{ id: 'unit-1' }] },
    UNASSIGN_UNIT: { unitsRemoved: [{ id: 'unit-1' }] },
    RESEND_INVITATION: {},
    END_SESSIONS: {},
  });
});
