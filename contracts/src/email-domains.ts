import * as z from 'zod/mini';
import { isPublicDomain } from './email-address.ts';
import { endpoint } from './endpoint.ts';
import { messageCode } from './message-code.ts';
import { dateTime, id } from './text-fields.ts';

const domainName = z
  .string()
  .check(z.maxLength(253), z.refine(isPublicDomain, messageCode('enterDomain')));

export const emailDomains = z.array(domainName).check(z.maxLength(50));

/** An email domain of an identity provider or an organizational unit. It has no effect until it is verified. */
export const emailDomain = z.object({
  /** As people read it; in DNS it has the form of `recordName`. */
  domain: z.string(),
  state: z.enum(['PENDING', 'VERIFIED']),
  /** How it was verified: by the DNS record, or by a global master. */
  method: z.nullable(z.enum(['DNS', 'APPROVAL'])),
  verifiedDate: z.nullable(dateTime),
  /** The TXT record that verifies the domain. */
  recordName: z.string(),
  recordValue: z.string(),
});
export type EmailDomain = z.infer<typeof emailDomain>;

const provider = {
  access: { kind: 'permission', permission: 'identity-providers:write' },
  params: z.strictObject({ identityProviderId: id, domain: domainName }),
  response: emailDomain,
} as const;

const unit = {
  access: { kind: 'permission', permission: 'organizational-units:write' },
  params: z.strictObject({ organizationalUnitId: id, domain: domainName }),
  response: emailDomain,
} as const;

export const verifyProviderDomain = endpoint({
  method: 'POST',
  path: '/v1/identity-providers/{identityProviderId}/domains/{domain}/verification',
  records: ['identityProvider.domainVerified'],
  summary: 'Looks up the TXT record of a domain now; the domain is verified if it is found',
  ...provider,
});

export const approveProviderDomain = endpoint({
  method: 'POST',
  path: '/v1/identity-providers/{identityProviderId}/domains/{domain}/approval',
  records: ['identityProvider.domainVerified'],
  summary: 'Verifies a domain without the TXT record; global masters only',
  ...provider,
});

export const verifyUnitDomain = endpoint({
  method: 'POST',
  path: '/v1/organizational-units/{organizationalUnitId}/domains/{domain}/verification',
  records: ['unit.domainVerified'],
  summary: 'Looks up the TXT record of a domain now; the domain is verified if it is found',
  ...unit,
});

export const approveUnitDomain = endpoint({
  method: 'POST',
  path: '/v1/organizational-units/{organizationalUnitId}/domains/{domain}/approval',
  records: ['unit.domainVerified'],
  summary: 'Verifies a domain without the TXT record; global masters only',
  ...unit,
});

export const emailDomainEndpoints = [
  verifyProviderDomain,
  approveProviderDomain,
  verifyUnitDomain,
  approveUnitDomain,
] as const;
