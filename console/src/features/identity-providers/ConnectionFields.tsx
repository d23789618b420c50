import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { discoverIdentityProvider } from '@annals/contracts/identity-providers';
import { call } from '../../platform/api/call.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { assignFieldErrors } from '../../ui/forms/service-errors.ts';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { PasswordField } from '../../domain/passwords/PasswordField.tsx';
import { Offered } from '../../domain/permissions/Offered.tsx';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { CopyBlock } from '../../ui/secrets/CopyBlock.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import {
  algorithmChoices,
  authenticationChoices,
  endpointNames,
  type HasField,
  issuerIn,
  needsSecret,
  type ProviderValues,
  responseModeChoices,
} from './provider-form.ts';
import { ProviderCheckList } from './ProviderCheckList.tsx';
import classes from './ProviderFields.module.css';
import { useProviderTexts } from './providers.texts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

/** Aligned with a field that has no description. */
const below: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

const connectionFields = [
  'issuer',
  'clientId',
  'clientSecret',
  'clientAuthentication',
  'scopes',
  'authorization',
] as const;

interface ConnectionFieldsProps {
  form: GuardedFormState<ProviderValues>;
  has: HasField;
  hasSecret: boolean;
  /** Undefined if the service does not tell it. */
  callbackUrl: string | undefined;
}

/** The connection settings of a provider, with discovery of its endpoints. */
export function ConnectionFields({ form, has, hasSecret, callbackUrl }: ConnectionFieldsProps) {
  const t = useProviderTexts();
  const serviceText = useServiceText();
  // What becomes of a secret, no other service has said.
  const isOurs = useCapability('authentication');
  const { values } = form;
  const lookUp = useSingleMutation({
    mutationFn: ({ issuer, tokenIssuer }: { issuer: string; tokenIssuer: string }) =>
      call(discoverIdentityProvider, {
        body: { issuer, ...(tokenIssuer !== '' && { tokenIssuer }) },
      }),
  });
  const issuer = issuerIn(values);
  const tokenIssuer = values.tokenIssuer.trim();
  // Results of another issuer do not apply to this one.
  const isSame =
    lookUp.variables?.issuer === issuer && lookUp.variables.tokenIssuer === tokenIssuer;
  const found = isSame ? lookUp : undefined;
  const fieldErrors = found?.error
    ? assignFieldErrors(found.error, ['issuer', 'tokenIssuer'])
    : undefined;
  const issuerError = fieldErrors?.fields['issuer'];
  const issuerField = form.field('issuer');
  const callback = found?.data?.callbackUrl ?? callbackUrl;
  if (callback === undefined && !connectionFields.some(has)) return null;
  return (
    <Panel title={t.connection}>
      <div className={classes.fields}>
        {callback !== undefined && (
          <div>
            <CopyBlock label={t.callback} value={callback} />
            <p className={classes.hint}>{t.callbackHint}</p>
          </div>
        )}
        {has('issuer') && (
          <div className={classes.issuer}>
            <TextInput
              label={t.issuer}
              description={t.issuerHint}
              type="url"
              withAsterisk
              {...issuerField}
              // What is saved stands in the field.
              onBlur={() => {
                if (issuer !== values.issuer) form.set('issuer', issuer);
              }}
              error={issuerField.error ?? (issuerError && serviceText(issuerError))}
            />
            {values.discovery && (
              <Offered needs={discoverIdentityProvider}>
                <Button
                  variant="default"
                  loading={lookUp.isPending}
                  disabled={issuer === ''}
                  onClick={() => lookUp.mutate({ issuer, tokenIssuer })}
                >
                  {t.lookUp}
                </Button>
              </Offered>
            )}
          </div>
        )}
        <div aria-live="polite" className={classes.found}>
          {fieldErrors?.rest !== undefined && (
            <ErrorPanel title={t.notLookedUp} error={fieldErrors.rest} />
          )}
          {found?.data && (
            <ProviderCheckList
              title={found.data.ok ? t.lookedUp : t.lookUpFailed}
              checks={found.data}
            />
          )}
          {found?.data?.endpoints && <FoundEndpoints endpoints={found.data.endpoints} />}
        </div>
        {has('discovery') && !values.discovery && <Endpoints form={form} />}
        <div className={classes.pair}>
          {has('clientId') && (
            <TextInput label={t.clientId} withAsterisk {...form.field('clientId')} />
          )}
          {has('clientSecret') && needsSecret(values) && (
            <PasswordField
              label={t.clientSecret}
              description={hasSecret ? t.secretIsSet : isOurs && t.secretNotSet}
              inputWrapperOrder={below}
              autoComplete="new-password"
              {...form.field('clientSecret')}
            />
          )}
        </div>
        {has('clientAuthentication') && (
          <NativeSelect
            label={t.authentication}
            data={authenticationChoices.map((value) => ({
              value,
              label: labelFor(t.authentications, value),
            }))}
            {...form.field('clientAuthentication')}
          />
        )}
        {has('clientKey') && values.clientAuthentication === 'private_key_jwt' && (
          <Textarea
            label={t.clientKey}
            description={t.clientKeyHint}
            rows={3}
            autoComplete="off"
            spellCheck={false}
            {...form.field('clientKey')}
          />
        )}
        {has('scopes') && (
          <TextInput label={t.scopes} description={t.scopesHint} {...form.field('scopes')} />
        )}
        {has('authorization') && (
          <>
            <p className={classes.hint}>{t.always}</p>
            <details>
              <summary>{t.advanced}</summary>
              <div className={classes.fields}>
                {has('tokenIssuer') && <Deviations form={form} />}
                {values.discovery && (
                  <>
                    <p className={classes.hint}>{t.advancedHint}</p>
                    <Endpoints form={form} found={found?.data?.endpoints} />
                  </>
                )}
              </div>
            </details>
          </>
        )}
      </div>
    </Panel>
  );
}

/** What only some products need. */
function Deviations({ form }: Pick<ConnectionFieldsProps, 'form'>) {
  const t = useProviderTexts();
  const { values } = form;
  return (
    <>
      <Checkbox
        label={t.discovery}
        description={t.discoveryHint}
        {...form.field('discovery', 'checkbox')}
      />
      <TextInput
        label={t.tokenIssuer}
        description={t.tokenIssuerHint}
        {...form.field('tokenIssuer')}
      />
      {values.tokenIssuer.includes('{tenantid}') && (
        <Textarea
          label={t.tenants}
          description={t.tenantsHint}
          rows={2}
          {...form.field('tenants')}
        />
      )}
      <div className={classes.pair}>
        <NativeSelect
          label={t.algorithm}
          data={algorithmChoices.map((value) => ({
            value,
            label: value === '' ? t.announcedAlgorithms : value,
          }))}
          {...form.field('idTokenAlgorithm')}
        />
        <NativeSelect
          label={t.responseMode}
          data={responseModeChoices.map((value) => ({
            value,
            label: labelFor(t.responseModes, value),
          }))}
          {...form.field('responseMode')}
        />
      </div>
    </>
  );
}

function Endpoints({
  form,
  found,
}: Pick<ConnectionFieldsProps, 'form'> & { found?: Record<string, string> | undefined }) {
  const t = useProviderTexts();
  return (
    <>
      {endpointNames.map((name) => (
        <TextInput
          key={name}
          label={labelFor(t.endpoints, name)}
          placeholder={found?.[name]}
          type="url"
          {...form.field(name)}
        />
      ))}
    </>
  );
}

function FoundEndpoints({ endpoints }: { endpoints: Record<string, string> }) {
  const t = useProviderTexts();
  const found = endpointNames.filter((name) => endpoints[name] !== undefined);
  return (
    <>
      <p>{t.foundEndpoints}</p>
      <Facts facts={found.map((name) => [labelFor(t.endpoints, name), endpoints[name]])} />
    </>
  );
}
