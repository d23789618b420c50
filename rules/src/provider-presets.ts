import type { ClaimForm } from '@annals/contracts/identity-providers';

/** The settings in which products differ from the defaults, as their documentation describes them. */
export interface ProviderPreset {
  readonly id: PresetId;
  /** As the product writes its name. */
  readonly name: string;
  /** What is written in capitals is replaced by the administrator. */
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly claimMap: {
    readonly subject: string;
    readonly email: string;
    readonly name: string;
    readonly language: string | null;
    readonly groups: string | null;
    readonly units: string | null;
  };
  readonly groupsForm: ClaimForm;
}

export const presetIds = [
  'entra',
  'okta',
  'google',
  'keycloak',
  'authentik',
  'zitadel',
  'gitlab',
] as const;
export type PresetId = (typeof presetIds)[number];

const list: ClaimForm = { kind: 'LIST', property: null, separator: null, absentMeansNone: false };
const claims = {
  subject: 'sub',
  email: 'email',
  name: 'name',
  language: 'locale',
  groups: null,
  units: null,
};
const scopes = ['openid', 'email', 'profile'];

export const providerPresets: readonly ProviderPreset[] = [
  {
    id: 'entra',
    name: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/TENANT-ID/v2.0',
    scopes,
    // The preferred language is an optional claim. Somebody without groups has no claim for them.
    claimMap: { ...claims, language: 'xms_pl', groups: 'groups' },
    groupsForm: { ...list, absentMeansNone: true },
  },
  {
    id: 'okta',
    name: 'Okta',
    issuer: 'https://YOUR-DOMAIN.okta.com',
    scopes: [...scopes, 'groups'],
    claimMap: { ...claims, groups: 'groups' },
    groupsForm: list,
  },
  {
    id: 'google',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    scopes,
    claimMap: claims,
    groupsForm: list,
  },
  {
    id: 'keycloak',
    name: 'Keycloak',
    issuer: 'https://HOST/realms/REALM',
    scopes,
    claimMap: { ...claims, groups: 'groups' },
    groupsForm: list,
  },
  {
    id: 'authentik',
    name: 'authentik',
    // The slash at the end belongs to it.
    issuer: 'https://HOST/application/o/APPLICATION/',
    scopes,
    claimMap: { ...claims, groups: 'groups' },
    groupsForm: list,
  },
  {
    id: 'zitadel',
    name: 'Zitadel',
    issuer: 'https://INSTANCE.zitadel.cloud',
    scopes: [...scopes, 'urn:zitadel:iam:org:project:roles'],
    claimMap: { ...claims, groups: 'urn:zitadel:iam:org:project:roles' },
    groupsForm: { ...list, kind: 'KEYS' },
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    issuer: 'https://gitlab.com',
    scopes,
    claimMap: { ...claims, groups: 'groups_direct' },
    groupsForm: list,
  },
];
