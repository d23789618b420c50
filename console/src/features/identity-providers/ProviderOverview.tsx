import type { ReactNode } from 'react';
import { getIdentityProvider } from '@annals/contracts/identity-providers';
import type { IdentityProvider } from '../../platform/api/things.ts';
import { EmailDomains } from '../../domain/email-domains/EmailDomains.tsx';
import { AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { CopyBlock } from '../../ui/secrets/CopyBlock.tsx';
import { Facts, FactsPanel } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { momentFact } from '../../platform/time/moment-fact.tsx';
import { jsonText } from '../../platform/json-values/json-values.ts';
import { useClaimsTexts } from './claims.texts.ts';
import { claimNames, endpointNames, ruledAttributes } from './provider-form.ts';
import classes from './ProviderFields.module.css';
import { invalidateProviders } from './identity-providers.queries.ts';
import { useProviderTexts } from './providers.texts.ts';
import { UnreadClaims } from './UnreadClaims.tsx';

interface ProviderOverviewProps {
  provider: IdentityProvider;
  mayWrite: boolean;
}

/** The configuration of a provider. */
export function ProviderOverview({ provider, mayWrite }: ProviderOverviewProps) {
  const t = useProviderTexts();
  const labelsOf = useRoleLabels();
  const rolesOf = (names: readonly string[] = []) =>
    names.map((name) => labelsOf({ name }).name).join(', ');
  const yesNo = (value: boolean | undefined) =>
    value === undefined ? undefined : value ? t.yes : t.no;
  const { claimMap = {}, endpoints = {}, groupRoles = {}, synchronization } = provider;
  const overridden = endpointNames.filter((name) => endpoints[name] !== undefined);
  const claimsTexts = useClaimsTexts();
  return (
    <div className={classes.overview}>
      <div className={classes.column}>
        <UnreadClaims provider={provider} />
        <Panel title={t.general}>
          <Facts
            facts={[
              [
                t.unit,
                provider.organizationalUnit === undefined ? undefined : (
                  <Unit key="unit" provider={provider} everybody={t.everybody} />
                ),
              ],
              [t.buttonLabel, provider.buttonLabel],
              [t.users, provider.userCount],
              [t.lastSignIn, momentFact(provider.lastSignInDate, { never: t.never })],
            ]}
          />
        </Panel>
        {provider.domains && (
          <Panel title={t.domains}>
            <EmailDomains
              owner={{ identityProviderId: provider.id }}
              domains={provider.domains}
              mayWrite={mayWrite}
              onVerified={() => void invalidateProviders()}
            />
          </Panel>
        )}
        <FactsPanel
          title={t.people}
          facts={[
            ...(provider.domains ? [] : [[t.domains, provider.emailDomains?.join(', ')] as const]),
            [
              t.provisioning,
              provider.provisioning && labelFor(t.provisionings, provider.provisioning),
            ],
            ...(provider.provisioning === 'CREATE'
              ? [[t.newUserRoles, rolesOf(provider.newUserRoles)] as const]
              : []),
            [t.trustEmail, yesNo(provider.trustEmail)],
            [t.trustSecondFactor, yesNo(provider.trustSecondFactor)],
            [t.signOutAtProvider, yesNo(provider.signOutAtProvider)],
          ]}
        />
      </div>
      <div className={classes.column}>
        <FactsPanel
          title={t.connection}
          facts={[
            [t.protocol, provider.protocol && labelFor(t.protocols, provider.protocol)],
            [t.issuer, provider.issuer],
            ...(provider.tokenIssuer ? [[t.tokenIssuer, provider.tokenIssuer] as const] : []),
            ...(provider.tenants?.length
              ? [[t.tenants, provider.tenants.join(', ')] as const]
              : []),
            ...(provider.discovery === false ? [[t.discovery, t.no] as const] : []),
            [t.callback, provider.callbackUrl],
            [t.backChannelLogout, provider.backChannelLogoutUrl],
            [t.clientId, provider.clientId],
            [
              t.clientSecret,
              provider.hasClientSecret === undefined
                ? undefined
                : provider.hasClientSecret
                  ? t.set
                  : t.notSet,
            ],
            [
              t.authentication,
              provider.clientAuthentication &&
                labelFor(t.authentications, provider.clientAuthentication),
            ],
            ...(provider.idTokenAlgorithm
              ? [[t.algorithm, provider.idTokenAlgorithm] as const]
              : []),
            ...(provider.responseMode === 'form_post'
              ? [[t.responseMode, t.responseModes.form_post] as const]
              : []),
            [t.scopes, provider.scopes?.join(' ')],
            ...overridden.map((name): [string, ReactNode] => [
              labelFor(t.endpoints, name),
              endpoints[name],
            ]),
          ]}
        />
        {provider.clientPublicKey && (
          <Panel title={t.clientPublicKey}>
            <div className={classes.fields}>
              {provider.clientKeysUrl && (
                <CopyBlock label={t.clientKeysUrl} value={provider.clientKeysUrl} />
              )}
              <CopyBlock label={t.clientPublicKeyJwk} value={jsonText(provider.clientPublicKey)} />
            </div>
          </Panel>
        )}
        <AdditionalFields row={getIdentityProvider} value={provider} />
        <FactsPanel
          title={t.claims}
          facts={[
            ...claimNames.map((name): [string, ReactNode] => [
              labelFor(t.claim, name),
              claimMap[name] == null ? undefined : <code key={name}>{claimMap[name]}</code>,
            ]),
            ...(claimMap['groups'] == null || provider.groupsForm === undefined
              ? []
              : [
                  [
                    claimsTexts.formOf(t.claim.groups),
                    labelFor(claimsTexts.forms, provider.groupsForm.kind ?? ''),
                  ] as const,
                ]),
            ...Object.entries(groupRoles).map(([group, role]): [string, ReactNode] => [
              `${t.claim.groups}: ${group}`,
              rolesOf([role]),
            ]),
          ]}
        />
        {synchronization && (
          <FactsPanel
            title={t.synchronization}
            facts={ruledAttributes.map((attribute): [string, ReactNode] => [
              labelFor(claimsTexts.attributes, attribute),
              synchronization[attribute] && labelFor(claimsTexts.rules, synchronization[attribute]),
            ])}
          />
        )}
      </div>
    </div>
  );
}

function Unit({ provider, everybody }: { provider: IdentityProvider; everybody: string }) {
  const { organizationalUnit: unit } = provider;
  if (!unit) return everybody;
  return (
    <PathLink to={pathTo('v1-organizational-units-orgUnitId', { orgUnitId: unit.id })}>
      {shownName(unit.name, unit.id)}
    </PathLink>
  );
}
