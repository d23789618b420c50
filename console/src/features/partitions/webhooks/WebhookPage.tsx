import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { getPartition } from '@annals/contracts/partitions';
import {
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
} from '@annals/contracts/webhooks';
import { call } from '../../../api/call.ts';
import { isNoSuchThing } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { ResponsiveButton } from '../../../shared/buttons/ResponsiveButton.tsx';
import { ConfirmDialog } from '../../../shared/confirm/ConfirmDialog.tsx';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { shortenId } from '../../../shared/ids/display-names.ts';
import { Id } from '../../../shared/ids/Id.tsx';
import { lazyNamed } from '../../../shared/lazy-named.ts';
import { pathTo } from '../../../shared/links.ts';
import { AbsentPage } from '../../../shared/page/AbsentPage.tsx';
import { PageHeader } from '../../../shared/page/PageHeader.tsx';
import panels from '../../../shared/page/Panels.module.css';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { SecretDialog } from '../../../shared/secrets/SecretDialog.tsx';
import { Facts } from '../../../shared/states/Facts.tsx';
import { Panel } from '../../../shared/states/Panel.tsx';
import { QueryPanel } from '../../../shared/states/QueryPanel.tsx';
import { wordFor } from '../../../shared/states/word-for.ts';
import { momentFact } from '../../../shared/time/moment-fact.tsx';
import { usePartitionTexts } from '../shared/partitions.texts.ts';
import { AttemptList } from './AttemptList.tsx';
import classes from './Webhook.module.css';
import { nameOfWebhook, WebhookStateBadge } from './webhook-state.tsx';
import {
  followEvery,
  invalidateWebhooks,
  webhookQuery,
  type WebhookParams,
} from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

const loadEdit = () => import('./EditWebhook.tsx');
const EditWebhook = lazyNamed(loadEdit, 'EditWebhook');
const ReplayDialog = lazyNamed(() => import('./ReplayDialog.tsx'), 'ReplayDialog');

type Asked = 'edit' | 'replay' | 'rotate' | 'switchOff' | 'remove';

/** One webhook: how far it has come, its settings, and every attempt. */
export function WebhookPage() {
  const t = useWebhookTexts();
  const ofPartition = usePartitionTexts();
  const params = useParams({ from: '/v1/partitions/$partitionId/webhooks/$webhookId' });
  const { partitionId } = params;
  const query = useQuery({ ...webhookQuery(params), refetchInterval: followEvery });
  const { data: webhook, error } = query;
  const { data: partition, error: noPartition } = useQuery(
    queryOf(getPartition, { params: { partitionId }, query: {} }),
  );
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string>();
  const toList = pathTo('v1-partitions-partitionId', { partitionId }, { tab: 'webhooks' });
  const parents = [
    { name: ofPartition.partitions, to: pathTo('v1-partitions') },
    {
      name: partition?.partitionName ?? (noPartition ? ofPartition.partition : undefined),
      to: toList,
    },
  ];
  if (webhook === undefined && isNoSuchThing(error))
    return (
      <AbsentPage
        title={t.noSuch}
        parents={parents}
        hint={t.noSuchHint}
        action={<PathLink to={toList}>{t.toPartition}</PathLink>}
      />
    );
  const close = () => setAsked(undefined);
  return (
    <>
      <PageHeader
        title={webhook ? nameOfWebhook(webhook) : error ? t.webhook : undefined}
        parents={parents}
        beside={
          <>
            {webhook && <WebhookStateBadge state={webhook.state} />}
            <Id value={params.webhookId} />
          </>
        }
        action={
          webhook && (
            <ResponsiveButton
              icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
              data-shortcut="e"
              onClick={() => setAsked('edit')}
              onPointerEnter={() => void loadEdit()}
              onFocus={() => void loadEdit()}
            >
              {t.edit}
            </ResponsiveButton>
          )
        }
      />
      {webhook && error && <ErrorPanel error={error} onRetry={() => void query.refetch()} />}
      <div className={panels.panels}>
        <QueryPanel title={t.delivery} query={query} lines={6}>
          {(shown) => (
            <>
              <p className={classes.explained}>{wordFor(t.explained, shown.state)}</p>
              <DeliveryFacts webhook={shown} />
              <WebhookActions webhook={shown} params={params} onAsk={setAsked} />
            </>
          )}
        </QueryPanel>
        {webhook && <SettingsPanel webhook={webhook} />}
      </div>
      {webhook && <AttemptList params={params} />}
      {webhook && (
        <Suspense>
          {asked === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
          {asked === 'replay' && <ReplayDialog params={params} onClose={close} />}
          {asked === 'rotate' && (
            <ConfirmDialog
              title={t.rotateTitle}
              question={t.rotateQuestion}
              confirm={t.rotate}
              failed={t.notRotated}
              act={() => call(rotateWebhookSecret, { params })}
              onDone={(made) => {
                void invalidateWebhooks();
                setSecret(made.secret ?? undefined);
              }}
              onClose={close}
            />
          )}
          {asked === 'switchOff' && (
            <ConfirmDialog
              title={t.switchOffTitle}
              question={t.switchOffQuestion}
              confirm={t.switchOff}
              failed={t.notSwitched}
              danger
              act={() => call(changeWebhook, { params, body: { enabled: false } })}
              onDone={() => {
                showToast({ message: t.switchedOff });
                void invalidateWebhooks();
              }}
              onClose={close}
            />
          )}
          {asked === 'remove' && (
            <RemoveWebhook webhook={webhook} params={params} to={toList} onClose={close} />
          )}
        </Suspense>
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t.rotated}
          hint={t.secretHint}
          label={t.secret}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

function DeliveryFacts({ webhook }: { webhook: Webhook }) {
  const t = useWebhookTexts();
  const { behind, behindSinceDate, failingSinceDate, nextAttemptDate } = webhook;
  const { previousSecretUntilDate } = webhook;
  const ifAny = (date: string | null) => (date === null ? undefined : momentFact(date));
  return (
    <Facts
      facts={[
        [t.behind, behind === 0 ? t.nothingBehind : t.behindCount(behind)],
        [t.behindSince, ifAny(behindSinceDate)],
        [t.lastDelivered, momentFact(webhook.lastDeliveredDate, { never: t.never })],
        [t.failingSince, ifAny(failingSinceDate)],
        [t.nextAttempt, ifAny(nextAttemptDate)],
        [t.previousSecret, ifAny(previousSecretUntilDate)],
        [t.sentFor, webhook.userName ?? shortenId(webhook.userId)],
        [t.createdDate, momentFact(webhook.createdDate)],
      ]}
    />
  );
}

interface WebhookActionsProps {
  webhook: Webhook;
  params: WebhookParams;
  onAsk: (asked: Asked) => void;
}

function WebhookActions({ webhook, params, onAsk }: WebhookActionsProps) {
  const t = useWebhookTexts();
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params }),
    onSuccess: ({ outcome }) => {
      showToast({ message: outcome === 'DELIVERED' ? t.testDelivered : t.testFailed });
      void invalidateWebhooks();
    },
  });
  const switchOn = useMutation({
    mutationFn: () => call(changeWebhook, { params, body: { enabled: true } }),
    onSuccess: () => {
      showToast({ message: t.switchedOn });
      void invalidateWebhooks();
    },
  });
  const ask = (asked: Asked, label: string) => (
    <Button variant="default" onClick={() => onAsk(asked)}>
      {label}
    </Button>
  );
  return (
    <>
      {test.error && <ErrorPanel title={t.notTested} error={test.error} />}
      {switchOn.error && <ErrorPanel title={t.notSwitched} error={switchOn.error} />}
      <div className={classes.actions}>
        {!webhook.enabled && (
          <Button loading={switchOn.isPending} onClick={() => switchOn.mutate()}>
            {t.switchOn}
          </Button>
        )}
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t.test}
        </Button>
        {ask('replay', t.replay)}
        {ask('rotate', t.rotate)}
        {webhook.enabled && ask('switchOff', t.switchOff)}
        <Button variant="outline" color="red" onClick={() => onAsk('remove')}>
          {t.remove}
        </Button>
      </div>
    </>
  );
}

function SettingsPanel({ webhook }: { webhook: Webhook }) {
  const t = useWebhookTexts();
  const { url, eventTypes, objectTypes, query, references, includeData, includeProof } = webhook;
  const included = [includeData && t.includeData, includeProof && t.includeProof].filter(Boolean);
  const named: ReactNode = references
    ?.map(({ name, timelineId }) => [name, shortenId(timelineId)].filter(Boolean).join(' → '))
    .join(', ');
  return (
    <Panel title={t.settings}>
      <Facts
        facts={[
          [
            t.url,
            <span key="url" className={classes.address}>
              {url}
            </span>,
          ],
          [t.events, eventTypes.map((type) => wordFor(t.eventNames, type)).join(', ')],
          [t.objectTypes, objectTypes?.join(', ') ?? t.allTypes],
          [t.query, query === null ? t.allChanges : <code key="query">{query}</code>],
          [t.references, named ?? t.anyReference],
          [t.includes, included.length > 0 ? included.join(', ') : t.onlyChanges],
        ]}
      />
    </Panel>
  );
}

interface RemoveWebhookProps {
  webhook: Webhook;
  params: WebhookParams;
  /** Where it leads afterwards. */
  to: string;
  onClose: () => void;
}

function RemoveWebhook({ webhook, params, to, onClose }: RemoveWebhookProps) {
  const t = useWebhookTexts();
  const router = useRouter();
  return (
    <ConfirmDialog
      title={t.removeTitle}
      question={t.removeQuestion}
      typeName={nameOfWebhook(webhook)}
      confirm={t.remove}
      failed={t.notRemoved}
      danger
      act={() => call(deleteWebhook, { params })}
      onDone={() => {
        showToast({ message: t.removed });
        router.history.push(to);
        void invalidateWebhooks();
      }}
      onClose={onClose}
    />
  );
}
