import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import type { AnyWebhook } from '@annals/contracts/webhooks';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { Id } from '../../ui/ids/Id.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { type Crumb, PageHeader } from '../../ui/page/PageHeader.tsx';
import panels from '../../ui/page/Panels.module.css';
import { expectSecret } from '../../ui/secrets/issued-secrets.ts';
import { SecretDialog } from '../../ui/secrets/SecretDialog.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { momentFact } from '../../platform/time/moment-fact.tsx';
import { AttemptList } from './AttemptList.tsx';
import classes from './Webhook.module.css';
import { followEvery, type Reading, type WebhookCalls } from './webhook-calls.ts';
import { nameOfWebhook, WebhookStateBadge } from './webhook-state.tsx';
import { useWebhookTexts } from './webhooks.texts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

const ReplayDialog = lazyNamed(() => import('./ReplayDialog.tsx'), 'ReplayDialog');

type DialogName = 'edit' | 'replay' | 'rotate' | 'switchOff' | 'remove';

interface WebhookDetailsProps<Hook extends AnyWebhook> {
  webhookId: string;
  query: Reading<Hook>;
  calls: WebhookCalls;
  parents: readonly Crumb[];
  /** The list that contains the webhook. */
  list: { to: string; name: string };
  /** The hint if it does not exist. */
  noSuchHint: string;
  /** Its settings, besides the URL. */
  settings: (webhook: Hook) => ComponentProps<typeof Facts>['facts'];
  /** Rendered below its settings. */
  note?: ReactNode;
  renderEdit: (webhook: Hook, onClose: () => void) => ReactNode;
  preloadEdit: () => void;
}

/** A webhook with its state, its settings and its attempts. */
export function WebhookDetails<Hook extends AnyWebhook>(props: WebhookDetailsProps<Hook>) {
  const t = useWebhookTexts();
  const { webhookId, parents, list, noSuchHint } = props;
  return (
    <PageFrame
      name={t.webhook}
      parents={parents}
      absent={{ noSuch: t.noSuch, noSuchHint, all: list.name }}
      beside={<Id value={webhookId} />}
    >
      <LoadedWebhook {...props} />
    </PageFrame>
  );
}

function LoadedWebhook<Hook extends AnyWebhook>({
  webhookId,
  query: options,
  calls,
  list,
  settings,
  note,
  renderEdit,
  preloadEdit,
}: WebhookDetailsProps<Hook>) {
  const t = useWebhookTexts();
  const query = useSuspenseQuery({ ...options, refetchInterval: followEvery });
  const webhook = query.data;
  const [dialog, setDialog] = useState<DialogName>();
  const close = () => setDialog(undefined);
  const rotate = async () => {
    const showSecret = expectSecret();
    const { secret } = await calls.rotate();
    if (secret !== null)
      showSecret((closeSecret) => (
        <SecretDialog
          title={t.rotated}
          hint={t.secretHint}
          label={t.secret}
          secret={secret}
          onClose={closeSecret}
        />
      ));
  };
  return (
    <>
      <PageHeader
        title={nameOfWebhook(webhook)}
        query={query}
        beside={
          <>
            <WebhookStateBadge state={webhook.state} />
            <Id value={webhookId} />
          </>
        }
        action={
          <ResponsiveButton
            icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
            data-shortcut="e"
            onClick={() => setDialog('edit')}
            onPointerEnter={preloadEdit}
            onFocus={preloadEdit}
          >
            {t.edit}
          </ResponsiveButton>
        }
      />
      <div className={panels.panels}>
        <Panel title={t.delivery}>
          <p className={classes.explained}>{labelFor(t.explained, webhook.state)}</p>
          <DeliveryFacts webhook={webhook} />
          <WebhookActions webhook={webhook} calls={calls} onAsk={setDialog} />
        </Panel>
        <Panel title={t.settings}>
          <Facts facts={[[t.url, webhook.url], ...settings(webhook)]} />
          {note}
        </Panel>
      </div>
      <AttemptList calls={calls} />
      <Suspense>
        {dialog === 'edit' && renderEdit(webhook, close)}
        {dialog === 'replay' && <ReplayDialog calls={calls} onClose={close} />}
        {dialog === 'rotate' && (
          <ConfirmDialog
            title={t.rotateTitle}
            question={t.rotateQuestion}
            confirm={t.rotate}
            failed={t.notRotated}
            act={rotate}
            onDone={() => void calls.invalidate()}
            onClose={close}
          />
        )}
        {dialog === 'switchOff' && (
          <ConfirmDialog
            title={t.switchOffTitle}
            question={t.switchOffQuestion}
            confirm={t.switchOff}
            failed={t.notSwitched}
            danger
            act={() => calls.switchTo(false)}
            onDone={() => {
              showToast({ message: t.switchedOff });
              void calls.invalidate();
            }}
            onClose={close}
          />
        )}
        {dialog === 'remove' && (
          <RemoveWebhook webhook={webhook} calls={calls} to={list.to} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

function DeliveryFacts({ webhook }: { webhook: AnyWebhook }) {
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
        [t.sentFor, shownName(webhook.userName, webhook.userId)],
        [t.createdDate, momentFact(webhook.createdDate)],
      ]}
    />
  );
}

interface WebhookActionsProps {
  webhook: AnyWebhook;
  calls: WebhookCalls;
  onAsk: (dialog: DialogName) => void;
}

function WebhookActions({ webhook, calls, onAsk }: WebhookActionsProps) {
  const t = useWebhookTexts();
  const test = useSingleMutation({
    mutationFn: calls.test,
    onSuccess: ({ outcome }) => {
      showToast({ message: outcome === 'DELIVERED' ? t.testDelivered : t.testFailed });
      void calls.invalidate();
    },
  });
  const switchOn = useSingleMutation({
    mutationFn: () => calls.switchTo(true),
    onSuccess: () => {
      showToast({ message: t.switchedOn });
      void calls.invalidate();
    },
  });
  const ask = (dialog: DialogName, label: string) => (
    <Button variant="default" onClick={() => onAsk(dialog)}>
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

interface RemoveWebhookProps {
  webhook: AnyWebhook;
  calls: WebhookCalls;
  /** The page to open afterwards. */
  to: string;
  onClose: () => void;
}

function RemoveWebhook({ webhook, calls, to, onClose }: RemoveWebhookProps) {
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
      act={calls.remove}
      onDone={() => {
        showToast({ message: t.removed });
        router.history.push(to);
        void calls.invalidate();
      }}
      onClose={onClose}
    />
  );
}
