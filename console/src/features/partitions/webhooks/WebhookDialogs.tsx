import { Checkbox, TextInput } from '@mantine/core';
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  type Webhook,
  type WebhookEventType,
  webhookEventTypes,
} from '@annals/contracts/webhooks';
import { call } from '../../../platform/api/call.ts';
import { pathTo } from '../../../platform/links.ts';
import {
  referencedIn,
  wantedReferences,
  type Referenced,
} from '../../../domain/pickers/ReferencedPicker.tsx';
import { SearchFields } from '../../../domain/pickers/SearchFields.tsx';
import { EditWebhook } from '../../../domain/webhooks/EditWebhook.tsx';
import { NewWebhook } from '../../../domain/webhooks/NewWebhook.tsx';
import classes from '../../../domain/webhooks/Webhook.module.css';
import type { WebhookFields, WebhookValues } from '../../../domain/webhooks/WebhookForm.tsx';
import { useWebhookTexts } from '../../../domain/webhooks/webhooks.texts.ts';
import { invalidateWebhooks } from './webhooks.queries.ts';
import { usePartitionWebhookTexts, type PartitionWebhookTexts } from './webhooks.texts.ts';

interface PartitionWebhookValues extends WebhookValues {
  eventTypes: WebhookEventType[];
  objectTypes: string;
  query: string;
  references: Referenced[];
  includes: ('data' | 'proof')[];
}

/** Creates a webhook of a partition. */
export function NewPartitionWebhook({
  partitionId,
  onClose,
}: {
  partitionId: string;
  onClose: () => void;
}) {
  return (
    <NewWebhook
      initialValues={emptyWebhook}
      fields={useFields(partitionId)}
      create={(values) => call(createWebhook, { params: { partitionId }, body: bodyOf(values) })}
      invalidate={invalidateWebhooks}
      pathOf={(webhookId) =>
        pathTo('v1-partitions-partitionId-webhooks-webhookId', { partitionId, webhookId })
      }
      onClose={onClose}
    />
  );
}

/** Changes a webhook of a partition. */
export function EditPartitionWebhook({
  webhook,
  onClose,
}: {
  webhook: Webhook;
  onClose: () => void;
}) {
  const { partitionId, id: webhookId } = webhook;
  const params = { partitionId, webhookId };
  return (
    <EditWebhook
      webhook={webhook}
      valuesOf={valuesOf}
      fields={useFields(partitionId)}
      change={(values, version) =>
        call(changeWebhook, { params, body: bodyOf(values) }, { ifMatch: version })
      }
      latest={() => call(getWebhook, { params })}
      invalidate={invalidateWebhooks}
      onClose={onClose}
    />
  );
}

function useFields(partitionId: string): WebhookFields<PartitionWebhookValues> {
  const t = usePartitionWebhookTexts();
  const { events } = useWebhookTexts();
  return {
    labels: {
      eventTypes: events,
      objectTypes: t.objectTypes,
      query: t.query,
      references: t.references,
      includes: t.includes,
    },
    show: (name, value) => renderValue(t, name, value),
    rules: { eventTypes: (types) => (types.length === 0 ? t.eventsMissing : null) },
    inputs: (form) => (
      <>
        <Checkbox.Group label={events} withAsterisk {...form.field('eventTypes')}>
          <div className={classes.choices}>
            {webhookEventTypes.map((type) => (
              <Checkbox key={type} value={type} label={t.eventNames[type]} />
            ))}
          </div>
        </Checkbox.Group>
        <TextInput
          label={t.objectTypes}
          description={t.objectTypesHint}
          autoComplete="off"
          spellCheck={false}
          {...form.field('objectTypes')}
        />
        <SearchFields form={form} partitionId={partitionId} texts={t} />
        <Checkbox.Group label={t.includes} {...form.field('includes')}>
          <div className={classes.choices}>
            <Checkbox value="data" label={t.includeData} />
            <Checkbox value="proof" label={t.includeProof} />
          </div>
        </Checkbox.Group>
      </>
    ),
  };
}

/** The text of a value in the merge. */
function renderValue(t: PartitionWebhookTexts, name: string, value: unknown) {
  if (!Array.isArray(value)) return String(value);
  if (name === 'references') return (value as Referenced[]).map(({ title }) => title).join(', ');
  if (name === 'includes')
    return value.map((one) => (one === 'data' ? t.includeData : t.includeProof)).join(', ');
  return (value as WebhookEventType[]).map((type) => t.eventNames[type]).join(', ');
}

const emptyWebhook: PartitionWebhookValues = {
  url: '',
  description: '',
  eventTypes: ['object.created', 'object.changed', 'object.ended', 'object.restored'],
  objectTypes: '',
  query: '',
  references: [],
  includes: [],
};

function valuesOf(webhook: Webhook): PartitionWebhookValues {
  const { url, description, eventTypes, objectTypes, query, references } = webhook;
  return {
    url,
    description,
    eventTypes: webhookEventTypes.filter((type) => eventTypes.includes(type)),
    objectTypes: objectTypes?.join(' ') ?? '',
    query: query ?? '',
    references: referencedIn(references),
    includes: [
      ...(webhook.includeData ? (['data'] as const) : []),
      ...(webhook.includeProof ? (['proof'] as const) : []),
    ],
  };
}

function bodyOf(values: PartitionWebhookValues) {
  const types = values.objectTypes.split(/[\s,]+/).filter((type) => type !== '');
  const { eventTypes, references, includes } = values;
  return {
    url: values.url.trim(),
    description: values.description.trim(),
    eventTypes,
    objectTypes: types.length > 0 ? types : null,
    query: values.query.trim() || null,
    references: wantedReferences(references),
    includeData: includes.includes('data'),
    includeProof: includes.includes('proof'),
  };
}
