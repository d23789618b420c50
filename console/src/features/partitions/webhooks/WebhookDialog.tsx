import { Checkbox, TextInput } from '@mantine/core';
import { createContext, useContext } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { type Webhook, type WebhookEventType, webhookEventTypes } from '@annals/contracts/webhooks';
import { GuardedForm } from '../../../shared/forms/GuardedForm.tsx';
import type { GuardedFormState } from '../../../shared/forms/useGuardedForm.ts';
import { shortenId } from '../../../shared/ids/display-names.ts';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { ObjectPicker } from '../../../shared/pickers/ObjectPicker.tsx';
import type { PickerProps } from '../../../shared/pickers/Picker.tsx';
import { PickMany } from '../../../shared/pickers/PickMany.tsx';
import { Dialog } from '../../../shared/states/Dialog.tsx';
import classes from './Webhook.module.css';
import { useWebhookTexts, type WebhookTexts } from './webhooks.texts.ts';

/** An object that others refer to, by the id of its timeline. */
interface Target {
  id: string;
  title: string;
  /** Of the reference, where a program has set one. */
  name?: string | undefined;
}

export interface WebhookValues {
  url: string;
  description: string;
  eventTypes: WebhookEventType[];
  objectTypes: string;
  query: string;
  references: Target[];
  includes: ('data' | 'proof')[];
}

interface WebhookDialogProps {
  partitionId: string;
  title: string;
  form: GuardedFormState<WebhookValues>;
  save: string;
  /** Heads the error when it was not saved. */
  failed: string;
  onClose: () => void;
}

/** The dialog with the fields of a webhook, for a new one and for changes. */
export function WebhookDialog({
  partitionId,
  title,
  form,
  save,
  failed,
  onClose,
}: WebhookDialogProps) {
  const t = useWebhookTexts();
  return (
    <Dialog title={title} onClose={onClose} form size="lg">
      <GuardedForm
        form={form}
        save={save}
        failed={failed}
        labels={{
          url: t.url,
          description: t.description,
          eventTypes: t.events,
          objectTypes: t.objectTypes,
          query: t.query,
          references: t.references,
          includes: t.includes,
        }}
        show={(name, value) => shown(t, name, value)}
        onCancel={onClose}
      >
        <TextInput
          label={t.url}
          description={t.urlHint}
          withAsterisk
          maxLength={2000}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.field('url')}
        />
        <TextInput label={t.description} maxLength={200} {...form.field('description')} />
        <Checkbox.Group label={t.events} withAsterisk {...form.field('eventTypes')}>
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
        <TextInput
          label={t.query}
          description={t.queryHint}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          {...form.field('query')}
        />
        <SearchedPartition value={partitionId}>
          <PickMany<ObjectVersion, Target>
            picker={TargetPicker}
            label={t.references}
            description={t.referencesHint}
            name={(value) => targetOf(value).title}
            {...form.field('references')}
            value={form.values.references}
            onChange={(values) => form.set('references', values.map(targetOf))}
          />
        </SearchedPartition>
        <Checkbox.Group label={t.includes} {...form.field('includes')}>
          <div className={classes.choices}>
            <Checkbox value="data" label={t.includeData} />
            <Checkbox value="proof" label={t.includeProof} />
          </div>
        </Checkbox.Group>
      </GuardedForm>
    </Dialog>
  );
}

/** Where objects are picked. */
const SearchedPartition = createContext('');

function TargetPicker(props: PickerProps<ObjectVersion, Target>) {
  return <ObjectPicker partitionId={useContext(SearchedPartition)} {...props} value={null} />;
}

const isTarget = (value: ObjectVersion | Target): value is Target =>
  'title' in value && typeof value.title === 'string';

const targetOf = (value: ObjectVersion | Target): Target =>
  isTarget(value) ? value : { id: value.timelineId ?? value.id, title: titleOf(value) };

/** How the merge shows a value. */
function shown(t: WebhookTexts, name: string, value: unknown) {
  if (!Array.isArray(value)) return String(value);
  if (name === 'references') return (value as Target[]).map(({ title }) => title).join(', ');
  if (name === 'includes')
    return value.map((one) => (one === 'data' ? t.includeData : t.includeProof)).join(', ');
  return (value as WebhookEventType[]).map((type) => t.eventNames[type]).join(', ');
}

export const emptyWebhook: WebhookValues = {
  url: '',
  description: '',
  eventTypes: ['object.created', 'object.changed', 'object.ended', 'object.restored'],
  objectTypes: '',
  query: '',
  references: [],
  includes: [],
};

export function valuesOf(webhook: Webhook): WebhookValues {
  const { url, description, eventTypes, objectTypes, query, references } = webhook;
  return {
    url,
    description,
    eventTypes: webhookEventTypes.filter((type) => eventTypes.includes(type)),
    objectTypes: objectTypes?.join(' ') ?? '',
    query: query ?? '',
    references: (references ?? []).map(({ name, timelineId }) => ({
      id: timelineId,
      title: shortenId(timelineId),
      name,
    })),
    includes: [
      ...(webhook.includeData ? (['data'] as const) : []),
      ...(webhook.includeProof ? (['proof'] as const) : []),
    ],
  };
}

export function bodyOf(values: WebhookValues) {
  const types = values.objectTypes.split(/[\s,]+/).filter((type) => type !== '');
  const { eventTypes, references, includes } = values;
  return {
    url: values.url.trim(),
    description: values.description.trim(),
    eventTypes,
    objectTypes: types.length > 0 ? types : null,
    query: values.query.trim() || null,
    references:
      references.length > 0
        ? references.map(({ id: timelineId, name }) => ({ name, timelineId }))
        : null,
    includeData: includes.includes('data'),
    includeProof: includes.includes('proof'),
  };
}

export const validationRules = (t: WebhookTexts) => ({
  url: (url: string) => (url.trim() === '' ? t.urlMissing : null),
  eventTypes: (types: string[]) => (types.length === 0 ? t.eventsMissing : null),
});
