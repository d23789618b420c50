import type { OrganizationalUnit } from '@annals/contracts/organizational-units';
import { type Partition, putMember } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
import { createUser, languages, type User, welcomeMailTemplateId } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import { welcomeTexts } from './welcome-mail.texts.ts';

type Language = (typeof languages)[number];

/** What the form asks; named as the call names it, so that the service's errors find their fields. */
export interface InvitationValues {
  email: string;
  name: string;
  organizationalUnitIds: Pick<OrganizationalUnit, 'id' | 'name'>[];
  roles: string[];
  partitions: Pick<Partition, 'id' | 'partitionName'>[];
  memberRole: MemberRole;
  lang: Language;
}

/**
 * The body of POST /v1/users as specification 3 and 9 have it; what our service knows beyond is there only where it was
 * asked for, since another one may refuse it.
 * @param origin where this console is reached
 */
export function invitationBody(values: InvitationValues, origin: string) {
  const { email, name, organizationalUnitIds, roles, lang } = values;
  return {
    email: email.trim(),
    mailTemplateId: welcomeMailTemplateId,
    mailTemplateParameters: {
      email: '{email}',
      ...welcomeTexts[lang],
      ctaLink: `${origin}/set-password`,
      lang,
    },
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(roles.length > 0 && { roles }),
    ...(organizationalUnitIds.length > 0 && {
      organizationalUnitIds: organizationalUnitIds.map(({ id }) => id),
    }),
    ...(lang !== 'en' && { lang }),
  };
}

export interface Invited {
  user: User;
  /** Partitions that did not take the new member, and why. */
  refused: { name: string; error: unknown }[];
}

/** Invites, and makes who is invited a member of the partitions. Only the invitation itself can fail. */
export async function invite(values: InvitationValues): Promise<Invited> {
  const user = await call(createUser, { body: invitationBody(values, window.location.origin) });
  const refused: Invited['refused'] = [];
  for (const { id, partitionName } of values.partitions) {
    const params = { partitionId: id, userId: user.id };
    try {
      await call(putMember, { params, body: { role: values.memberRole } });
    } catch (error) {
      refused.push({ name: partitionName ?? id, error });
    }
  }
  return { user, refused };
}

/** After anything that changes who is invited. */
export async function forgetInvitations(): Promise<void> {
  await Promise.all(
    [['invitations'], ['users'], ['user'], ['organizational-unit'], ['home']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
