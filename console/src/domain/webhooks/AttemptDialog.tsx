import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AnyWebhookAttempt, AnyWebhookAttemptDetails } from '@annals/contracts/webhooks';
import { readJson } from '@annals/rules/json/raw-json';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Id } from '../../ui/ids/Id.tsx';
import { jsonText } from '../../platform/json-values/json-values.ts';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { QueryStates } from '../../ui/states/QueryPanel.tsx';
import { momentFact } from '../../platform/time/moment-fact.tsx';
import classes from './Webhook.module.css';
import type { WebhookCalls } from './webhook-calls.ts';
import { eventOf, OutcomeBadge } from './webhook-state.tsx';
import { useWebhookTexts } from './webhooks.texts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

interface AttemptDialogProps {
  calls: WebhookCalls;
  attempt: AnyWebhookAttempt;
  onClose: () => void;
}

/** An attempt with its request and response, and a button to send the message again. */
export function AttemptDialog({ calls, attempt, onClose }: AttemptDialogProps) {
  const t = useWebhookTexts();
  const translate = useServiceText();
  const exchange = useQuery(calls.attemptQuery(attempt.id));
  const resend = useSingleMutation({
    mutationFn: () => calls.resend(attempt.id),
    onSuccess: ({ outcome }) => {
      showToast({ message: outcome === 'DELIVERED' ? t.resent : t.resentFailed });
      void calls.invalidate();
      onClose();
    },
  });
  return (
    <Dialog title={eventOf(attempt, calls, t)} onClose={onClose} size="xl">
      <Facts
        facts={[
          [t.time, momentFact(attempt.attemptDate, { absolute: true })],
          [t.outcome, <OutcomeBadge key="outcome" outcome={attempt.outcome} />],
          [t.answer, attempt.status ?? (attempt.error === null ? null : translate(attempt.error))],
          [t.duration, t.milliseconds(attempt.durationMs)],
          [t.attempt, attempt.number],
          [calls.words.place, calls.placeOf(attempt)],
          ['webhook-id', <Id key="id" value={attempt.messageId} />],
        ]}
      />
      <QueryStates query={exchange} lines={8}>
        {(whole) => <Exchange attempt={whole} />}
      </QueryStates>
      {resend.error && <ErrorPanel title={t.notResent} error={resend.error} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t.close}
        </Button>
        <Button loading={resend.isPending} onClick={() => resend.mutate()}>
          {t.resend}
        </Button>
      </div>
    </Dialog>
  );
}

function Exchange({ attempt: { request, response } }: { attempt: AnyWebhookAttemptDetails }) {
  const t = useWebhookTexts();
  return (
    <>
      <section className={classes.part}>
        <h3>{t.request}</h3>
        <p className={classes.note}>{request.body === null ? t.notMade : t.requestNow}</p>
        <Text label={t.headers} text={headersOf(request)} />
        {request.body !== null && <Text label={t.body} text={indentJson(request.body)} />}
      </section>
      <section className={classes.part}>
        <h3>{t.response}</h3>
        {response ? (
          <>
            <p className={classes.note}>
              {[response.status, response.contentType].filter(Boolean).join(' · ')}
            </p>
            {response.body ? (
              <Text label={t.body} text={response.body} />
            ) : (
              <p className={classes.note}>{t.noResponseBody}</p>
            )}
          </>
        ) : (
          <p className={classes.note}>{t.noAnswer}</p>
        )}
      </section>
    </>
  );
}

/** A text field, so that it can be scrolled and copied with the keyboard. */
function Text({ label, text }: { label: string; text: string }) {
  const lines = text.split('\n').length;
  return (
    <textarea
      className={classes.text}
      readOnly
      spellCheck={false}
      rows={Math.min(lines + 1, 16)}
      aria-label={label}
      value={text}
    />
  );
}

const headersOf = ({ url, headers }: AnyWebhookAttemptDetails['request']): string =>
  [
    ['POST', url].join(' '),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\n');

function indentJson(json: string): string {
  try {
    return jsonText(readJson(json, 'respelled'));
  } catch {
    return json;
  }
}
