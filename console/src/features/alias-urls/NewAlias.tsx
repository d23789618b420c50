import { useRouter } from '@tanstack/react-router';
import { createAliasUrl, listAliasUrls } from '@annals/contracts/alias-urls';
import { call } from '../../platform/api/call.ts';
import { invalidate } from '../../platform/api/query.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { emptyAlias, expiryDateOf, onOwnFields, targetOf, validationRules } from './alias-form.ts';
import { useAliasTexts } from './alias-urls.texts.ts';
import { AliasFields } from './AliasFields.tsx';

/** The dialog that creates an alias and opens its page. */
export function NewAlias({ onClose }: { onClose: () => void }) {
  const t = useAliasTexts();
  const router = useRouter();
  const form = useGuardedForm({
    initialValues: emptyAlias,
    validate: validationRules(t),
    save: (values) =>
      onOwnFields(
        call(createAliasUrl, {
          body: {
            alias: values.alias.trim(),
            target: targetOf(values),
            expiryDate: expiryDateOf(values),
          },
        }),
      ),
    onSaved: ({ alias }) => {
      showToast({ message: t.createdToast(alias) });
      void invalidate(listAliasUrls);
      onClose();
      router.history.push(pathTo('v1-alias-urls', {}, { alias }));
    },
  });
  return (
    <Dialog title={t.newAlias} onClose={onClose} form size="lg">
      <GuardedForm form={form} save={t.create} failed={t.notCreated} onCancel={onClose}>
        <AliasFields form={form} isNew />
      </GuardedForm>
    </Dialog>
  );
}
