import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { changeIdentityProvider } from '@annals/contracts/identity-providers';
import type { IdentityProvider } from '../../platform/api/things.ts';
import { visibleText } from '../../ui/ids/display-names.ts';
import { call } from '../../platform/api/call.ts';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { NoSuchProvider, providersCrumb } from './NoSuchProvider.tsx';
import { changesOf, fieldsOf, validationRules, valuesOf } from './provider-form.ts';
import { ProviderFields } from './ProviderFields.tsx';
import { providerLabels } from './provider-labels.ts';
import { Permitted } from '../../domain/permissions/Permitted.tsx';
import { invalidateProviders, providerQuery, readProvider } from './identity-providers.queries.ts';
import { useProviderTexts } from './providers.texts.ts';

/** Changes an identity provider. */
export function EditProviderPage() {
  const t = useProviderTexts();
  const { idpId } = useParams({ from: '/v1/identity-providers/$idpId/edit' });
  const { data: provider, error, refetch } = useQuery(providerQuery(idpId));
  if (provider === undefined && isNoSuchThing(error)) return <NoSuchProvider />;
  const itself = provider && {
    name: visibleText(provider.name) ?? t.provider,
    to: pathTo('v1-identity-providers-idpId', { idpId }),
  };
  return (
    <>
      <PageHeader
        title={
          provider
            ? t.editTitle(visibleText(provider.name) ?? t.provider)
            : error
              ? t.provider
              : undefined
        }
        parents={[providersCrumb(t), ...(itself ? [itself] : [])]}
      />
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {provider && (
        <Permitted permission="identity-providers:write" mayChange={provider.mayChange}>
          <EditProvider provider={provider} />
        </Permitted>
      )}
    </>
  );
}

function EditProvider({ provider }: { provider: IdentityProvider }) {
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
