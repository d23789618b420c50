import { listEvents } from '@annals/contracts/events';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { deleteOrganizationalUnit } from '@annals/contracts/organizational-units';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { shownName, visibleText } from '../../ui/ids/display-names.ts';
import { call } from '../../platform/api/call.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { EventHistory } from '../../domain/history/EventHistory.tsx';
import { Id } from '../../ui/ids/Id.tsx';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { Tabs } from '../../ui/tabs/Tabs.tsx';
import { parentsOf, UnitFrame } from './unit-page-parts.tsx';
import { UnitOverview } from './UnitOverview.tsx';
import { unitQuery } from '../../domain/permissions/unit.queries.ts';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { unitProvidersQuery } from './organizational-units.queries.ts';
import { useUnitTexts } from './units.texts.ts';

/** One organizational unit: details, child units, history. */
export function UnitPage() {
  const { orgUnitId } = useParams({ from: '/v1/organizational-units/$orgUnitId' });
  return (
    <UnitFrame beside={<Id value={orgUnitId} />}>
      <UnitDetails orgUnitId={orgUnitId} />
    </UnitFrame>
  );
}

function UnitDetails({ orgUnitId }: { orgUnitId: string }) {
  const t = useUnitTexts();
  const router = useRouter();
  const query = useSuspenseQuery(unitQuery(orgUnitId));
  const unit = query.data;
  const mayWrite = useMay('organizational-units:write') && unit.mayChange !== false;
  const mayRemove = useCapability(deleteOrganizationalUnit);
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <PageHeader
        title={visibleText(unit.name) ?? t.unit}
        parents={parentsOf(unit, t)}
        query={query}
        beside={<Id value={orgUnitId} />}
        action={
          mayWrite && (
            <>
              {mayRemove && <RemoveButton unit={unit} onClick={() => setRemoving(true)} />}
              <ResponsiveButton
                icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
                data-shortcut="e"
                onClick={() =>
                  router.history.push(
                    pathTo('v1-organizational-units-orgUnitId-edit', { orgUnitId }),
                  )
                }
              >
                {t.edit}
              </ResponsiveButton>
            </>
          )
        }
      />
      <UnitTabs unit={unit} mayWrite={mayWrite} />
      {removing && <RemoveUnit unit={unit} onClose={() => setRemoving(false)} />}
    </>
  );
}

interface RemoveButtonProps {
  unit: OrganizationalUnit;
  onClick: () => void;
}

/** Stays visible but disabled while the unit is not empty, with the reason. */
function RemoveButton({ unit, onClick }: RemoveButtonProps) {
  const t = useUnitTexts();
  const reasonId = useId();
  const providers = useQuery(unitProvidersQuery(unit.id)).data?.data.length ?? 0;
  const { childCount = 0, userCount = 0 } = unit;
  const holds = [
    childCount > 0 && t.unitsBelow(childCount),
    userCount > 0 && t.members(userCount),
    providers > 0 && t.providerCount(providers),
  ].filter((each) => each !== false);
  const reason = holds.length === 0 ? undefined : t.notEmpty(holds.join(', '));
  return (
    <>
      <Button
        variant="default"
        {...(reason !== undefined && {
          title: reason,
          'aria-disabled': true,
          'data-disabled': true,
          'aria-describedby': reasonId,
        })}
        onClick={() => reason === undefined && onClick()}
      >
        {t.remove}
      </Button>
      {reason !== undefined && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  );
}

function UnitTabs({ unit, mayWrite }: { unit: OrganizationalUnit; mayWrite: boolean }) {
  const t = useUnitTexts();
  const overview = <UnitOverview unit={unit} mayWrite={mayWrite} />;
  return (
    <Tabs
      label={t.unit}
      tabs={[
        {
          id: 'overview',
          name: t.overview,
          content: overview,
        },
        {
          id: 'history',
          needs: listEvents,
          name: t.history,
          content: <EventHistory subject={`unit/${unit.id}`} title={t.history} />,
        },
      ]}
    />
  );
}

interface RemoveUnitProps {
  unit: OrganizationalUnit;
  onClose: () => void;
}

function RemoveUnit({ unit, onClose }: RemoveUnitProps) {
  const t = useUnitTexts();
  const router = useRouter();
  const name = shownName(unit.name, unit.id);
  return (
    <ConfirmDialog
      title={t.removeTitle(name)}
      question={t.removeQuestion}
      confirm={t.remove}
      failed={t.notRemoved}
      danger
      act={() => call(deleteOrganizationalUnit, { params: { organizationalUnitId: unit.id } })}
      onDone={() => {
        showToast({ message: t.removed(name) });
        router.history.push(pathTo('v1-organizational-units'));
        void invalidateUsers();
      }}
      onClose={onClose}
    />
  );
}
