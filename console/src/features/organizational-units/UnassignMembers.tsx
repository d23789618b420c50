import { useRef } from 'react';
import { unassignUserFromUnit } from '@annals/contracts/users';
import type { OrganizationalUnit, User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import {
  reverseAccessChange,
  undoAccessChange,
} from '../../domain/access-changes/undo-access-change.ts';
import { oneByOne } from '../../ui/bulk/bulk-result.ts';
import { BulkResults } from '../../ui/bulk/BulkResults.tsx';
import { useBulk } from '../../ui/bulk/useBulk.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showUndo } from '../../ui/feedback/undo.ts';
import { shownPerson, visibleText } from '../../ui/ids/display-names.ts';
import { useRoleEffectTexts } from '../../domain/permissions/role-effects.texts.ts';
import { UnitEffects } from '../../domain/permissions/UnitEffects.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { useUnitTexts } from './units.texts.ts';

interface UnassignMembersProps {
  unit: OrganizationalUnit;
  members: readonly User[];
  clear: () => void;
  onClose: () => void;
}

const nameOf = (user: User): string => shownPerson(user);

/** Removes users from a unit after confirmation: one with a toast, several with a result for each. */
export function UnassignMembers({ unit, members, clear, onClose }: UnassignMembersProps) {
  const t = useUnitTexts();
  const effects = useRoleEffectTexts();
  const bulk = useBulk<User>();
  const started = useRef(false);
  const [first] = members;
  const one = members.length === 1 ? first : undefined;
  const unassign = (user: User) =>
    call(unassignUserFromUnit, {
      params: { userId: user.id },
      query: { organizationalUnitId: unit.id },
    });
  const end = () => {
    clear();
    void invalidateUsers();
    onClose();
  };
  if (bulk.run) return <BulkResults bulk={bulk} filename="unassigned-members" onClose={end} />;
  return (
    <ConfirmDialog
      title={t.unassignTitle(members.length, visibleText(unit.name) ?? t.unit)}
      question={
        <>
          <p>{t.unassignQuestion}</p>
          <UnitEffects units={[unit]} way="unassign" who={one ? undefined : effects.eachUser} />
        </>
      }
      touches={members.map(nameOf)}
      confirm={t.unassign}
      failed={t.notUnassigned}
      danger
      act={async () => {
        if (one) await unassign(one);
      }}
      onDone={() => {
        if (one) {
          showUndo(t.unassigned(nameOf(one), visibleText(unit.name) ?? t.unit), () =>
            undoAccessChange({ kind: 'user', id: one.id, unitsRemoved: [unit] }),
          );
          end();
          return;
        }
        started.current = true;
        bulk.start({
          title: t.unassigning,
          items: members,
          size: 1,
          name: nameOf,
          act: oneByOne(unassign),
          undo:
            ({ id }) =>
            () =>
              reverseAccessChange({ kind: 'user', id, unitsRemoved: [unit] }),
        });
      }}
      // The dialog closes itself on confirmation; the results replace it.
      onClose={() => started.current || onClose()}
    />
  );
}
