import { useRouter } from '@tanstack/react-router';
import { createIdentityProvider, startProviderTrial } from '@annals/contracts/identity-providers';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { Offered } from '../../domain/permissions/Offered.tsx';
import { Permitted } from '../../domain/permissions/Permitted.tsx';
import { bodyOfNew, emptyProvider, fieldsOfNew, validationRules } from './provider-form.ts';
import { PresetFields } from './PresetFields.tsx';
import classes from './ProviderFields.module.css';
import { ProviderFields } from './ProviderFields.tsx';
import { providerLabels } from './provider-labels.ts';
import { invalidateProviders } from './identity-providers.queries.ts';
import { useProviderTexts } from './providers.texts.ts';

/** Creates an identity provider, disabled at first, and opens its page. */
export function NewProviderPage() {
  const t = useProviderTexts();
  return (
    <>
      <PageHeader
        title={t.newProvider}
        parents={[{ name: t.providers, to: pathTo('v1-identity-providers') }]}
      />
      <Permitted permission="identity-providers:write">
        <NewProvider />
      </Permitted>
    </>
  );
}

function NewProvider() {
  const t = useProviderTexts();
  const router = useRouter();
  const isOurs = useCapability('authentication');
  const form = useGuardedForm({
    initialValues: emptyProvider,
    validate: {
      ...validationRules(t, fieldsOfNew),
      // The specification lists the call with a unit.
      unit: (unit: OrganizationalUnit | null) => (unit === null && !isOurs ? t.unitMissing : null),
    },
    save: (values) =>
      call(createIdentityProvider, {
        query: values.unit ? { organizationalUnitId: values.unit.id } : {},
        body: bodyOfNew(values),
      }),
    onSaved: (provider, { name }) => {
      const created = isOurs ? t.createdDisabled : t.created;
      showToast({ message: created(provider.name ?? name) });
      void invalidateProviders();
      router.history.push(
        // A service may return no body.
        provider.id === ''
          ? pathTo('v1-identity-providers')
          : pathTo('v1-identity-providers-idpId', { idpId: provider.id }, { tab: 'test' }),
      );
    },
  });
  return (
    <GuardedForm
      form={form}
      save={t.create}
      failed={t.notCreated}
      labels={providerLabels(t)}
      onCancel={() => router.history.push(pathTo('v1-identity-providers'))}
    >
      <Offered needs={startProviderTrial}>
        <p className={classes.hint}>{t.newHint}</p>
      </Offered>
      {isOurs && <PresetFields form={form} />}
      <ProviderFields
        form={form}
        has={fieldsOfNew}
        isUnitRequired={!isOurs}
        hasSecret={false}
        callbackUrl={isOurs ? `${window.location.origin}/login` : undefined}
      />
    </GuardedForm>
  );
}
