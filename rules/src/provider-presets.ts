import type { ClaimForm } from '@annals/contracts/identity-providers';
import {
  usualClaims as claims,
  usualForm as list,
  usualScopes as scopes,
  type CommonProviderSettings,
} from './provider-settings.ts';

/** The settings in which products differ from the defaults, as their documentation describes them. */
export interface ProviderPreset {
  readonly id: PresetId;
  /** As the product writes its name. */
  readonly name: string;
  /** What is written in capitals is replaced by the administrator. */
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly claimMap: Readonly<CommonProviderSettings['claimMap']>;
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
