import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';

/** Why an identity of a provider is not signed in, and what to do about it. */
export const refusals = {
  subject_missing: say('noSubject'),
  not_provisioned: say('noAccount'),
  email_missing: say('providerEmailMissing'),
  email_invalid: say('providerEmailInvalid'),
  email_not_verified: say('providerEmailUnverified'),
  account_disabled: say('accountDisabled'),
  beyond_unit: say('providerOfUnit'),
  other_identity_linked: say('linkedElsewhere'),
  domain_not_verified: say('domainNotVerified'),
  email_taken: say('emailIsUserName'),
} as const;
export type Refusal = keyof typeof refusals;

/** A refusal, recorded in the transaction that found it, and thrown after its commit. */
export interface Refused {
  refused: Refusal;
}

export async function writeRefusal(
  { clock }: ServiceContext,
  database: Queryable,
  about: {
    reason: string;
    detail?: ServiceMessage;
    providerId?: string | undefined;
    userId?: string | undefined;
  },
  source: AuditSource,
): Promise<void> {
  const { reason, detail, providerId, userId } = about;
  const subject = providerId === undefined ? null : `identityProvider/${providerId}`;
  await audit.record(
    database,
    { id: null, at: clock(), source },
    'signIn.refused',
    userId === undefined ? subject : `user/${userId}`,
    {
      after: {
        reason,
        ...(detail === undefined ? {} : { detail }),
        ...(providerId === undefined ? {} : { identityProviderId: providerId }),
      },
    },
  );
}
