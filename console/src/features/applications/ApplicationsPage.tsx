import { IconPlus } from '@tabler/icons-react';
import { Suspense, useMemo } from 'react';
import { createApplication } from '@annals/contracts/applications';
import type { Application } from '../../platform/api/things.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { shownName } from '../../ui/ids/display-names.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { count, date, derived, text, type ListColumn } from '../../ui/list/columns.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useDialogFromUrl } from '../../ui/page/useDialogFromUrl.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { applicationsList } from './applications.queries.ts';
import { useApplicationTexts, type ApplicationTexts } from './applications.texts.ts';

const NewApplication = lazyNamed(() => import('./NewApplication.tsx'), 'NewApplication');

/** The applications the user may manage. */
export function ApplicationsPage() {
  const t = useApplicationTexts();
  const list = useListState(applicationsList);
  const applications = useListQuery(applicationsList.query(list.request));
  const mayCreate = useMay('applications:write', createApplication);
  const [creating, setCreating] = useDialogFromUrl();
  const columns = useMemo(() => columnsOf(t), [t]);
  const create = mayCreate && (
    <ResponsiveButton
      data-shortcut="n"
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => setCreating(true)}
      {...NewApplication.onApproach}
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
    text('name', t.name, {
      render: (application) => shownName(application.name, application.id),
      sortable: true,
    }),
    derived('unit', t.unit, (application) => application.organizationalUnit?.name, {
      render: ({ organizationalUnit: unit }) =>
        unit && (
          <PathLink to={pathTo('v1-organizational-units-orgUnitId', { orgUnitId: unit.id })}>
            {shownName(unit.name, unit.id)}
          </PathLink>
        ),
      width: '22%',
      needsRoom: true,
    }),
    count('tokenCount', t.tokens, { width: '110px' }),
    date('soonestExpiryDate', t.soonestExpiry),
    date('lastUsedDate', t.lastUsed, { never: t.never, sortable: 'descending' }),
    date('createdDate', t.created, { sortable: 'descending', needsRoom: true }),
    text('description', t.description, { hiddenAtFirst: true }),
  ];
}
