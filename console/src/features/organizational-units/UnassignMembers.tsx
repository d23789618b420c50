import { useRef } from 'react';
import type { OrganizationalUnit } from '@annals/contracts/organizational-units';
import { unassignUserFromUnit, type User } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { oneByOne } from '../../shared/bulk/bulk-result.ts';
import { BulkResults } from '../../shared/bulk/BulkResults.tsx';
import { useBulk } from '../../shared/bulk/useBulk.ts';
import { ConfirmDialog } from '../../shared/confirm/ConfirmDialog.tsx';
import { personName } from '../../shared/ids/display-names.ts';
import { invalidateUsers } from '../../shared/users/invalidate-users.ts';
import { useUnitTexts } from './units.texts.ts';

interface UnassignMembersProps {
  unit: OrganizationalUnit;
  members: readonly User[];
  clear: () => void;
  onClose: () => void;
}

/** Removes users from a unit after confirmation, with a result for each. */
export function UnassignMembers({ unit, members, clear, onClose }: UnassignMembersProps) {
  const t = useUnitTexts();
  const bulk = useBulk<User>();
  const started = useRef(false);
  const nameOf = (user: User) => personName(user) ?? user.id;
  if (bulk.run)
    return (
      <BulkResults
        bulk={bulk}
        filename="unassigned-members"
        onClose={() => {
          clear();
          void invalidateUsers();
          onClose();
        }}
      />
    );
  return (
    <ConfirmDialog
      title={t.unassignTitle(members.length, unit.name ?? t.unit)}
      question={t.unassignQuestion}
      touches={members.map(nameOf)}
      confirm={t.unassign}
      failed={t.notUnassigned}
      danger
      act={async () => undefined}
      onDone={() => {
        started.current = true;
        bulk.start({
          title: t.unassigning,
          items: members,
          size: 1,
          name: nameOf,
          act: oneByOne((user) =>
            call(unassignUserFromUnit, {
              params: { userId: user.id },
              query: { organizationalUnitId: unit.id },
            }),
          ),
        });
      }}
      // The dialog closes itself on confirmation; the results replace it.
      onClose={() => started.current || onClose()}
    />
  );
}
