import type { ReactNode } from 'react';
import { personName } from '../../../shared/ids/person-name.ts';
import { shortenId } from '../../../shared/ids/shorten-id.ts';
import type { ListColumn } from '../../../shared/list/list-columns.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import type { Member } from './members.queries.ts';
import type { useMemberTexts } from './members.texts.ts';

export const nameOfMember = (member: Member): string =>
  personName({ ...member, id: member.userId }) ?? shortenId(member.userId);

interface MemberCells {
  isPast: boolean;
  ownId: string | undefined;
  roleName: (role: string) => string;
  /** The role, to be changed by those who may. */
  renderRole: (member: Member) => ReactNode;
}

/** The columns of the members of a partition. */
export function memberColumns(
  t: ReturnType<typeof useMemberTexts>,
  { isPast, ownId, roleName, renderRole }: MemberCells,
): ListColumn<Member>[] {
  return [
    {
      id: 'name',
      header: t.name,
      value: nameOfMember,
      cell: (member) =>
        member.userId === ownId ? `${nameOfMember(member)} (${t.you})` : nameOfMember(member),
    },
    {
      id: 'username',
      header: t.username,
      value: ({ username }) => username,
      cell: ({ username }) => username,
      width: '30%',
    },
    {
      id: 'sinceDate',
      header: t.memberSince,
      value: ({ sinceDate }) => sinceDate,
      cell: ({ sinceDate }) =>
        sinceDate !== undefined && <Moment value={sinceDate} absolute={isPast} />,
      width: '170px',
    },
    {
      id: 'role',
      header: t.role,
      value: ({ role }) => roleName(role),
      cell: renderRole,
      width: '220px',
    },
  ];
}
