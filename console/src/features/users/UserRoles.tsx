import { useQuery } from '@tanstack/react-query';
import type { User } from '../../platform/api/things.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { PermissionList } from '../../domain/permissions/PermissionList.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { RoleSources } from './RoleSources.tsx';
import { grantsOf, hasUnreadRoles, rolesOfUser } from '../../domain/users/role-grants.ts';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';
import { rolesThenQuery } from './users.queries.ts';

interface UserRolesProps {
  user: User;
  mayChange: boolean;
  /** Without what each role allows, and how they are changed: the tab of the roles has both. */
  brief?: boolean;
}

/** The roles of a user with their sources and, if the service reports them, their permissions. */
export function UserRoles({ user, mayChange, brief = false }: UserRolesProps) {
  const t = useUserPageTexts();
  return (
    <Panel
      title={t.roles}
      action={
        mayChange &&
        !brief && (
          <PathLink to={pathTo('v1-users-userId-roles', { userId: user.id })}>
            {t.changeRoles}
          </PathLink>
        )
      }
    >
      <Roles user={user} brief={brief} />
    </Panel>
  );
}

function Roles({ user, brief }: { user: User; brief: boolean }) {
  const t = useUserPageTexts();
  const labelsOf = useRoleLabels();
  const { asOf } = useTimeTravel();
  const descriptions = useQuery(rolesThenQuery(asOf));
  // What else gives access, only our services are known to say.
  const hasMemberships = useCapability('data');
  const roles = rolesOfUser(user);
  if (roles === undefined)
    return (
      <p className={classes.quiet}>{hasUnreadRoles(user) ? t.rolesNotRead : t.rolesNotReported}</p>
    );
  if (roles.length === 0)
    return <p className={classes.quiet}>{hasMemberships ? t.noRoles : t.noneOfRoles}</p>;
  return (
    <>
      {descriptions.error && (
        <ErrorPanel error={descriptions.error} onRetry={() => void descriptions.refetch()} />
      )}
      <ul className={classes.list}>
        {roles.map((name) => {
          const role = descriptions.data?.data.find((each) => each.name === name) ?? { name };
          const words = labelsOf(role);
          return (
            <li key={name} className={classes.role}>
              <span className={classes.name}>{words.name}</span>
              {words.description && <p className={classes.quiet}>{words.description}</p>}
              <RoleSources grants={grantsOf(user, name)} />
              {role.permissions && !brief && (
                <PermissionList
                  permissions={role.permissions}
                  ownUnitsOnly={role.scope === 'unit'}
                />
              )}
            </li>
          );
        })}
      </ul>
      {hasUnreadRoles(user) && <p className={classes.quiet}>{t.rolesReadInPart}</p>}
    </>
  );
}
