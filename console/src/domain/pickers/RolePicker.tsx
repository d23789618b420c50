import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Role } from '../../platform/api/things.ts';
import { PermissionList } from '../permissions/PermissionList.tsx';
import { useRoleLabels } from '../permissions/role-labels.ts';
import { rolesQuery } from '../permissions/roles.queries.ts';
import { QueryStates } from '../../ui/states/QueryPanel.tsx';
import classes from './Picker.module.css';
import { usePickerTexts } from './pickers.texts.ts';

interface RolePickerProps {
  label: string;
  description?: ReactNode;
  /** The names of the selected roles. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Roles that are offered also if the service does not list them: those that are held. */
  held?: readonly string[];
  /** Why a role cannot be changed here; undefined if it can. */
  reasonFor?: (role: Role) => string | undefined;
  /** Further information about a role, such as where a user has it from. */
  renderNote?: (role: Role) => ReactNode;
  error?: ReactNode;
}

const noRoles: readonly string[] = [];

/** All roles as a checklist with their permissions. Roles that the user may not grant are disabled, with the reason. */
export function RolePicker({
  label,
  description,
  value,
  onChange,
  held = noRoles,
  reasonFor,
  renderNote,
  error,
}: RolePickerProps) {
  const t = usePickerTexts();
  const roles = useQuery(rolesQuery());
  const errorId = useId();
  // A role that the service does not list can still be removed.
  const unlisted = (choices: readonly Role[]) =>
    [...new Set([...held, ...value])]
      .filter((name) => !choices.some((role) => role.name === name))
      .map((name): Role => ({ name }));
  return (
    <fieldset className={classes.roles} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{label}</legend>
      {description !== undefined && <p className={classes.hint}>{description}</p>}
      <QueryStates query={roles} failed={t.notLoaded} lines={4}>
        {({ data: choices, unknown, hasMore, perhapsMore }) => (
          <>
            {choices.length === 0 && (
              <p className={classes.hint}>{unknown ? t.rolesUnknown : t.noRoles}</p>
            )}
            {[...choices, ...unlisted(choices)].map((role) => (
              <RoleChoice
                key={role.name}
                role={role}
                checked={value.includes(role.name)}
                reason={reasonFor?.(role) ?? (role.mayGrant === false ? t.mayNotGrant : undefined)}
                note={renderNote?.(role)}
                invalid={Boolean(error)}
                onChange={(checked) =>
                  onChange(
                    checked ? [...value, role.name] : value.filter((name) => name !== role.name),
                  )
                }
              />
            ))}
            {hasMore && <p className={classes.hint}>{t.moreRoles}</p>}
            {perhapsMore && !hasMore && choices.length > 0 && (
              <p className={classes.hint}>{t.perhapsMoreRoles}</p>
            )}
          </>
        )}
      </QueryStates>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface RoleChoiceProps {
  role: Role;
  checked: boolean;
  reason: string | undefined;
  note: ReactNode;
  invalid: boolean;
  onChange: (checked: boolean) => void;
}

function RoleChoice({ role, checked, reason, note, invalid, onChange }: RoleChoiceProps) {
  const t = usePickerTexts();
  const wordsOf = useRoleLabels();
  const reasonId = useId();
  const { name, description } = wordsOf(role);
  return (
    <div className={classes.role}>
      <label className={classes.roleLabel}>
        <input
          type="checkbox"
          checked={checked}
          disabled={reason !== undefined}
          aria-describedby={reason === undefined ? undefined : reasonId}
          aria-invalid={invalid || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span>
          <span className={classes.roleName}>{name}</span>
          {description && <span className={classes.second}>{description}</span>}
        </span>
      </label>
      {reason !== undefined && (
        <p id={reasonId} className={classes.reason}>
          {reason}
        </p>
      )}
      {note && <div className={classes.reason}>{note}</div>}
      {role.permissions && (
        <details className={classes.roleMore}>
          <summary aria-label={`${t.allows}: ${name}`}>{t.allows}</summary>
          <PermissionList permissions={role.permissions} ownUnitsOnly={role.scope === 'unit'} />
        </details>
      )}
    </div>
  );
}
