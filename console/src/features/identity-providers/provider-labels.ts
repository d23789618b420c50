import type { ProviderValues } from './provider-form.ts';
import type { ProviderTexts } from './providers.texts.ts';

/** The labels of the fields in a merge. */
export function providerLabels(t: ProviderTexts): Record<keyof ProviderValues, string> {
  const named = (names: Record<string, string>, name: string) => names[name] ?? name;
  return {
    name: t.name,
    unit: t.unit,
    buttonLabel: t.buttonLabel,
    issuer: t.issuer,
    clientId: t.clientId,
    clientSecret: t.clientSecret,
    clientAuthentication: t.authentication,
    scopes: t.scopes,
    authorization: named(t.endpoints, 'authorization'),
    token: named(t.endpoints, 'token'),
    userinfo: named(t.endpoints, 'userinfo'),
    jwks: named(t.endpoints, 'jwks'),
    emailDomains: t.domains,
    provisioning: t.provisioning,
    trustEmail: t.trustEmail,
    trustSecondFactor: t.trustSecondFactor,
    newUserRoles: t.newUserRoles,
    newUserUnit: t.newUserUnit,
    subject: named(t.claimFields, 'subject'),
    email: named(t.claimFields, 'email'),
    displayName: named(t.claimFields, 'name'),
    groups: named(t.claimFields, 'groups'),
    groupRoles: t.groupRoles,
  };
}
