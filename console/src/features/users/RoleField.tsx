import { NativeSelect } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { Role } from '../../platform/api/things.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { useBulkUserTexts } from './bulk-users.texts.ts';

interface RoleFieldProps extends Omit<ComponentProps<typeof NativeSelect>, 'data'> {
  roles: readonly Role[];
  /** Whether the role is granted, not revoked. */
  adds: boolean;
}

/** The role to grant to, or to revoke from, one user or many. */
export function RoleField({ roles, adds, ...field }: RoleFieldProps) {
  const t = useBulkUserTexts();
  const labelsOf = useRoleLabels();
  return (
    <NativeSelect
      label={t.role}
      {...(!adds && { description: t.removeRoleHint })}
      data-autofocus
      data={[
        { value: '', label: t.chooseRole },
        ...roles
          .filter(({ mayGrant }) => mayGrant !== false)
          .map((role) => ({ value: role.name, label: labelsOf(role).name })),
      ]}
      {...field}
    />
  );
}
