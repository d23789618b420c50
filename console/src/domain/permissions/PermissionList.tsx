import { labelFor } from '../../ui/states/label-for.ts';
import { usePermissionTexts } from './permissions.texts.ts';
import classes from './PermissionList.module.css';

interface PermissionListProps {
  permissions: readonly string[];
  /** Whether they are limited to the holder's organizational units and their subunits. */
  ownUnitsOnly?: boolean;
}

/** Describes permissions. */
export function PermissionList({ permissions, ownUnitsOnly = false }: PermissionListProps) {
  const t = usePermissionTexts();
  if (permissions.length === 0) return <p className={classes.quiet}>{t.allowsNothing}</p>;
  return (
    <>
      <ul className={classes.permissions}>
        {permissions.map((permission) => (
          <li key={permission}>{labelFor(t.permissions, permission)}</li>
        ))}
      </ul>
      {ownUnitsOnly && <p className={classes.quiet}>{t.allInOwnUnits}</p>}
    </>
  );
}
