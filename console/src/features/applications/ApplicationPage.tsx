import { listObjectsOfUser } from '@annals/contracts/data-users';
import { listEvents } from '@annals/contracts/events';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import {
  changeApplication,
  deleteApplication,
  getApplication,
} from '@annals/contracts/applications';
import type { Application } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { queryOf } from '../../platform/api/query.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { EventHistory } from '../../domain/history/EventHistory.tsx';
import { Id } from '../../ui/ids/Id.tsx';
import { shownName, visibleText } from '../../ui/ids/display-names.ts';
import { AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { IncidentLink } from '../../domain/incidents/IncidentLink.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { Offered } from '../../domain/permissions/Offered.tsx';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { Facts } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { Tabs } from '../../ui/tabs/Tabs.tsx';
import { momentFact } from '../../platform/time/moment-fact.tsx';
import { WrittenVersions } from '../../domain/versions/WrittenVersions.tsx';
import { useApplicationTexts } from './applications.texts.ts';
import { ApplicationTokens } from './ApplicationTokens.tsx';
import panels from '../../ui/page/Panels.module.css';
import { invalidateApplications } from './applications.queries.ts';

const EditApplication = lazyNamed(() => import('./EditApplication.tsx'), 'EditApplication');

/** One application: details, tokens, history. */
export function ApplicationPage() {
  const t = useApplicationTexts();
  const { applicationId } = useParams({ from: '/v1/applications/$applicationId' });
  return (
    <PageFrame
      name={t.application}
      parents={[{ name: t.applications, to: pathTo('v1-applications') }]}
      absent={t}
      beside={<Id value={applicationId} />}
    >
      <ApplicationDetails applicationId={applicationId} />
    </PageFrame>
  );
}

function ApplicationDetails({ applicationId }: { applicationId: string }) {
  const t = useApplicationTexts();
  const query = useSuspenseQuery(queryOf(getApplication, { params: { applicationId } }));
  const application = query.data;
  const mayWrite = useMay('applications:write') && application.mayChange !== false;
  const [asking, setAsking] = useState<'edit' | 'remove'>();
  const close = () => setAsking(undefined);
  return (
    <>
      <PageHeader
        title={visibleText(application.name) ?? t.application}
        query={query}
        beside={
          <>
            <Id value={applicationId} />
            <IncidentLink
              subject={{ kind: 'application', id: applicationId, name: application.name }}
            />
          </>
        }
        action={
          mayWrite && (
            <Offered needs={changeApplication}>
              <Button variant="default" onClick={() => setAsking('remove')}>
                {t.remove}
              </Button>
              <ResponsiveButton
                icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
                data-shortcut="e"
                onClick={() => setAsking('edit')}
                {...EditApplication.onApproach}
              >
                {t.edit}
              </ResponsiveButton>
            </Offered>
          )
        }
      />
      <ApplicationTabs application={application} mayWrite={mayWrite} />
      {asking === 'edit' && (
        <Suspense>
          <EditApplication application={application} onClose={close} />
        </Suspense>
      )}
      {asking === 'remove' && <RemoveApplication application={application} onClose={close} />}
    </>
  );
}

function ApplicationTabs({
  application,
  mayWrite,
}: {
  application: Application;
  mayWrite: boolean;
}) {
  const t = useApplicationTexts();
  const overview = <ApplicationOverview application={application} mayWrite={mayWrite} />;
  return (
    <Tabs
      label={t.application}
      tabs={[
        {
          id: 'overview',
          name: t.overview,
          content: overview,
        },
        {
          id: 'written',
          needs: listObjectsOfUser,
          name: t.written,
          content: (
            <WrittenVersions title={t.recentWrites} userId={application.id} none={t.noWrites} />
          ),
        },
        {
          id: 'history',
          needs: listEvents,
          name: t.history,
          content: <EventHistory subject={`application/${application.id}`} title={t.history} />,
        },
      ]}
    />
  );
}

interface ApplicationOverviewProps {
  application: Application;
  mayWrite: boolean;
}

function ApplicationOverview({ application, mayWrite }: ApplicationOverviewProps) {
  const t = useApplicationTexts();
  const labelsOf = useRoleLabels();
  const { organizationalUnit: unit, roles } = application;
  return (
    <div className={panels.panels}>
      <Panel title={t.details}>
        <Facts
          facts={[
            [t.description, application.description],
            [
              t.unit,
              unit ? (
                <PathLink
                  key="unit"
                  to={pathTo('v1-organizational-units-orgUnitId', { orgUnitId: unit.id })}
                >
                  {shownName(unit.name, unit.id)}
                </PathLink>
              ) : unit === null ? (
                t.noUnit
              ) : undefined,
            ],
            [t.roles, roles?.map((role) => labelsOf({ name: role }).name).join(', ')],
            [t.created, momentFact(application.createdDate)],
            [t.lastUsed, momentFact(application.lastUsedDate, { never: t.never })],
          ]}
        />
      </Panel>
      <ApplicationTokens application={application} mayWrite={mayWrite} />
      <AdditionalFields row={getApplication} value={application} />
    </div>
  );
}

interface RemoveApplicationProps {
  application: Application;
  onClose: () => void;
}

/** Deletes an application after its name is typed. */
function RemoveApplication({ application, onClose }: RemoveApplicationProps) {
  const t = useApplicationTexts();
  const router = useRouter();
  const name = shownName(application.name, application.id);
  return (
    <ConfirmDialog
      title={t.removeTitle(name)}
      question={t.removeQuestion}
      touches={application.tokenCount ? [t.removeTouches(application.tokenCount)] : undefined}
      typeName={name}
      confirm={t.remove}
      failed={t.notRemoved}
      danger
      act={() => call(deleteApplication, { params: { applicationId: application.id } })}
      onDone={() => {
        showToast({ message: t.removed(name) });
        router.history.push(pathTo('v1-applications'));
        void invalidateApplications();
      }}
      onClose={onClose}
    />
  );
}
