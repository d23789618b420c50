import { shownName, shownPerson } from '../../ui/ids/display-names.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import type { RoleGrant } from '../../domain/users/role-grants.ts';
import { type UserPageTexts, useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';

/** Where a role comes from: direct or through which unit, since when, by whom. */
export function RoleSources({ grants }: { grants: readonly RoleGrant[] }) {
  const t = useUserPageTexts();
  if (grants.length === 0) return null;
  return (
    <ul className={classes.grants}>
      {grants.map((grant) => (
        <li key={`${grant.organizationalUnit?.id ?? 'direct'} ${grant.grantedDate}`}>
          {sourceOf(grant, t)}
          {grant.grantedDate !== undefined && (
            <>
              , {t.since} <Moment value={grant.grantedDate} absolute />
            </>
          )}
          {grant.grantedBy && <>, {t.by(shownPerson(grant.grantedBy))}</>}
        </li>
      ))}
    </ul>
  );
}

function sourceOf({ organizationalUnit: unit }: RoleGrant, t: UserPageTexts): string {
  if (!unit) return t.direct;
  return unit.id === '' ? t.throughHiddenUnit : t.throughUnit(shownName(unit.name, unit.id));
}
