import { useQuery } from '@tanstack/react-query';
import { isNotOffered } from '../../api/errors.ts';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { wordFor } from '../../shared/states/word-for.ts';
import classes from './UserPage.module.css';
import { rolesQuery } from './users.queries.ts';
import { useUserTexts } from './users.texts.ts';

/** The roles of a user, each with what it allows as far as the service tells. */
export function UserRoles({ roles }: { roles: readonly string[] }) {
  const t = useUserTexts();
  const known = useQuery(rolesQuery());
  if (roles.length === 0) return <p className={classes.quiet}>{t.noRoles}</p>;
  return (
    <>
      {known.error && !isNotOffered(known.error) && (
        <ErrorPanel error={known.error} onRetry={() => void known.refetch()} />
      )}
      <ul className={classes.plainList}>
        {roles.map((name) => {
          const role = known.data?.data.find((each) => each.name === name);
          return (
            <li key={name} className={classes.role}>
              <code className={classes.roleName}>{name}</code>
              {role?.description && <span className={classes.description}>{role.description}</span>}
              {role?.permissions && (
                <Permissions permissions={role.permissions} ownUnitsOnly={role.reach === 'unit'} />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Permissions({
  permissions,
  ownUnitsOnly,
}: {
  permissions: readonly string[];
  ownUnitsOnly: boolean;
}) {
  const t = useUserTexts();
  if (permissions.length === 0) return <span className={classes.quiet}>{t.allowsNothing}</span>;
  return (
    <ul className={classes.permissions}>
      {permissions.map((permission) => (
        <li key={permission}>
          {wordFor(t.permissions, permission)}
          {ownUnitsOnly && <span className={classes.quiet}> {t.ownUnitsOnly}</span>}
        </li>
      ))}
    </ul>
  );
}
