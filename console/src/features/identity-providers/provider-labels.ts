import type { ProviderValues } from './provider-form.ts';
import type { ProviderTexts } from './providers.texts.ts';

/** The labels of the fields in a merge. */
export function providerLabels(t: ProviderTexts): Record<keyof ProviderValues, string> {
  const findName = (names: Record<string, string>, name: string) => names[name] ?? name;
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
    authorization: findName(t.endpoints, 'authorization'),
    token: findName(t.endpoints, 'token'),
    userinfo: findName(t.endpoints, 'userinfo'),
    jwks: findName(t.endpoints, 'jwks'),
    endSession: findName(t.endpoints, 'endSession'),
    emailDomains: t.domains,
    provisioning: t.provisioning,
    trustEmail: t.trustEmail,
    trustSecondFactor: t.trustSecondFactor,
    newUserRoles: t.newUserRoles,
    newUserUnit: t.newUserUnit,
    subject: findName(t.claimFields, 'subject'),
    email: findName(t.claimFields, 'email'),
    displayName: findName(t.claimFields, 'name'),
    language: findName(t.claimFields, 'language'),
    groups: findName(t.claimFields, 'groups'),
    groupsForm: t.claimForm,
    groupRoles: t.groupRoles,
    units: findName(t.claimFields, 'units'),
    unitsForm: t.claimForm,
    unitMap: t.unitMap,
    synchronization: t.synchronization,
  };
}
