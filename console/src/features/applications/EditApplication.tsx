import { useRouter } from '@tanstack/react-router';
import {
  type Application,
  changeApplication,
  getApplication,
} from '@annals/contracts/applications';
import { call } from '../../api/call.ts';
import { showToast } from '../../shared/feedback/toasts.ts';
import { GuardedForm } from '../../shared/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../shared/forms/useGuardedForm.ts';
import { pathTo } from '../../shared/links.ts';
import { ApplicationFields, bodyOf, validationRules, valuesOf } from './ApplicationFields.tsx';
import { invalidateApplications } from './applications.queries.ts';
import { useApplicationTexts } from './applications.texts.ts';

/** What the application is, to be changed. */
export function EditApplication({ application }: { application: Application }) {
  const t = useApplicationTexts();
  const router = useRouter();
  const params = { applicationId: application.id };
  const toOverview = () => router.history.push(pathTo('v1-applications-applicationId', params));
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
      toOverview();
    },
  });
  return (
    <GuardedForm
      form={form}
      save={t.save}
      failed={t.notSaved}
      labels={{
        name: t.name,
        description: t.description,
        organizationalUnitId: t.unit,
        roles: t.roles,
      }}
      onCancel={toOverview}
    >
      <ApplicationFields form={form} />
    </GuardedForm>
  );
}
