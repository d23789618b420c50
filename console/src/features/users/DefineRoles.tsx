import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { deleteRole, listRoles } from '@annals/contracts/roles';
import type { Role } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { PermissionList } from '../../domain/permissions/PermissionList.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import classes from './Roles.module.css';
import { useRoleTexts } from './roles.texts.ts';

const RoleEditor = lazyNamed(() => import('./RoleEditor.tsx'), 'RoleEditor');

/** Lists the roles, with actions to define, change and delete them. */
export function DefineRoles() {
  const t = useRoleTexts();
  const query = useQuery(rolesQuery());
  const [edited, setEdited] = useState<Role | 'new'>();
  const [removed, setRemoved] = useState<Role>();
  return (
    <>
      <QueryPanel
        title={t.define}
        query={query}
        flush
        lines={6}
        action={
          <Button size="xs" onClick={() => setEdited('new')}>
            {t.newRole}
          </Button>
        }
      >
        {({ data }) => (
          <>
            <p className={`${classes.quiet} ${classes.padded}`}>{t.defineHint}</p>
            <ul className={classes.list}>
              {data.map((role) => (
                <RoleEntry
                  key={role.name}
                  role={role}
                  onChange={() => setEdited(role)}
                  onRemove={() => setRemoved(role)}
                />
              ))}
            </ul>
          </>
        )}
      </QueryPanel>
      {edited && (
        <Suspense>
          <RoleEditor
            role={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      {removed && (
        <ConfirmDialog
          title={t.removeTitle(removed.name)}
          question={t.removeQuestion}
          confirm={t.remove}
          failed={t.notRemoved}
          danger
          act={() =>
            call(deleteRole, { params: { role: removed.name } }, { ifMatch: removed.version })
          }
          onDone={() => {
            showToast({ message: t.removed(removed.name) });
            void invalidateUsers(listRoles);
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

interface RoleEntryProps {
  role: Role;
  onChange: () => void;
  onRemove: () => void;
}

function RoleEntry({ role, onChange, onRemove }: RoleEntryProps) {
  const t = useRoleTexts();
  const { name, description } = useRoleLabels()(role);
  const { builtIn, userCount, secondFactorRequired, permissions } = role;
  // A role that grants more than the signed-in user holds is read-only.
  const mine = role.mayGrant !== false;
  return (
    <li className={classes.role}>
      <div className={classes.what}>
        <span>
          <span className={classes.name}>{name}</span>{' '}
          {name !== role.name && <code className={classes.code}>{role.name}</code>}
        </span>
        {description && <p className={classes.quiet}>{description}</p>}
        <span className={classes.facts}>
          {builtIn === true && <span>{t.builtIn}</span>}
          {userCount !== undefined && <span>{t.holders(userCount)}</span>}
          {secondFactorRequired === true && <span>{t.secondFactorShort}</span>}
        </span>
        {permissions && (
          <details className={classes.more}>
            <summary aria-label={`${t.permissions}: ${name}`}>{t.permissions}</summary>
            <PermissionList permissions={permissions} ownUnitsOnly={role.scope === 'unit'} />
          </details>
        )}
      </div>
      {mine && (
        <div className={classes.buttons}>
          <Button
            size="xs"
            variant="default"
            aria-label={t.changeRole(role.name)}
            onClick={onChange}
          >
            {t.change}
          </Button>
          {builtIn !== true && (
            <Button
              size="xs"
              variant="default"
              aria-label={t.removeRole(role.name)}
              disabled={(userCount ?? 0) > 0}
              title={(userCount ?? 0) > 0 ? t.inUse : undefined}
              onClick={onRemove}
            >
              {t.remove}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
