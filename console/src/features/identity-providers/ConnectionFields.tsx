import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { discoverIdentityProvider } from '@annals/contracts/identity-providers';
import { call } from '../../api/call.ts';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import type { GuardedFormState } from '../../shared/forms/useGuardedForm.ts';
import { CopyBlock } from '../../shared/secrets/CopyBlock.tsx';
import { Panel } from '../../shared/states/Panel.tsx';
import { wordFor } from '../../shared/states/word-for.ts';
import { authenticationChoices, endpointNames, type ProviderValues } from './provider-form.ts';
import { ProviderCheckList } from './ProviderCheckList.tsx';
import classes from './ProviderFields.module.css';
import { useProviderTexts } from './providers.texts.ts';

interface ConnectionFieldsProps {
  form: GuardedFormState<ProviderValues>;
  hasSecret: boolean;
  callbackUrl: string;
}

/** How the provider is reached, and what it is looked up for. */
export function ConnectionFields({ form, hasSecret, callbackUrl }: ConnectionFieldsProps) {
  const t = useProviderTexts();
  const { values } = form;
  const lookUp = useMutation({
    mutationFn: () => call(discoverIdentityProvider, { body: { issuer: values.issuer.trim() } }),
  });
  return (
    <Panel title={t.connection}>
      <div className={classes.fields}>
        <CopyBlock label={t.callback} value={lookUp.data?.callbackUrl ?? callbackUrl} />
        <div className={classes.issuer}>
          <TextInput
            label={t.issuer}
            description={t.issuerHint}
            type="url"
            withAsterisk
            {...form.field('issuer')}
          />
          <Button
            variant="default"
            loading={lookUp.isPending}
            disabled={values.issuer.trim() === ''}
            onClick={() => lookUp.mutate()}
          >
            {t.lookUp}
          </Button>
        </div>
        <div aria-live="polite">
          {lookUp.error && <ErrorPanel error={lookUp.error} />}
          {lookUp.data && (
            <ProviderCheckList
              title={lookUp.data.ok ? t.lookedUp : t.lookUpFailed}
              checks={lookUp.data}
            />
          )}
        </div>
        <div className={classes.pair}>
          <TextInput label={t.clientId} withAsterisk {...form.field('clientId')} />
          <PasswordInput
            label={t.clientSecret}
            description={hasSecret ? t.secretIsSet : t.secretNotSet}
            autoComplete="off"
            {...form.field('clientSecret')}
          />
        </div>
        <NativeSelect
          label={t.authentication}
          data={authenticationChoices.map((value) => ({
            value,
            label: wordFor(t.authentications, value),
          }))}
          {...form.field('clientAuthentication')}
        />
        <TextInput label={t.scopes} description={t.scopesHint} {...form.field('scopes')} />
        <p className={classes.hint}>{t.always}</p>
        <details>
          <summary>{t.advanced}</summary>
          <div className={classes.fields}>
            <p className={classes.hint}>{t.advancedHint}</p>
            {endpointNames.map((name) => (
              <TextInput
                key={name}
                label={wordFor(t.endpoints, name)}
                placeholder={lookUp.data?.endpoints?.[name]}
                type="url"
                {...form.field(name)}
              />
            ))}
          </div>
        </details>
      </div>
    </Panel>
  );
}
