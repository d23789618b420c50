import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { OrganizationalUnit } from '@annals/contracts/organizational-units';
import { ResponsiveButton } from '../../shared/buttons/ResponsiveButton.tsx';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { EventHistory } from '../../shared/history/EventHistory.tsx';
import { Id } from '../../shared/ids/Id.tsx';
import { pathTo } from '../../shared/links.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { useMay } from '../../shared/permissions/my-permissions.ts';
import { Tabs } from '../../shared/tabs/Tabs.tsx';
import { isNoSuchUnit, NoSuchUnit, parentsOf } from './unit-page-parts.tsx';
import { UnitOverview } from './UnitOverview.tsx';
import { unitQuery } from './units.queries.ts';
import { useUnitTexts } from './units.texts.ts';

const loadRemove = () => import('./RemoveUnit.tsx');
const RemoveUnit = lazy(async () => ({ default: (await loadRemove()).RemoveUnit }));

/** One organizational unit: what it is, what is below it, its history. */
export function UnitPage() {
  const t = useUnitTexts();
  const router = useRouter();
  const { orgUnitId } = useParams({ from: '/v1/organizational-units/$orgUnitId' });
  const { data: unit, error, refetch } = useQuery(unitQuery(orgUnitId));
  const mayWrite = useMay('organizational-units:write') && unit?.mayChange !== false;
  const [removing, setRemoving] = useState(false);
  if (unit === undefined && isNoSuchUnit(error)) return <NoSuchUnit />;
  return (
    <>
      <PageHeader
        title={unit?.name ?? (unit || error ? t.unit : undefined)}
        parents={parentsOf(unit, t)}
        beside={<Id value={orgUnitId} />}
        action={
          mayWrite &&
          unit && (
            <>
              <Button
                variant="default"
                onClick={() => setRemoving(true)}
                onPointerEnter={() => void loadRemove()}
              >
                {t.remove}
              </Button>
              <ResponsiveButton
                icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
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
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {unit && <Parts unit={unit} mayWrite={mayWrite} />}
      {removing && unit && (
        <Suspense>
          <RemoveUnit unit={unit} onClose={() => setRemoving(false)} />
        </Suspense>
      )}
    </>
  );
}

function Parts({ unit, mayWrite }: { unit: OrganizationalUnit; mayWrite: boolean }) {
  const t = useUnitTexts();
  return (
    <Tabs
      label={t.unit}
      tabs={[
        {
          id: 'overview',
          name: t.overview,
          content: <UnitOverview unit={unit} mayWrite={mayWrite} />,
        },
        {
          id: 'history',
          name: t.history,
          content: <EventHistory subject={`unit/${unit.id}`} title={t.history} />,
        },
      ]}
    />
  );
}
