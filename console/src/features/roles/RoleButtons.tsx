import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { deleteRole, listRoles } from '@annals/contracts/roles';
import type { Role } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import classes from './Roles.module.css';
import { useRoleTexts } from './roles.texts.ts';

const RoleEditor = lazyNamed(() => import('./RoleEditor.tsx'), 'RoleEditor');

interface RoleButtonsProps {
  role: Role;
  /** Called when the role is deleted. */
  onRemoved?: () => void;
}

/** Edits or deletes a role. One that grants more than the signed-in user holds has no buttons. */
export function RoleButtons({ role, onRemoved }: RoleButtonsProps) {
  const t = useRoleTexts();
  const [dialog, setDialog] = useState<'edit' | 'remove'>();
  const isHeld = (role.userCount ?? 0) > 0;
  if (role.mayGrant === false) return null;
  return (
    <div className={classes.buttons}>
      <Button
        size="xs"
        variant="default"
        aria-label={t.changeRole(role.name)}
        onClick={() => setDialog('edit')}
      >
        {t.change}
      </Button>
      {role.builtIn !== true && (
        <Button
          size="xs"
          variant="default"
          aria-label={t.removeRole(role.name)}
          disabled={isHeld}
          title={isHeld ? t.inUse : undefined}
          onClick={() => setDialog('remove')}
        >
          {t.remove}
        </Button>
      )}
      <Suspense>
        {dialog === 'edit' && <RoleEditor edited={role} onClose={() => setDialog(undefined)} />}
      </Suspense>
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t.removeTitle(role.name)}
          question={t.removeQuestion}
          confirm={t.remove}
          failed={t.notRemoved}
          danger
          act={() => call(deleteRole, { params: { role: role.name } }, { ifMatch: role.version })}
          onDone={() => {
            showToast({ message: t.removed(role.name) });
            void invalidateUsers(listRoles);
            onRemoved?.();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  );
}
