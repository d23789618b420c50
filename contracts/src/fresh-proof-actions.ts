/**
 * What a sign-in rule can make dependent on a recent confirmation: whoever last signed in, entered the password or used
 * a passkey more than ten minutes ago is asked again. `fresh-proof.ts` lists the calls.
 */
export const freshProofActions = [
  'USERS',
  'ROLES',
  'UNITS',
  'SIGN_IN_RULES',
  'IDENTITY_PROVIDERS',
  'TOKENS',
  'APPLICATIONS',
  'PARTITIONS',
  'MEMBERS',
  'APPROVALS',
  'ERASURE',
  'EXPORT',
  'WEBHOOKS',
  'ALIAS_URLS',
] as const;
export type FreshProofAction = (typeof freshProofActions)[number];
