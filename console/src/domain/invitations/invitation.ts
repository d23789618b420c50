import type { CallInput } from '@annals/contracts/endpoint';
import { putMember } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
import { createUser, type languages, welcomeMailTemplateId } from '@annals/contracts/users';
import { trimInvisible } from '@annals/contracts/unseen-characters';
import type { OrganizationalUnit, Partition, User } from '../../platform/api/things.ts';
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
  /** Only of the seat of an auditor. */
  accessEndsDate?: string | null;
}

/** The seat of an auditor: what they may read, and until when. */
export interface SeatValues extends Pick<
  InvitationValues,
  'email' | 'name' | 'lang' | 'organizationalUnitIds'
> {
  partitions: Membership['partition'][];
  auditLog: boolean;
  /** Null: not a date. */
  accessEndsDate: string | null;
}

export const seatChecks = (t: InvitationTexts) => ({
  email: emailProblem,
  accessEndsDate: (ends: string | null) =>
    Date.parse(ends ?? '') > Date.now() ? null : t.accessEndsMissing,
  partitions: (partitions: readonly unknown[], { organizationalUnitIds, auditLog }: SeatValues) =>
    partitions.length > 0 || organizationalUnitIds.length > 0 || auditLog ? null : t.nothingToAudit,
});

/** The invitation by which an auditor gets a seat: ordinary roles and memberships of an account whose access ends. */
export const seatInvitation = ({
  partitions,
  auditLog,
  organizationalUnitIds,
  ...values
}: SeatValues): InvitationValues => ({
  ...values,
  organizationalUnitIds,
  roles: [
    ...(organizationalUnitIds.length > 0 ? ['UNIT_AUDITOR'] : []),
    ...(auditLog ? ['AUDIT_LOG_READER'] : []),
  ],
  memberships: partitions.map((partition) => ({ partition, role: 'READER' })),
});

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
  const { email, name, lang, organizationalUnitIds, roles, accessEndsDate } = values;
  const address = trimInvisible(email);
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
    ...(trimInvisible(name) !== '' && { name: trimInvisible(name) }),
    ...(roles.length > 0 && { roles }),
    ...(accessEndsDate && { accessEndsDate }),
    ...(organizationalUnitIds.length > 0 && {
      organizationalUnitIds: organizationalUnitIds.map(({ id }) => id),
    }),
  };
}

export interface FailedMembership {
  membership: Membership;
  error: unknown;
}

export interface Invited {
  user: User;
  failed: FailedMembership[];
}

/** Invites a user, then adds the memberships. Their failure must not repeat the invitation. */
export async function invite(values: InvitationValues): Promise<Invited> {
  const user = await call(createUser, { body: invitationBody(values, location.origin) });
  return { user, failed: await addMemberships(user.id, values.memberships) };
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
