import type { ReactNode } from 'react';
import { shownPerson } from '../../../ui/ids/display-names.ts';
import { date, derived, text, type ListColumn } from '../../../ui/list/columns.tsx';
import type { Member } from './members.queries.ts';
import type { useMemberTexts } from './members.texts.ts';

export const nameOfMember = (member: Member): string =>
  shownPerson({ ...member, id: member.userId });

interface MemberCells {
  isPast: boolean;
  ownId: string | undefined;
  roleName: (role: string | undefined) => string | undefined;
  /** Renders the role, editable for users who may change it. */
  renderRole: (member: Member) => ReactNode;
}

/** The columns of the members of a partition. */
export function memberColumns(
  t: ReturnType<typeof useMemberTexts>,
  { isPast, ownId, roleName, renderRole }: MemberCells,
): ListColumn<Member>[] {
  return [
    derived('name', t.name, nameOfMember, {
      render: (member) =>
        member.userId !== '' && member.userId === ownId
          ? `${nameOfMember(member)} (${t.you})`
          : nameOfMember(member),
    }),
    text('username', t.username, { width: '30%', needsRoom: true }),
    date('sinceDate', t.memberSince, { absolute: isPast }),
    derived('role', t.role, ({ role }) => roleName(role), { render: renderRole, width: '220px' }),
  ];
}
