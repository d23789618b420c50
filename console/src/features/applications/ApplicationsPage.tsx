import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import type { Application } from '@annals/contracts/applications';
import { isNotOffered } from '../../api/errors.ts';
import { ResponsiveButton } from '../../shared/buttons/ResponsiveButton.tsx';
import { shortenId } from '../../shared/ids/shorten-id.ts';
import { pathTo } from '../../shared/links.ts';
import { DataList } from '../../shared/list/DataList.tsx';
import type { ListColumn } from '../../shared/list/list-columns.ts';
import { useListQuery } from '../../shared/list/useListQuery.ts';
import { useListState } from '../../shared/list/useListState.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { useDialogOfAddress } from '../../shared/page/useDialogOfAddress.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { useMay } from '../../shared/permissions/my-permissions.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import { applicationsList, applicationsQuery } from './applications.queries.ts';
import { type ApplicationTexts, useApplicationTexts } from './applications.texts.ts';

const loadNew = () => import('./NewApplication.tsx');
const NewApplication = lazy(async () => ({ default: (await loadNew()).NewApplication }));

/** The applications one looks after. */
export function ApplicationsPage() {
  const t = useApplicationTexts();
  const list = useListState(applicationsList);
  const applications = useListQuery(applicationsQuery(list.request));
  const mayWrite = useMay('applications:write');
  const mayCreate = mayWrite && !isNotOffered(applications.error);
  const [creating, setCreating] = useDialogOfAddress();
  const columns = useMemo(() => columnsOf(t), [t]);
  const create = mayCreate && (
    <ResponsiveButton
      data-shortcut="n"
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => setCreating(true)}
      onPointerEnter={() => void loadNew()}
      onFocus={() => void loadNew()}
    >
      {t.newApplication}
    </ResponsiveButton>
  );
  return (
    <>
      <PageHeader title={t.applications} action={create} />
      <DataList
        list={list}
        query={applications}
        label={t.applications}
        columns={columns}
        search={t.search}
        rowId={(application) => application.id}
        rowPath={({ id }) => pathTo('v1-applications-applicationId', { applicationId: id })}
        none={{ title: t.noApplications, hint: t.noApplicationsHint, action: create }}
        notOffered={t.notListed}
      />
      {create && creating && (
        <Suspense>
          <NewApplication onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

function columnsOf(t: ApplicationTexts): ListColumn<Application>[] {
  return [
    {
      id: 'name',
      header: t.name,
      value: (application) => application.name,
      cell: (application) => application.name ?? shortenId(application.id),
      sortable: true,
    },
    {
      id: 'unit',
      header: t.unit,
      value: (application) => application.organizationalUnit?.name,
      cell: ({ organizationalUnit: unit }) =>
        unit && (
          <PathLink to={pathTo('v1-organizational-units-orgUnitId', { orgUnitId: unit.id })}>
            {unit.name ?? shortenId(unit.id)}
          </PathLink>
        ),
      width: '22%',
    },
    {
      id: 'tokenCount',
      header: t.tokens,
      value: (application) => application.tokenCount,
      cell: (application) => application.tokenCount,
      align: 'end',
      width: '110px',
    },
    {
      id: 'soonestExpiryDate',
      header: t.soonestExpiry,
      value: (application) => application.soonestExpiryDate,
      cell: ({ soonestExpiryDate }) => <Moment value={soonestExpiryDate} />,
      width: '150px',
    },
    {
      id: 'lastUsedDate',
      header: t.lastUsed,
      value: (application) => application.lastUsedDate,
      cell: ({ lastUsedDate }) =>
        lastUsedDate === null ? t.never : <Moment value={lastUsedDate} />,
      sortable: 'descending',
      width: '150px',
    },
    {
      id: 'createdDate',
      header: t.created,
      value: (application) => application.createdDate,
      cell: ({ createdDate }) => <Moment value={createdDate} />,
      sortable: 'descending',
      width: '150px',
    },
    {
      id: 'description',
      header: t.description,
      value: (application) => application.description,
      cell: (application) => application.description,
      hiddenAtFirst: true,
    },
  ];
}
