import { useQuery } from '@tanstack/react-query';
import type { Partition, User } from '../../platform/api/things.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { date } from '../../ui/list/columns.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useMayOpen } from '../../domain/permissions/may-open.ts';
import { PermissionList } from '../../domain/permissions/PermissionList.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { useStateTexts } from '../../ui/states/states.texts.ts';
import { SimpleTable, type TableColumn } from '../../ui/tables/SimpleTable.tsx';
import { Moment } from '../../platform/time/Moment.tsx';
import classes from './account.module.css';
import { accountQuery, ownPartitionsQuery } from './account.queries.ts';
import { useAccountTexts } from './account.texts.ts';

/** The user's own roles, units and partitions, with what they permit. */
export function MyPermissions() {
  return (
    <div className={classes.panels}>
      <Roles />
      <div className={classes.stack}>
        <Units />
        <Partitions />
      </div>
    </div>
  );
}

type Grant = NonNullable<User['roleGrants']>[number];

function Roles() {
  const t = useAccountTexts();
  const { noDetails } = useStateTexts();
  return (
    <QueryPanel title={t.roles} query={useQuery(accountQuery)}>
      {({ roles, roleGrants = [] }) =>
        roles === undefined || roles.length === 0 ? (
          <p className={classes.quiet}>{roles === undefined ? noDetails : t.noRoles}</p>
        ) : (
          <ul className={classes.entries}>
            {roles.map((role) => (
              <OwnRole
                key={role}
                name={role}
                grants={roleGrants.filter((grant) => grant.role === role)}
              />
            ))}
          </ul>
        )
      }
    </QueryPanel>
  );
}

function OwnRole({ name, grants }: { name: string; grants: readonly Grant[] }) {
  const t = useAccountTexts();
  const labelsOf = useRoleLabels();
  const definition = useQuery(rolesQuery()).data?.data.find((role) => role.name === name);
  const words = labelsOf(definition ?? { name });
  return (
    <li className={classes.role}>
      <div className={classes.name}>{words.name}</div>
      {words.description !== undefined && <p className={classes.plain}>{words.description}</p>}
      {grants.map((grant) => (
        <GrantLine key={grant.organizationalUnit?.id ?? ''} grant={grant} />
      ))}
      {definition?.permissions && (
        <details className={classes.more}>
          <summary aria-label={`${t.whatItAllows}: ${words.name}`}>{t.whatItAllows}</summary>
          <PermissionList
            permissions={definition.permissions}
            ownUnitsOnly={definition.scope === 'unit'}
          />
        </details>
      )}
    </li>
  );
}

function GrantLine({
  grant: { organizationalUnit: unit, grantedDate, grantedBy },
}: GrantLineProps) {
  const t = useAccountTexts();
  return (
    <div className={classes.grant}>
      {unit ? t.through(shownName(unit.name, unit.id)) : t.direct}
      {grantedDate !== undefined && (
        <>
          {' '}
          {t.since} <Moment value={grantedDate} absolute />
        </>
      )}
      {grantedBy && ` ${t.by(shownName(grantedBy.name, grantedBy.id))}`}
    </div>
  );
}

interface GrantLineProps {
  grant: Grant;
}

function Units() {
  const t = useAccountTexts();
  const { noDetails } = useStateTexts();
  const mayOpenUnit = useMayOpen()('v1-organizational-units-orgUnitId');
  return (
    <QueryPanel title={t.units} query={useQuery(accountQuery)} lines={2}>
      {({ organizationalUnits: units }) =>
        units === undefined || units.length === 0 ? (
          <p className={classes.quiet}>{units === undefined ? noDetails : t.noUnits}</p>
        ) : (
          <div className={classes.edgeless}>
            {' '}
            <SimpleTable
              label={t.units}
              columns={[
                {
                  id: 'unit',
                  header: t.unit,
                  names: true,
                  render: ({ id, name }) =>
                    mayOpenUnit ? (
                      <PathLink to={pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id })}>
                        {shownName(name, id)}
                      </PathLink>
                    ) : (
                      shownName(name, id)
                    ),
                },
                date<(typeof units)[number]>('assignedDate', t.unitSince, { align: 'end' }),
              ]}
              rows={units}
              rowKey={({ id }) => id}
              narrow
            />
          </div>
        )
      }
    </QueryPanel>
  );
}

function Partitions() {
  const t = useAccountTexts();
  const { noDetails } = useStateTexts();
  const roleColumn: TableColumn<Partition> = {
    id: 'role',
    header: t.role,
    render: ({ role }) =>
      role !== undefined && (role === null ? t.byPermission : labelFor(t.memberRoles, role)),
    align: 'end',
  };
  return (
    <QueryPanel title={t.partitions} query={useQuery(ownPartitionsQuery)} lines={3}>
      {({ data, hasMore, unknown }) => (
        <div className={classes.stack}>
          {data.length === 0 && (
            <p className={classes.quiet}>{unknown || hasMore ? noDetails : t.noPartitions}</p>
          )}
          {data.length > 0 && (
            <div className={classes.edgeless}>
              {' '}
              <SimpleTable
                label={t.partitions}
                columns={[
                  {
                    id: 'partition',
                    header: t.partition,
                    names: true,
                    render: ({ id, partitionName }) => (
                      <PathLink to={pathTo('v1-partitions-partitionId', { partitionId: id })}>
                        {shownName(partitionName, id)}
                      </PathLink>
                    ),
                  },
                  // Without a column, unless the service says something about it.
                  ...(data.some(({ role }) => role !== undefined) ? [roleColumn] : []),
                ]}
                rows={data}
                rowKey={({ id }) => id}
                narrow
              />
            </div>
          )}
          {hasMore && <PathLink to={pathTo('v1-partitions')}>{t.allPartitions}</PathLink>}
        </div>
      )}
    </QueryPanel>
  );
}
