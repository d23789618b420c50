import { Button } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  getAuthenticationSystem,
  type JobFailure,
  listProviderCertificates,
  type MailFailure,
  type ProviderCertificate,
  retryMails,
} from '@annals/contracts/system';
import type { AnswerOf } from '../../platform/api/told.ts';
import { call } from '../../platform/api/call.ts';
import { invalidate } from '../../platform/api/query.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useEventFieldTexts } from '../../domain/history/event-fields.texts.ts';
import { Id } from '../../ui/ids/Id.tsx';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { byteSize } from '../../platform/numbers/byte-size.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { Facts } from '../../ui/states/Facts.tsx';
import { LineSkeletons, QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import { grouped, useLanguage } from '../../platform/texts.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import {
  authenticationSystemQuery,
  dataSystemQuery,
  providerCertificatesQuery,
} from '../../domain/system/system.queries.ts';
import {
  type AuthenticationSystem,
  certificateProblems,
  type DataSystem,
  isCertificateEnding,
  systemNotices,
  systemProblems,
} from '../../domain/system/system-problems.ts';
import { LoadPanel } from './LoadPanel.tsx';
import { NoticeList, ProblemList } from './ProblemList.tsx';
import { useSystemTexts } from './system.texts.ts';
import classes from './SystemPage.module.css';
import panels from '../../ui/page/Panels.module.css';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

type Certificates = AnswerOf<typeof listProviderCertificates>;

const live = { refetchInterval: 30_000 } as const;

/** The current problems of the system, and the facts needed to find their causes. */
export function SystemPage() {
  const t = useSystemTexts();
  const mayOperate = useMay('operations:read');
  // Until it is known who may see it, nothing is requested and nobody is refused.
  const isAwaited = useQuery(rolesQuery()).isPending;
  return (
    <>
      <PageHeader title={t.system} />
      {mayOperate || isAwaited ? (
        <State enabled={mayOperate} />
      ) : (
        <EmptyState title={t.notAllowed} hint={t.notAllowedHint} />
      )}
    </>
  );
}

function State({ enabled }: { enabled: boolean }) {
  const t = useSystemTexts();
  const authentication = useQuery({ ...authenticationSystemQuery, ...live, enabled });
  const data = useQuery({ ...dataSystemQuery, ...live, enabled });
  const hasCertificates = useCapability(listProviderCertificates);
  const certificates = useQuery({
    ...providerCertificatesQuery,
    enabled: enabled && hasCertificates,
  });
  // The rest appears with the problems, because these are at the top and of any number.
  const isPending = authentication.isPending || data.isPending || certificates.isLoading;
  return (
    <div className={`${panels.panels} ${classes.facts}`}>
      <Panel title={t.wrong} beside={t.refreshed}>
        {isPending ? (
          <LineSkeletons lines={8} />
        ) : (
          <Problems authentication={authentication} data={data} certificates={certificates} />
        )}
      </Panel>
      {!isPending && (
        <>
          <LoadPanel authentication={authentication} data={data} />
          <div className={panels.pair}>
            <Service name="authentication" query={authentication} />
            <Service name="data" query={data} />
          </div>
          <Replicas query={data} />
          <Emails query={authentication} />
          <div className={panels.pair}>
            <Jobs query={data} />
            <Backup query={data} />
          </div>
          <QueryPanel title={t.keys} query={data} flush>
            {({ logKeys }) => (
              <Keys logKeys={logKeys} signingKeys={authentication.data?.signingKeys} />
            )}
          </QueryPanel>
          {hasCertificates && <CertificatesPanel query={certificates} />}
          <Configuration query={authentication} />
        </>
      )}
    </div>
  );
}

interface Queries {
  authentication: UseQueryResult<AuthenticationSystem>;
  data: UseQueryResult<DataSystem>;
  certificates: UseQueryResult<Certificates>;
}

function Problems({ authentication, data, certificates }: Queries) {
  const t = useSystemTexts();
  const isFailed = authentication.isError || data.isError;
  const readAt = Math.max(authentication.dataUpdatedAt, data.dataUpdatedAt);
  const problems = [
    ...systemProblems(authentication.data, data.data, readAt),
    ...certificateProblems(certificates.data?.certificates ?? [], certificates.dataUpdatedAt),
  ];
  const notices = systemNotices(authentication.data, data.data, readAt);
  const nothing = problems.length === 0 && notices.length === 0;
  return (
    <>
      {problems.length > 0 && <ProblemList problems={problems} />}
      {notices.length > 0 && <NoticeList notices={notices} />}
      {nothing && !isFailed && <p className={classes.well}>{t.nothingWrong}</p>}
      {isFailed && <p className={classes.note}>{t.notKnown}</p>}
    </>
  );
}

function Service({
  name,
  query,
}: {
  name: 'authentication' | 'data';
  query: UseQueryResult<AuthenticationSystem | DataSystem>;
}) {
  const t = useSystemTexts();
  const language = useLanguage();
  return (
    <QueryPanel title={t.services[name]} query={query} lines={8}>
      {({ version, runtime, startedDate, workers, schema, database, disk }) => (
        <Facts
          facts={[
            [t.version, version],
            [t.runtime, runtime],
            [t.started, <Moment key="started" value={startedDate} withDate />],
            [t.workers, grouped(workers)],
            [
              t.schema,
              schema.pending.length > 0
                ? t.pending(schema.pending.join(', '))
                : schema.newest === null
                  ? t.none
                  : t.migrations(schema.applied, schema.newest),
            ],
            ...schema.backfills
              .filter(({ endedDate }) => endedDate === null)
              .map((backfill): [string, string] => [
                t.backfill,
                t.backfilled(backfill.name, backfill.done, backfill.total),
              ]),
            [
              t.database,
              database.kind === 'embedded'
                ? t.embedded(database.version)
                : t.external(database.version),
            ],
            [t.databaseSize, byteSize(database.bytes, language)],
            [
              t.disk,
              disk
                ? t.diskOf(byteSize(disk.freeBytes, language), byteSize(disk.totalBytes, language))
                : t.unknown,
            ],
          ]}
        />
      )}
    </QueryPanel>
  );
}

function Emails({ query }: { query: UseQueryResult<AuthenticationSystem> }) {
  const t = useSystemTexts();
  const isOffered = useCapability(retryMails);
  const mayRetry = useMay('users:write') && isOffered;
  return (
    <QueryPanel title={t.emails} query={query} lines={4}>
      {({ outbox, configuration }) => (
        <>
          <Facts
            facts={[
              [t.smtp, configuration.find(({ name }) => name === 'SMTP_URL')?.value ?? t.toFiles],
              [t.waiting, grouped(outbox.waiting)],
              [t.failing, grouped(outbox.failed)],
              [t.oldest, outbox.oldestDate && <Moment key="oldest" value={outbox.oldestDate} />],
            ]}
          />
          {outbox.failures.length > 0 && <FailedEmails failures={outbox.failures} />}
          {outbox.failed > 0 && mayRetry && <RetryEmails />}
        </>
      )}
    </QueryPanel>
  );
}

function RetryEmails() {
  const t = useSystemTexts();
  const retry = useSingleMutation({
    mutationFn: () => call(retryMails, {}),
    onSuccess: ({ count }) => {
      showToast({ message: t.retried(count) });
      void invalidate(getAuthenticationSystem);
    },
  });
  return (
    <div className={classes.retry}>
      {retry.error && <ErrorPanel title={t.notRetried} error={retry.error} />}
      <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        {t.retry}
      </Button>
    </div>
  );
}

function FailedEmails({ failures }: { failures: readonly MailFailure[] }) {
  const t = useSystemTexts();
  const { words } = useEventFieldTexts();
  const translate = useServiceText();
  return (
    <SimpleTable
      label={t.failures}
      framed
      columns={[
        { id: 'email', header: t.email, names: true, render: ({ kind }) => labelFor(words, kind) },
        {
          id: 'to',
          header: t.to,
          render: ({ userId, userName }) =>
            userId === null ? (
              t.nobody
            ) : (
              <PathLink to={pathTo('v1-users-userId', { userId })}>
                {shownName(userName, userId)}
              </PathLink>
            ),
        },
        {
          id: 'reason',
          header: t.reason,
          render: ({ failure }) => (failure === null ? t.reasonHidden : translate(failure)),
        },
        {
          id: 'when',
          header: t.when,
          render: ({ createdDate }) => <Moment value={createdDate} withRelative />,
          fits: true,
        },
        {
          id: 'next',
          header: t.next,
          render: ({ nextAttemptDate }) =>
            nextAttemptDate === null ? (
              <StatusBadge tone="bad">{t.givenUp}</StatusBadge>
            ) : (
              <Moment value={nextAttemptDate} withRelative />
            ),
          fits: true,
        },
      ]}
      rows={failures}
      rowKey={({ id }) => id}
    />
  );
}

function Jobs({ query }: { query: UseQueryResult<DataSystem> }) {
  const t = useSystemTexts();
  const all = <PathLink to={pathTo('migrations', {}, { tab: 'runs' })}>{t.allJobs}</PathLink>;
  return (
    <QueryPanel title={t.jobs} query={query} lines={1} action={all}>
      {({ jobs }) => (
        <>
          {jobs.states.length === 0 ? (
            <p className={classes.note}>{t.noJobs}</p>
          ) : (
            <Facts
              facts={[
                ...jobs.states.map(
                  ({ state, count }) => [labelFor(t.states, state), grouped(count)] as const,
                ),
                [
                  t.oldestJob,
                  jobs.oldestWaitingDate && <Moment key="job" value={jobs.oldestWaitingDate} />,
                ],
              ]}
            />
          )}
          {jobs.failures.length > 0 && <FailedJobs failures={jobs.failures} />}
        </>
      )}
    </QueryPanel>
  );
}

function FailedJobs({ failures }: { failures: readonly JobFailure[] }) {
  const t = useSystemTexts();
  const translate = useServiceText();
  return (
    <SimpleTable
      label={t.failedJobs}
      framed
      columns={[
        {
          id: 'job',
          header: t.job,
          names: true,
          render: ({ id, kind }) => (
            <PathLink to={pathTo('migrations', {}, { tab: 'runs', run: id })}>
              {labelFor(t.jobKinds, kind)}
            </PathLink>
          ),
        },
        {
          id: 'partition',
          header: t.partition,
          render: ({ partitionId, partitionName }) => shownName(partitionName, partitionId),
        },
        { id: 'reason', header: t.reason, render: ({ error }) => error && translate(error) },
        {
          id: 'when',
          header: t.when,
          render: ({ changedDate }) => <Moment value={changedDate} withRelative />,
          fits: true,
        },
      ]}
      rows={failures}
      rowKey={({ id }) => id}
    />
  );
}

function Backup({ query }: { query: UseQueryResult<DataSystem> }) {
  const t = useSystemTexts();
  const language = useLanguage();
  return (
    <QueryPanel title={t.backup} query={query} lines={2}>
      {({ backup }) => (
        <>
          <Facts
            facts={[
              [
                t.lastBackup,
                backup ? <Moment key="backup" value={backup.takenDate} withDate /> : t.none,
              ],
              [t.backupSize, backup ? byteSize(backup.bytes, language) : undefined],
            ]}
          />
          <p className={classes.note}>{t.otherBackups}</p>
        </>
      )}
    </QueryPanel>
  );
}

/** Hidden without replicas. */
function Replicas({ query }: { query: UseQueryResult<DataSystem> }) {
  const t = useSystemTexts();
  if ((query.data?.replicas ?? []).length === 0) return null;
  return (
    <QueryPanel title={t.replicas} query={query} flush>
      {({ replicas = [] }) => (
        <SimpleTable
          label={t.replicas}
          columns={[
            { id: 'replica', header: t.replica, names: true, render: ({ address }) => address },
            {
              id: 'lag',
              header: t.lag,
              render: ({ lagSeconds }) =>
                lagSeconds === null ? t.unknown : t.seconds(Math.round(lagSeconds * 10) / 10),
            },
            {
              id: 'state',
              header: t.state,
              render: ({ state }) => (
                <StatusBadge tone={state === 'USABLE' ? 'good' : 'bad'}>
                  {t.replicaStates[state]}
                </StatusBadge>
              ),
              fits: true,
            },
          ]}
          rows={replicas}
          rowKey={({ address }) => address}
        />
      )}
    </QueryPanel>
  );
}

function Keys({
  logKeys,
  signingKeys,
}: {
  logKeys: DataSystem['logKeys'];
  signingKeys: AuthenticationSystem['signingKeys'] | undefined;
}) {
  const t = useSystemTexts();
  const rows = [
    ...(signingKeys ?? []).map(({ id, createdDate, retiredDate }) => ({
      id,
      purpose: t.accessTokens,
      createdDate,
      state: retiredDate === null ? t.keyStates.current : t.keyStates.retired,
      inUse: retiredDate === null,
    })),
    ...logKeys.map(({ name, createdDate, inDatabase }) => ({
      id: name,
      purpose: t.checkpoints,
      createdDate,
      state: inDatabase ? t.keyStates.current : t.keyStates.outside,
      inUse: inDatabase,
    })),
  ];
  return (
    <SimpleTable
      label={t.keys}
      columns={[
        { id: 'purpose', header: t.purpose, names: true, render: ({ purpose }) => purpose },
        { id: 'key', header: t.key, render: ({ id }) => <Id value={id} /> },
        {
          id: 'created',
          header: t.created,
          render: ({ createdDate }) => <Moment value={createdDate} withDate />,
        },
        {
          id: 'state',
          header: t.state,
          render: ({ state, inUse }) => (
            <StatusBadge tone={inUse ? 'good' : 'plain'}>{state}</StatusBadge>
          ),
          fits: true,
        },
      ]}
      rows={rows}
      rowKey={({ id, createdDate }) => `${id} ${createdDate}`}
      none={t.noKeys}
    />
  );
}

/** Without a valid certificate, nobody can sign in with the provider. */
function CertificatesPanel({ query }: { query: UseQueryResult<Certificates> }) {
  const t = useSystemTexts();
  const translate = useServiceText();
  if (query.data?.certificates.length === 0) return null;
  return (
    <QueryPanel title={t.certificates} query={query} flush>
      {({ certificates }) => (
        <SimpleTable
          label={t.certificates}
          columns={[
            {
              id: 'provider',
              header: t.provider,
              names: true,
              render: ({ id, name }) => (
                <PathLink to={pathTo('v1-identity-providers-idpId', { idpId: id })}>
                  {name}
                </PathLink>
              ),
            },
            { id: 'host', header: t.host, render: ({ host }) => host },
            {
              id: 'expires',
              header: t.expires,
              render: ({ expiresDate, failure }) =>
                expiresDate === null ? (
                  failure === null ? (
                    t.withoutTls
                  ) : (
                    translate(failure)
                  )
                ) : (
                  <Moment value={expiresDate} withDate />
                ),
            },
            {
              id: 'state',
              header: t.state,
              render: (certificate) => (
                <CertificateState {...{ certificate, at: query.dataUpdatedAt }} />
              ),
              fits: true,
            },
          ]}
          rows={certificates}
          rowKey={({ id }) => id}
        />
      )}
    </QueryPanel>
  );
}

function CertificateState({ certificate, at }: { certificate: ProviderCertificate; at: number }) {
  const t = useSystemTexts();
  if (certificate.failure !== null) return <StatusBadge tone="bad">{t.notAccepted}</StatusBadge>;
  if (certificate.expiresDate === null)
    return <StatusBadge tone="plain">{t.withoutTls}</StatusBadge>;
  return isCertificateEnding(certificate, at) ? (
    <StatusBadge tone="bad">{t.expiresSoon}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{t.accepted}</StatusBadge>
  );
}

function Configuration({ query }: { query: UseQueryResult<AuthenticationSystem> }) {
  const t = useSystemTexts();
  return (
    <QueryPanel title={t.configuration} query={query} lines={12} flush>
      {({ configuration }) => (
        <SimpleTable
          label={t.configuration}
          columns={[
            { id: 'name', header: t.variable, names: true, render: ({ name }) => name, fits: true },
            {
              id: 'value',
              header: t.value,
              render: ({ value }) =>
                value === null ? t.notSet : <span className={classes.value}>{value}</span>,
            },
          ]}
          rows={configuration}
          rowKey={({ name }) => name}
          none={t.noConfiguration}
          narrow
        />
      )}
    </QueryPanel>
  );
}
