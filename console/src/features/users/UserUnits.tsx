import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { unassignUserFromUnit } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { isReadInPart } from '../../platform/api/read-in-part.ts';
import { undoAccessChange } from '../../domain/access-changes/undo-access-change.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { showUndo } from '../../ui/feedback/undo.ts';
import { shownName, shownPerson } from '../../ui/ids/display-names.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { date } from '../../ui/list/columns.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import { areUnitsTold } from '../../domain/users/told-units.ts';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';
import { useUserTexts } from './users.texts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

const AssignUnit = lazyNamed(() => import('./AssignUnit.tsx'), 'AssignUnit');

interface UserUnitsProps {
  user: User;
  mayChange: boolean;
}

/** The organizational units a user is in. */
export function UserUnits({ user, mayChange }: UserUnitsProps) {
  const t = useUserPageTexts();
  const shared = useUserTexts();
  const [picking, setPicking] = useState<'assign' | 'unassign'>();
  const seesUnits = useMay('organizational-units:read');
  const units = user.organizationalUnits ?? [];
  const tellsSince = units.some(({ assignedDate }) => assignedDate !== undefined);
  return (
    <Panel
      title={shared.units}
      flush={units.length > 0}
      action={mayChange && <PickUnitButton name={t.assign} onClick={() => setPicking('assign')} />}
    >
      {units.length === 0 ? (
        <p className={classes.quiet}>
          {isReadInPart(user, 'organizationalUnits')
            ? t.unitsNotRead
            : user.organizationalUnits === undefined
              ? t.unitsNotReported
              : t.noUnits}
        </p>
      ) : (
        <SimpleTable
          label={shared.units}
          columns={[
            {
              id: 'unit',
              header: t.unit,
              names: true,
              render: ({ id, name }) =>
                seesUnits ? (
                  <PathLink to={pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id })}>
                    {shownName(name, id)}
                  </PathLink>
                ) : (
                  shownName(name, id)
                ),
            },
            ...(tellsSince ? [date<(typeof units)[number]>('assignedDate', t.inUnitSince)] : []),
            {
              id: 'unassign',
              header: t.unassign,
              quietHead: true,
              align: 'end',
              render: (unit) => mayChange && unit.id !== '' && <Unassign user={user} unit={unit} />,
            },
          ]}
          rows={units}
          rowKey={({ id }) => id}
          narrow={!tellsSince}
        />
      )}
      {units.length > 0 && isReadInPart(user, 'organizationalUnits') && (
        <p className={`${classes.quiet} ${classes.afterTable}`}>{t.unitsReadInPart}</p>
      )}
      {/* Listed units have their own button. */}
      {mayChange && !areUnitsTold(user) && (
        <div className={units.length > 0 ? classes.afterTable : classes.below}>
          <PickUnitButton name={t.unassignFromUnit} onClick={() => setPicking('unassign')} />
        </div>
      )}
      {picking && (
        <Suspense>
          <AssignUnit user={user} way={picking} onClose={() => setPicking(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}

function PickUnitButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="default" onClick={onClick} {...AssignUnit.onApproach}>
      {name}
    </Button>
  );
}

interface UnassignProps {
  user: User;
  unit: NonNullable<User['organizationalUnits']>[number];
}

function Unassign({ user, unit }: UnassignProps) {
  const t = useUserPageTexts();
  const name = shownName(unit.name, unit.id);
  const person = shownPerson(user);
  const input = { params: { userId: user.id }, query: { organizationalUnitId: unit.id } };
  const leave = useSingleMutation({
    mutationFn: () => call(unassignUserFromUnit, input),
    onSuccess: () => {
      void invalidateUsers();
      showUndo(t.unassigned(person, name), () =>
        undoAccessChange({ kind: 'user', id: user.id, unitsRemoved: [unit] }),
      );
    },
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t.unassignFrom(name)}
        loading={leave.isPending}
        onClick={() => leave.mutate()}
      >
        {t.unassign}
      </Button>
      {leave.error && <ErrorPanel title={t.notUnassigned} error={leave.error} />}
    </>
  );
}
