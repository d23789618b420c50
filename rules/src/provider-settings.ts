import type {
  ClaimForm,
  clientAuthentications,
  idTokenAlgorithms,
  provisionings,
  responseModes,
  synchronizationRules,
  synchronizedAttributes,
} from '@annals/contracts/identity-providers';

/**
 * What the service stores of an identity provider and a configuration file describes in the same way. They refer to
 * units and secrets each in their own way.
 */
export interface CommonProviderSettings {
  enabled: boolean;
  buttonLabel: string;
  issuer: string;
  discovery: boolean;
  tokenIssuer: string | null;
  tenants: string[];
  clientId: string;
  clientAuthentication: (typeof clientAuthentications)[number];
  idTokenAlgorithm: (typeof idTokenAlgorithms)[number] | null;
  responseMode: (typeof responseModes)[number];
  scopes: string[];
  emailDomains: string[];
  claimMap: {
    subject: string;
    email: string;
    name: string;
    language: string | null;
    groups: string | null;
    units: string | null;
  };
  groupsForm: ClaimForm;
  unitsForm: ClaimForm;
  /** Maps groups of the provider to roles. */
  groupRoles: Record<string, string>;
  synchronization: Record<
    (typeof synchronizedAttributes)[number],
    (typeof synchronizationRules)[number]
  >;
  signOutAtProvider: boolean;
  trustEmail: boolean;
  trustSecondFactor: boolean;
  provisioning: (typeof provisionings)[number];
  newUserRoles: string[];
}

export const usualScopes = ['openid', 'email', 'profile'];
export const usualClaims = {
  subject: 'sub',
  email: 'email',
  name: 'name',
  language: 'locale',
  groups: null,
  units: null,
};
export const usualForm: ClaimForm = {
  kind: 'LIST',
  property: null,
  separator: null,
  absentMeansNone: false,
};

/** The defaults of a provider created with only a name, an issuer and a client. */
export const defaultProviderSettings = (
  name: string,
  { issuer, clientId, hasSecret }: { issuer: string; clientId: string; hasSecret: boolean },
): CommonProviderSettings => ({
  enabled: true,
  buttonLabel: name.slice(0, 100),
  issuer,
  discovery: true,
  tokenIssuer: null,
  tenants: [],
  clientId,
  clientAuthentication: hasSecret ? 'client_secret_basic' : 'none',
  idTokenAlgorithm: null,
  responseMode: 'query',
  scopes: [...usualScopes],
  emailDomains: [],
  claimMap: { ...usualClaims },
  groupsForm: { ...usualForm },
  unitsForm: { ...usualForm },
  groupRoles: {},
  synchronization: { name: 'ALWAYS', email: 'ALWAYS', language: 'FIRST', units: 'ALWAYS' },
  signOutAtProvider: true,
  trustEmail: false,
  trustSecondFactor: false,
  provisioning: 'NONE',
  newUserRoles: [],
});
