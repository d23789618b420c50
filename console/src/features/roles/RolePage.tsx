import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { createRole } from '@annals/contracts/roles';
import type { Role, User } from '../../platform/api/things.ts';
import { noSuchThing } from '../../platform/api/errors.ts';
import { pathTo } from '../../platform/links.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import type { ListColumn } from '../../ui/list/columns.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { FactsPanel } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { Offered } from '../../domain/permissions/Offered.tsx';
import { PermissionList } from '../../domain/permissions/PermissionList.tsx';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { personColumns } from '../../domain/users/person-columns.tsx';
import { grantsOf } from '../../domain/users/role-grants.ts';
import { RoleButtons } from './RoleButtons.tsx';
import classes from './Roles.module.css';
import { holdersList, unitsQuery, withRole } from './roles.queries.ts';
import { type RoleTexts, useRoleTexts } from './roles.texts.ts';

/** A role: what it grants, and who holds it. */
export function RolePage() {
  const t = useRoleTexts();
  return (
    <PageFrame
      name={t.role}
      parents={[{ name: t.roles, to: pathTo('roles') }]}
      absent={{ ...t, all: t.roles }}
    >
      <DefinedRole />
    </PageFrame>
  );
}

function DefinedRole() {
  const labelsOf = useRoleLabels();
  const router = useRouter();
  const { role: name } = useParams({ from: '/roles/$role' });
  const query = useSuspenseQuery(rolesQuery());
  const mayDefine = useMay('roles:write', createRole);
  const role = query.data.data.find((each) => each.name === name);
  if (!role) throw noSuchThing();
  return (
    <>
      <PageHeader
        title={labelsOf(role).name}
        query={query}
        action={
          mayDefine && (
            <RoleButtons role={role} onRemoved={() => router.history.push(pathTo('roles'))} />
          )
        }
      />
      <RoleDetails role={role} />
    </>
  );
}

function RoleDetails({ role }: { role: Role }) {
  const t = useRoleTexts();
  const { description } = useRoleLabels()(role);
  const mayReadUsers = useMay('users:read');
  const { permissions, scope, builtIn, secondFactorRequired } = role;
  return (
    <div className={classes.page}>
      <div className={classes.panels}>
        <FactsPanel
          title={t.role}
          facts={[
            [t.description, description],
            [t.name, <code key="name">{role.name}</code>],
            [t.kind, builtIn === undefined ? undefined : builtIn ? t.builtIn : t.own],
            [t.scope, scope && (scope === 'unit' ? t.scopeUnit : t.scopeAll)],
            [
              t.secondFactorName,
              secondFactorRequired === undefined
                ? undefined
                : secondFactorRequired
                  ? t.required
                  : t.notRequired,
            ],
          ]}
        />
        {permissions && (
          <Panel
            title={t.grants}
            action={
              <PathLink to={pathTo('roles', {}, { tab: 'compare', left: role.name })}>
                {t.compareWith}
              </PathLink>
            }
          >
            <PermissionList permissions={permissions} ownUnitsOnly={scope === 'unit'} />
          </Panel>
        )}
      </div>
      {mayReadUsers && (
        <Offered needs="authentication">
          <Holders role={role.name} />
        </Offered>
      )}
    </div>
  );
}

function Holders({ role }: { role: string }) {
  const t = useRoleTexts();
  const list = useListState(holdersList);
  const holders = useListQuery(holdersList.query(list.request, withRole(role)));
  const mayReadUnits = useMay('organizational-units:read');
  const units = useQuery({ ...unitsQuery(), enabled: mayReadUnits }).data?.data ?? [];
  const withIt = units.filter((unit) => unit.roles?.includes(role));
  const columns = useMemo(() => columnsOf(t, role), [t, role]);
  return (
    <div>
      <h2 className={classes.heading}>{t.holders}</h2>
      {withIt.length > 0 && (
        <p className={classes.units}>
          {t.throughUnits}{' '}
          {withIt.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <PathLink to={pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id })}>
                {shownName(name, id)}
              </PathLink>
            </span>
          ))}
        </p>
      )}
      <DataList
        list={list}
        query={holders}
        label={t.holders}
        columns={columns}
        search={t.search}
        rowId={(user) => user.id}
        rowPath={(user) => pathTo('v1-users-userId', { userId: user.id }, { tab: 'roles' })}
        none={{ title: t.noHolders, hint: t.noHoldersHint }}
      />
    </div>
  );
}

function columnsOf(t: RoleTexts, role: string): ListColumn<User>[] {
  const source = (user: User) =>
    [
      ...new Set(
        grantsOf(user, role).map(({ organizationalUnit: unit }) => {
          if (!unit) return t.direct;
          return unit.id === '' ? t.throughHiddenUnit : t.through(shownName(unit.name, unit.id));
        }),
      ),
    ].join(', ');
  return [
    ...personColumns({ name: t.person, email: t.email, status: t.status }, { status: '130px' }),
    { id: 'source', header: t.source, render: source, width: '24%' },
  ];
}
