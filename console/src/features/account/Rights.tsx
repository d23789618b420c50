import { useQuery } from '@tanstack/react-query';
import type { User } from '@annals/contracts/user';
import { useAppState } from '../../api/state.ts';
import { shortenId } from '../../shared/ids/shorten-id.ts';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { PermissionWords } from '../../shared/permissions/PermissionWords.tsx';
import { useRoleWords } from '../../shared/permissions/role-words.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { wordFor } from '../../shared/states/word-for.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import classes from './account.module.css';
import { accountQuery, ownPartitionsQuery } from './account.queries.ts';
import { useAccountTexts } from './account.texts.ts';

/** What one may do and why: roles, units, partitions. */
export function Rights() {
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
  return (
    <QueryPanel title={t.roles} query={useQuery(accountQuery())}>
      {({ roles = [], roleGrants = [] }) =>
        roles.length === 0 ? (
          <p className={classes.quiet}>{t.noRoles}</p>
        ) : (
          <ul className={classes.entries}>
            {roles.map((role) => (
              <HeldRole
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

function HeldRole({ name, grants }: { name: string; grants: readonly Grant[] }) {
  const t = useAccountTexts();
  const wordsOf = useRoleWords();
  const known = useQuery(rolesQuery()).data?.data.find((role) => role.name === name);
  const words = wordsOf(known ?? { name });
  return (
    <li className={classes.role}>
      <div className={classes.name}>{words.name}</div>
      {words.description !== undefined && <p className={classes.plain}>{words.description}</p>}
      {grants.map((grant) => (
        <GrantLine key={grant.organizationalUnit?.id ?? ''} grant={grant} />
      ))}
      {known?.permissions && (
        <details className={classes.more}>
          <summary>{t.whatItAllows}</summary>
          <PermissionWords permissions={known.permissions} ownUnitsOnly={known.reach === 'unit'} />
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
      {unit ? t.through(unit.name ?? shortenId(unit.id)) : t.direct}
      {grantedDate !== undefined && (
        <>
          {' '}
          {t.since} <Moment value={grantedDate} absolute />
        </>
      )}
      {grantedBy && ` ${t.by(grantedBy.name ?? shortenId(grantedBy.id))}`}
    </div>
  );
}

interface GrantLineProps {
  grant: Grant;
}

function Units() {
  const t = useAccountTexts();
  const isMaster = useAppState((state) => state.isGlobalMaster);
  return (
    <QueryPanel title={t.units} query={useQuery(accountQuery())} lines={2}>
      {({ organizationalUnits: units = [] }) =>
        units.length === 0 ? (
          <p className={classes.quiet}>{t.noUnits}</p>
        ) : (
          <ul className={classes.lines}>
            {units.map(({ id, name = shortenId(id), assignedDate }) => (
              <li key={id} className={classes.line}>
                {isMaster ? (
                  <PathLink to={pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id })}>
                    {name}
                  </PathLink>
                ) : (
                  <span>{name}</span>
                )}
                {assignedDate !== undefined && (
                  <span className={classes.quiet}>
                    {t.since} <Moment value={assignedDate} absolute />
                  </span>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </QueryPanel>
  );
}

function Partitions() {
  const t = useAccountTexts();
  return (
    <QueryPanel title={t.partitions} query={useQuery(ownPartitionsQuery())} lines={3}>
      {({ data, hasMore }) => (
        <div className={classes.stack}>
          {data.length === 0 && <p className={classes.quiet}>{t.noPartitions}</p>}
          {data.length > 0 && (
            <ul className={classes.lines}>
              {data.map(({ id, partitionName, role }) => (
                <li key={id} className={classes.line}>
                  <PathLink to={pathTo('v1-partitions-partitionId', { partitionId: id })}>
                    {partitionName ?? shortenId(id)}
                  </PathLink>
                  {role !== undefined && (
                    <span className={classes.quiet}>
                      {role === null ? t.byPermission : wordFor(t.memberRoles, role)}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {hasMore && <PathLink to={pathTo('v1-partitions')}>{t.allPartitions}</PathLink>}
        </div>
      )}
    </QueryPanel>
  );
}
