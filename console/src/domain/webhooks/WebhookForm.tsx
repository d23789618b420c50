import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import type { GuardedFormOptions, GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { useWebhookTexts, type WebhookTexts } from './webhooks.texts.ts';

/** The values of every webhook. */
export interface WebhookValues {
  url: string;
  description: string;
}

/** The additional values of one kind of webhook. */
export interface WebhookFields<Values extends WebhookValues> {
  labels: Record<Exclude<keyof Values & string, keyof WebhookValues>, string>;
  /** Renders a value in the merge. */
  show: (name: string, value: unknown) => string;
  /** Validates a value; the URL is always validated. */
  rules: { [Name in keyof Values]?: (value: Values[Name]) => string | null };
  inputs: (form: GuardedFormState<Values>) => ReactNode;
}

interface WebhookFormProps<Values extends WebhookValues> {
  title: string;
  form: GuardedFormState<Values>;
  fields: WebhookFields<Values>;
  save: string;
  /** The title of the error if it was not saved. */
  failed: string;
  onClose: () => void;
}

/** The dialog for creating or editing a webhook. */
export function WebhookForm<Values extends WebhookValues>({
  title,
  form,
  fields: { labels, show, inputs },
  save,
  failed,
  onClose,
}: WebhookFormProps<Values>) {
  const t = useWebhookTexts();
  return (
    <Dialog title={title} onClose={onClose} form size="lg">
      <GuardedForm
        form={form}
        save={save}
        failed={failed}
        labels={{ url: t.url, description: t.description, ...labels }}
        show={show}
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
        {inputs(form)}
      </GuardedForm>
    </Dialog>
  );
}

/** The validation errors of a form. */
export const rulesOf = <Values extends WebhookValues>(
  { rules }: WebhookFields<Values>,
  t: WebhookTexts,
) =>
  ({
    ...rules,
    url: (url: string) => (url.trim() === '' ? t.urlMissing : null),
  }) as NonNullable<GuardedFormOptions<Values, unknown>['validate']>;
