import { useRouter } from '@tanstack/react-router';
import {
  deleteOrganizationalUnit,
  type OrganizationalUnit,
} from '@annals/contracts/organizational-units';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../shared/confirm/ConfirmDialog.tsx';
import { showToast } from '../../shared/feedback/toasts.ts';
import { pathTo } from '../../shared/links.ts';
import { invalidateUsers } from '../../shared/users/invalidate-users.ts';
import { useUnitTexts } from './units.texts.ts';

interface RemoveUnitProps {
  unit: OrganizationalUnit;
  onClose: () => void;
}

export function RemoveUnit({ unit, onClose }: RemoveUnitProps) {
  const t = useUnitTexts();
  const router = useRouter();
  const name = unit.name ?? unit.id;
  return (
    <ConfirmDialog
      title={t.removeTitle(name)}
      question={t.removeQuestion}
      confirm={t.remove}
      failed={t.notRemoved}
      danger
      act={() => call(deleteOrganizationalUnit, { params: { organizationalUnitId: unit.id } })}
      onDone={() => {
        showToast({ message: t.removed(name) });
        router.history.push(pathTo('v1-organizational-units'));
        void invalidateUsers();
      }}
      onClose={onClose}
    />
  );
}
