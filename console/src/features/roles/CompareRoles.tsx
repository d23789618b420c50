import { Checkbox, NativeSelect } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { permissions } from '@annals/contracts/permissions';
import type { Role } from '../../platform/api/things.ts';
import { usePageLocation } from '../../platform/page-location.ts';
import { oneOf } from '../../platform/search.ts';
import { labelFor } from '../../ui/states/label-for.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import { usePermissionTexts } from '../../domain/permissions/permissions.texts.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import classes from './Roles.module.css';
import { useRoleTexts } from './roles.texts.ts';

/** What two roles grant, side by side. The choice is in the URL. */
export function CompareRoles() {
  const t = useRoleTexts();
  return (
    <QueryPanel title={t.compare} query={useQuery(rolesQuery())} lines={6}>
      {({ data }) => <Comparison roles={data.filter(({ permissions: held }) => held)} />}
    </QueryPanel>
  );
}

function Comparison({ roles }: { roles: readonly Role[] }) {
  const t = useRoleTexts();
  const labelsOf = useRoleLabels();
  const router = useRouter();
  const { search } = usePageLocation();
  const findRole = (name: string | undefined) => roles.find((role) => role.name === name);
  const left = findRole(oneOf(search['left'])) ?? roles[0];
  const right =
    findRole(oneOf(search['right'])) ?? roles.find((role) => role.name !== left?.name) ?? left;
  const onlyDifferences = oneOf(search['all']) === undefined;
  if (!left || !right) return <p className={classes.quiet}>{t.noRoles}</p>;
  const change = (changed: Record<string, string | undefined>) =>
    void router.navigate({
      to: '.',
      search: { ...search, left: left.name, right: right.name, ...changed },
      replace: true,
      resetScroll: false,
    });
  const choices = roles.map((role) => ({ value: role.name, label: labelsOf(role).name }));
  return (
    <div className={classes.comparison}>
      <div className={classes.choice}>
        <NativeSelect
          label={t.firstRole}
          data={choices}
          value={left.name}
          onChange={({ currentTarget }) => change({ left: currentTarget.value })}
        />
        <NativeSelect
          label={t.secondRole}
          data={choices}
          value={right.name}
          onChange={({ currentTarget }) => change({ right: currentTarget.value })}
        />
        <Checkbox
          label={t.onlyDifferences}
          checked={onlyDifferences}
          onChange={({ currentTarget }) => change({ all: currentTarget.checked ? undefined : '1' })}
        />
      </div>
      <Differences left={left} right={right} onlyDifferences={onlyDifferences} />
    </div>
  );
}

interface DifferencesProps {
  left: Role;
  right: Role;
  onlyDifferences: boolean;
}

function Differences({ left, right, onlyDifferences }: DifferencesProps) {
  const t = useRoleTexts();
  const words = usePermissionTexts();
  const labelsOf = useRoleLabels();
  // Those that this console does not know are compared too.
  const all = [
    ...new Set<string>([...permissions, ...(left.permissions ?? []), ...(right.permissions ?? [])]),
  ];
  const held = all.filter((each) => extentOf(left, each) || extentOf(right, each));
  const rows = onlyDifferences
    ? held.filter((each) => extentOf(left, each) !== extentOf(right, each))
    : held;
  const column = (id: string, role: Role) => ({
    id,
    header: labelsOf(role).name,
    render: (permission: string) => {
      const extent = extentOf(role, permission);
      if (extent === undefined) return undefined;
      return (
        <span className={classes.granted}>
          <IconCheck size={16} stroke={2} aria-hidden />
          {extent === 'unit' ? t.inUnits : t.everywhere}
        </span>
      );
    },
    width: '26%',
  });
  return (
    <SimpleTable
      label={t.comparison(labelsOf(left).name, labelsOf(right).name)}
      columns={[
        {
          id: 'permission',
          header: t.permission,
          names: true,
          render: (permission: string) => labelFor(words.permissions, permission),
        },
        column('left', left),
        column('right', right),
      ]}
      rows={rows}
      rowKey={(permission) => permission}
      none={left.name === right.name ? t.sameRole : t.noDifference}
    />
  );
}

/** How far a role grants a permission; undefined if it does not. */
function extentOf({ permissions: held, scope }: Role, permission: string) {
  return held?.includes(permission) ? (scope ?? 'all') : undefined;
}
