import type { FreshProofAction } from '@annals/contracts/fresh-proof-actions';

/** The actions for which a sign-in rule can want a recent confirmation. */
export const freshProofLabels = {
  en: {
    USERS: 'Users and invitations',
    ROLES: 'Roles and who has them',
    UNITS: 'Organizational units and their members',
    SIGN_IN_RULES: 'Sign-in rules',
    IDENTITY_PROVIDERS: 'Identity providers',
    TOKENS: 'API tokens',
    APPLICATIONS: 'Applications',
    PARTITIONS: 'Partitions and their settings',
    MEMBERS: 'Members of partitions',
    APPROVALS: 'Approving and committing change sets',
    ERASURE: 'Erasure',
    EXPORT: 'Export and evidence',
    WEBHOOKS: 'Webhooks',
    ALIAS_URLS: 'Alias URLs',
  },
  de: {
    USERS: 'Personen und Einladungen',
    ROLES: 'Rollen und wer sie hat',
    UNITS: 'Organisationseinheiten und ihre Mitglieder',
    SIGN_IN_RULES: 'Anmelderegeln',
    IDENTITY_PROVIDERS: 'Identitätsanbieter',
    TOKENS: 'API-Tokens',
    APPLICATIONS: 'Anwendungen',
    PARTITIONS: 'Partitionen und ihre Einstellungen',
    MEMBERS: 'Mitglieder von Partitionen',
    APPROVALS: 'Änderungssätze genehmigen und übernehmen',
    ERASURE: 'Löschen personenbezogener Daten',
    EXPORT: 'Export und Nachweise',
    WEBHOOKS: 'Webhooks',
    ALIAS_URLS: 'Alias-URLs',
  },
} as const satisfies Record<'en' | 'de', Record<FreshProofAction, string>>;
