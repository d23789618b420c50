import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';

/** Why an identity of a provider is not signed in, and what to do about it. */
export const refusals = {
  subject_missing:
    'The provider did not say who you are. Ask an administrator to check its settings.',
  not_provisioned: 'You have no account here for this provider. Ask an administrator for one.',
  email_missing:
    'The provider sent no email address, which is needed to find or create your account.',
  email_invalid:
    'The email address that the provider sent is not valid, so your account cannot be found or created. Ask an administrator.',
  email_not_verified:
    'The provider has not verified your email address. Verify it there, and try again.',
  account_disabled: 'Your account is disabled. Ask an administrator.',
  beyond_unit:
    'This provider belongs to an organizational unit and cannot sign you in. Sign in another way.',
  other_identity_linked:
    'Your account is linked to another account at this provider. Sign in with that one, or unlink it first.',
  domain_not_verified:
    'The domain of your email address is not verified for this provider. Sign in another way, or ask an administrator to verify it.',
  email_taken: 'Your email address is the user name of another user. Ask an administrator.',
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
    detail?: string;
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
