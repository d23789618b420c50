import { accountEndpoints } from './account.ts';
import { tokenEndpoints } from './api-tokens.ts';
import { applicationEndpoints } from './applications.ts';
import { emailDomainEndpoints } from './email-domains.ts';
import type { Endpoint } from './endpoint.ts';
import { eventWebhookEndpoints } from './event-webhooks.ts';
import { eventEndpoints } from './events.ts';
import { identityProviderEndpoints } from './identity-providers.ts';
import { listAuthenticationMigrations } from './migrations.ts';
import { organizationalUnitEndpoints } from './organizational-units.ts';
import { roleEndpoints } from './roles.ts';
import { signInRuleEndpoints } from './sign-in-rules.ts';
import { signInEndpoints } from './sign-in.ts';
import { signatureEndpoints } from './signatures.ts';
import { getAuthenticationSystem, listProviderCertificates, retryMails } from './system.ts';
import { trustedDeviceEndpoints } from './trusted-devices.ts';
import { userAdministrationEndpoints } from './user-administration.ts';
import { userEndpoints } from './users.ts';

/** All calls of the authentication service. */
export const authenticationEndpoints: readonly Endpoint[] = [
  ...signInEndpoints,
  ...accountEndpoints,
  ...signatureEndpoints,
  ...userEndpoints,
  ...userAdministrationEndpoints,
  ...trustedDeviceEndpoints,
  ...roleEndpoints,
  ...signInRuleEndpoints,
  ...organizationalUnitEndpoints,
  ...identityProviderEndpoints,
  ...emailDomainEndpoints,
  ...tokenEndpoints,
  ...applicationEndpoints,
  ...eventEndpoints,
  listAuthenticationMigrations,
  getAuthenticationSystem,
  retryMails,
  listProviderCertificates,
  ...eventWebhookEndpoints,
];
