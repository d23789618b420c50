import { useRouter } from '@tanstack/react-router';
import { createApplication } from '@annals/contracts/applications';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import {
  ApplicationDialog,
  bodyOf,
  emptyApplication,
  validationRules,
} from './ApplicationDialog.tsx';
import { invalidateApplications } from './applications.queries.ts';
import { useApplicationTexts } from './applications.texts.ts';

/** The dialog that creates an application and opens its page. */
export function NewApplication({ onClose }: { onClose: () => void }) {
  const t = useApplicationTexts();
  const router = useRouter();
  const form = useGuardedForm({
    initialValues: emptyApplication,
    validate: validationRules(t),
    save: (values) => call(createApplication, { body: bodyOf(values) }),
    onSaved: (application) => {
      showToast({ message: t.createdToast(application.name ?? '') });
      void invalidateApplications();
      router.history.push(
        pathTo('v1-applications-applicationId', { applicationId: application.id }),
      );
    },
  });
  return (
    <ApplicationDialog
      title={t.newApplication}
      form={form}
      save={t.create}
      failed={t.notCreated}
      onClose={onClose}
    />
  );
}
