import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../platform/api/things.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { usePickerTexts } from '../../domain/pickers/pickers.texts.ts';
import { PermissionList } from '../../domain/permissions/PermissionList.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { RoleButtons } from './RoleButtons.tsx';
import classes from './Roles.module.css';
import { useRoleTexts } from './roles.texts.ts';

/** The roles with what each grants; with actions for who may define roles. */
export function RoleList({ mayDefine }: { mayDefine: boolean }) {
  const t = useRoleTexts();
  const shared = usePickerTexts();
  // What a role is with us.
  const isOurs = useCapability('authentication');
  const quiet = `${classes.quiet} ${classes.padded}`;
  return (
    <QueryPanel title={t.all} query={useQuery(rolesQuery())} flush lines={6}>
      {({ data, unknown, hasMore, perhapsMore }) => (
        <>
          {isOurs && <p className={quiet}>{t.hint}</p>}
          {data.length === 0 ? (
            <p className={quiet}>{unknown ? shared.rolesUnknown : t.noRoles}</p>
          ) : (
            <ul className={classes.list}>
              {data.map((role) => (
                <RoleEntry key={role.name} role={role} mayDefine={mayDefine} />
              ))}
            </ul>
          )}
          {data.length > 0 && (hasMore || perhapsMore) && (
            <p className={quiet}>{hasMore ? shared.moreRoles : shared.perhapsMoreRoles}</p>
          )}
        </>
      )}
    </QueryPanel>
  );
}

function RoleEntry({ role, mayDefine }: { role: Role; mayDefine: boolean }) {
  const t = useRoleTexts();
  const { name, description } = useRoleLabels()(role);
  const { builtIn, userCount, secondFactorRequired, permissions } = role;
  return (
    <li className={classes.role}>
      <div className={classes.what}>
        <span>
          <span className={classes.name}>
            <PathLink to={pathTo('roles-role', { role: role.name })}>{name}</PathLink>
          </span>{' '}
          {name !== role.name && <code className={classes.code}>{role.name}</code>}
        </span>
        {description && <p className={classes.quiet}>{description}</p>}
        <span className={classes.facts}>
          {builtIn === true && <span>{t.builtIn}</span>}
          {userCount !== undefined && <span>{t.holderCount(userCount)}</span>}
          {secondFactorRequired === true && <span>{t.secondFactorShort}</span>}
        </span>
        {permissions && (
          <details className={classes.more}>
            <summary aria-label={`${t.permissions}: ${name}`}>
              {t.permissionCount(permissions.length)}
            </summary>
            <PermissionList permissions={permissions} ownUnitsOnly={role.scope === 'unit'} />
          </details>
        )}
      </div>
      {mayDefine && <RoleButtons role={role} />}
    </li>
  );
}
