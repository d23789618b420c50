import type { CallInput } from '@annals/contracts/endpoint';
import { putMember } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
import { type createUser, type languages, welcomeMailTemplateId } from '@annals/contracts/users';
import type { OrganizationalUnit, Partition } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { emailProblem } from '../email-addresses/email-problem.ts';
import { type InvitationTexts, welcomeMails } from './invitations.texts.ts';

export interface Membership {
  partition: Pick<Partition, 'id' | 'partitionName'>;
  role: MemberRole;
}

export interface InvitationValues {
  email: string;
  name: string;
  lang: (typeof languages)[number];
  /** Named as in the call, so that errors appear at their fields. */
  organizationalUnitIds: Pick<OrganizationalUnit, 'id' | 'name'>[];
  roles: string[];
  memberships: Membership[];
}

/** @param endsAtUnits whether the signed-in user can only invite into organizational units */
export function checksOf(t: InvitationTexts, endsAtUnits: boolean) {
  return {
    email: emailProblem,
    organizationalUnitIds: (units: readonly unknown[]) =>
      endsAtUnits && units.length === 0 ? t.unitsNeeded : null,
  };
}

/**
 * The user to create, with the welcome mail of the specification.
 * @param origin of this console, where the link of the mail leads
 */
export function invitationBody(
  values: InvitationValues,
  origin: string,
): CallInput<typeof createUser>['body'] {
  const { email, name, lang, organizationalUnitIds, roles } = values;
  const address = email.trim();
  const { headline, body, ctaText, footer } = welcomeMails[lang];
  return {
    email: address,
    mailTemplateId: welcomeMailTemplateId,
    mailTemplateParameters: {
      email: address,
      headline,
      body: body(address),
      ctaText,
      ctaLink: `${origin}/set-password`,
      footer: footer(address),
      lang,
    },
    // Empty fields beyond the specification are omitted, for services that know only the specification's fields.
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(roles.length > 0 && { roles }),
    ...(organizationalUnitIds.length > 0 && {
      organizationalUnitIds: organizationalUnitIds.map(({ id }) => id),
    }),
  };
}

export interface FailedMembership {
  membership: Membership;
  error: unknown;
}

/** Adds a user to partitions, one after the other, and returns the failures. */
export async function addMemberships(
  userId: string,
  memberships: readonly Membership[],
): Promise<FailedMembership[]> {
  const failed: FailedMembership[] = [];
  for (const membership of memberships) {
    const { partition, role } = membership;
    try {
      await call(putMember, {
        params: { partitionId: partition.id, userId },
        body: { role },
      });
    } catch (error) {
      failed.push({ membership, error });
    }
  }
  return failed;
}
