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
    clientKey: t.clientKey,
    discovery: t.discovery,
    tokenIssuer: t.tokenIssuer,
    tenants: t.tenants,
    idTokenAlgorithm: t.algorithm,
    responseMode: t.responseMode,
    signOutAtProvider: t.signOutAtProvider,
    scopes: t.scopes,
    authorization: named(t.endpoints, 'authorization'),
    token: named(t.endpoints, 'token'),
    userinfo: named(t.endpoints, 'userinfo'),
    jwks: named(t.endpoints, 'jwks'),
    endSession: named(t.endpoints, 'endSession'),
    emailDomains: t.domains,
    provisioning: t.provisioning,
    trustEmail: t.trustEmail,
    trustSecondFactor: t.trustSecondFactor,
    newUserRoles: t.newUserRoles,
    newUserUnit: t.newUserUnit,
    subject: named(t.claimFields, 'subject'),
    email: named(t.claimFields, 'email'),
    displayName: named(t.claimFields, 'name'),
    language: named(t.claimFields, 'language'),
    groups: named(t.claimFields, 'groups'),
    groupsForm: t.claimForm,
    groupRoles: t.groupRoles,
    units: named(t.claimFields, 'units'),
    unitsForm: t.claimForm,
    unitMap: t.unitMap,
    synchronization: t.synchronization,
  };
}
