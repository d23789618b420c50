import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { GuardedForm } from '../forms/GuardedForm.tsx';
import type { GuardedFormOptions, GuardedFormState } from '../forms/useGuardedForm.ts';
import { Reauthentication } from '../reauthentication/Reauthentication.tsx';
import { Dialog } from '../states/Dialog.tsx';
import { useWebhookTexts, type WebhookTexts } from './webhooks.texts.ts';

/** What every webhook is given. */
export interface WebhookValues {
  url: string;
  description: string;
}

/** What one kind of webhook is given besides. */
export interface WebhookFields<Values extends WebhookValues> {
  labels: Record<Exclude<keyof Values & string, keyof WebhookValues>, string>;
  /** How the merge shows a value. */
  show: (name: string, value: unknown) => string;
  /** What is wrong with a value; the address is checked anyway. */
  rules: { [Name in keyof Values]?: (value: Values[Name]) => string | null };
  inputs: (form: GuardedFormState<Values>) => ReactNode;
}

interface WebhookFormProps<Values extends WebhookValues> {
  title: string;
  form: GuardedFormState<Values>;
  fields: WebhookFields<Values>;
  save: string;
  /** Heads the error when it was not saved. */
  failed: string;
  onClose: () => void;
}

/** The dialog with the fields of a webhook, for a new one and for changes. */
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
      <Reauthentication />
    </Dialog>
  );
}

/** What is wrong with the values of a form. */
export const rulesOf = <Values extends WebhookValues>(
  { rules }: WebhookFields<Values>,
  t: WebhookTexts,
) =>
  ({
    ...rules,
    url: (url: string) => (url.trim() === '' ? t.urlMissing : null),
  }) as NonNullable<GuardedFormOptions<Values, unknown>['validate']>;
