import { Radio } from '@mantine/core';
import {
  changeEventWebhook,
  createEventWebhook,
  getEventWebhook,
  type EventWebhook,
} from '@annals/contracts/event-webhooks';
import { type EventAction, eventActions } from '@annals/contracts/events';
import { call } from '../../../platform/api/call.ts';
import { useEventLabels } from '../../../domain/history/event-labels.texts.ts';
import { pathTo } from '../../../platform/links.ts';
import { normalizeForSearch } from '../../../platform/normalize-for-search.ts';
import { Picker, type PickerProps } from '../../../domain/pickers/Picker.tsx';
import { PickMany } from '../../../domain/pickers/PickMany.tsx';
import { labelFor } from '../../../ui/states/label-for.ts';
import { EditWebhook } from '../../../domain/webhooks/EditWebhook.tsx';
import { NewWebhook } from '../../../domain/webhooks/NewWebhook.tsx';
import classes from '../../../domain/webhooks/Webhook.module.css';
import type { WebhookFields, WebhookValues } from '../../../domain/webhooks/WebhookForm.tsx';
import { invalidateAuditWebhooks } from './audit-webhooks.queries.ts';
import { useAuditWebhookTexts } from './audit-webhooks.texts.ts';

const outcomes = ['ALL', 'SUCCESS', 'FAILURE'] as const;

/** An action in the picker. */
interface Picked {
  id: EventAction;
}

interface AuditWebhookValues extends WebhookValues {
  /** Empty for all actions. */
  actions: Picked[];
  outcome: (typeof outcomes)[number];
}

const emptyWebhook: AuditWebhookValues = { url: '', description: '', actions: [], outcome: 'ALL' };

/** Creates a webhook of the audit log. */
export function NewAuditWebhook({ onClose }: { onClose: () => void }) {
  return (
    <NewWebhook
      initialValues={emptyWebhook}
      fields={useFields()}
      create={(values) => call(createEventWebhook, { body: bodyOf(values) })}
      invalidate={invalidateAuditWebhooks}
      pathOf={(webhookId) => pathTo('audit-log-webhooks-webhookId', { webhookId })}
      onClose={onClose}
    />
  );
}

interface EditAuditWebhookProps {
  webhook: EventWebhook;
  onClose: () => void;
}

/** Changes a webhook of the audit log. */
export function EditAuditWebhook({ webhook, onClose }: EditAuditWebhookProps) {
  const params = { eventWebhookId: webhook.id };
  return (
    <EditWebhook
      webhook={webhook}
      valuesOf={valuesOf}
      fields={useFields()}
      change={(values, version) =>
        call(changeEventWebhook, { params, body: bodyOf(values) }, { ifMatch: version })
      }
      latest={() => call(getEventWebhook, { params })}
      invalidate={invalidateAuditWebhooks}
      onClose={onClose}
    />
  );
}

function useFields(): WebhookFields<AuditWebhookValues> {
  const t = useAuditWebhookTexts();
  const words = useEventLabels();
  return {
    labels: { actions: t.actions, outcome: t.outcome },
    show: (name, value) => {
      if (Array.isArray(value))
        return (value as Picked[]).map(({ id }) => labelFor(words, id)).join(', ');
      return name === 'outcome' ? labelFor(t.outcomes, String(value)) : String(value);
    },
    rules: {},
    inputs: (form) => (
      <>
        <PickMany<Picked>
          picker={ActionPicker}
          label={t.actions}
          description={t.actionsHint}
          name={({ id }) => labelFor(words, id)}
          {...form.field('actions')}
          value={form.values.actions}
          onChange={(actions) => form.set('actions', actions)}
        />
        <Radio.Group label={t.outcome} {...form.field('outcome')}>
          <div className={classes.choices}>
            {outcomes.map((outcome) => (
              <Radio key={outcome} value={outcome} label={t.outcomes[outcome]} />
            ))}
          </div>
        </Radio.Group>
      </>
    ),
  };
}

/** Finds an event by part of its name. */
function ActionPicker(props: PickerProps<Picked>) {
  const words = useEventLabels();
  return (
    <Picker<Picked, Picked>
      {...props}
      nameOf={({ id }) => labelFor(words, id)}
      query={(text) => ({
        queryKey: ['event-actions', words, text],
        queryFn: () => ({ data: actionsWith(text, words), nextCursor: null, hasMore: false }),
        staleTime: Number.POSITIVE_INFINITY,
      })}
    />
  );
}

const actionsWith = (text: string, words: Readonly<Record<string, string>>): Picked[] =>
  eventActions
    .filter((action) =>
      normalizeForSearch(`${labelFor(words, action)} ${action}`).includes(normalizeForSearch(text)),
    )
    .map((id) => ({ id }));

const valuesOf = ({ url, description, actions, outcome }: EventWebhook): AuditWebhookValues => ({
  url,
  description,
  // Actions of a later version are kept, although this one has no names for them.
  actions: (actions ?? []).map((id) => ({ id: id as EventAction })),
  outcome: outcome ?? 'ALL',
});

const bodyOf = ({ url, description, actions, outcome }: AuditWebhookValues) => ({
  url: url.trim(),
  description: description.trim(),
  actions: actions.length > 0 ? actions.map(({ id }) => id) : null,
  outcome: outcome === 'ALL' ? null : outcome,
});
