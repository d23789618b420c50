import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { changeIdentityProvider } from '@annals/contracts/identity-providers';
import type { IdentityProvider } from '../../platform/api/things.ts';
import { visibleText } from '../../ui/ids/display-names.ts';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { ProviderFrame, providersCrumb } from './ProviderFrame.tsx';
import { changesOf, fieldsOf, validationRules, valuesOf } from './provider-form.ts';
import { ProviderFields } from './ProviderFields.tsx';
import { providerLabels } from './provider-labels.ts';
import { Permitted } from '../../domain/permissions/Permitted.tsx';
import { invalidateProviders, providerQuery, readProvider } from './identity-providers.queries.ts';
import { useProviderTexts } from './providers.texts.ts';

/** Changes an identity provider. */
export function EditProviderPage() {
  return (
    <ProviderFrame>
      <EditProvider />
    </ProviderFrame>
  );
}

function EditProvider() {
  const t = useProviderTexts();
  const { idpId } = useParams({ from: '/v1/identity-providers/$idpId/edit' });
  const query = useSuspenseQuery(providerQuery(idpId));
  const provider = query.data;
  const name = visibleText(provider.name) ?? t.provider;
  return (
    <>
      <PageHeader
        title={t.editTitle(name)}
        parents={[
          providersCrumb(t),
          { name, to: pathTo('v1-identity-providers-idpId', { idpId }) },
        ]}
        query={query}
      />
      <Permitted permission="identity-providers:write" mayChange={provider.mayChange}>
        <ProviderForm provider={provider} />
      </Permitted>
    </>
  );
}

function ProviderForm({ provider }: { provider: IdentityProvider }) {
  const t = useProviderTexts();
  const router = useRouter();
  const params = { identityProviderId: provider.id };
  const has = fieldsOf(provider);
  const toProvider = () =>
    router.history.push(pathTo('v1-identity-providers-idpId', { idpId: provider.id }));
  const form = useGuardedForm({
    initialValues: valuesOf(provider),
    version: provider.version,
    validate: validationRules(t, has),
    save: (values, version) =>
      call(
        changeIdentityProvider,
        { params, body: changesOf(provider, values) },
        { ifMatch: version },
      ),
    latest: async () => {
      const now = await readProvider(provider.id);
      return { values: valuesOf(now), version: now.version };
    },
    onSaved: () => {
      showToast({ message: t.saved });
      void invalidateProviders();
      toProvider();
    },
  });
  return (
    <GuardedForm
      form={form}
      save={t.save}
      failed={t.notSaved}
      labels={providerLabels(t)}
      onCancel={toProvider}
    >
      <ProviderFields
        form={form}
        has={has}
        hasSecret={provider.hasClientSecret ?? false}
        domains={provider.domains}
        callbackUrl={provider.callbackUrl}
      />
    </GuardedForm>
  );
}
