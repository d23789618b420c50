import { changeApplication, getApplication } from '@annals/contracts/applications';
import type { Application } from '../../platform/api/things.ts';
import { visibleText } from '../../ui/ids/display-names.ts';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { ApplicationDialog, bodyOf, validationRules, valuesOf } from './ApplicationDialog.tsx';
import { invalidateApplications } from './applications.queries.ts';
import { useApplicationTexts } from './applications.texts.ts';

interface EditApplicationProps {
  application: Application;
  onClose: () => void;
}

/** The dialog that changes an application. */
export function EditApplication({ application, onClose }: EditApplicationProps) {
  const t = useApplicationTexts();
  const params = { applicationId: application.id };
  const form = useGuardedForm({
    initialValues: valuesOf(application),
    version: application.version,
    validate: validationRules(t),
    save: (values, version) =>
      call(changeApplication, { params, body: bodyOf(values) }, { ifMatch: version }),
    latest: async () => {
      const now = await call(getApplication, { params });
      return { values: valuesOf(now), version: now.version };
    },
    onSaved: () => {
      showToast({ message: t.saved });
      void invalidateApplications();
      onClose();
    },
  });
  return (
    <ApplicationDialog
      title={t.editTitle(visibleText(application.name) ?? t.application)}
      form={form}
      save={t.save}
      failed={t.notSaved}
      onClose={onClose}
    />
  );
}
