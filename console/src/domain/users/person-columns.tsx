import type { User } from '../../platform/api/things.ts';
import { personName, shownPerson } from '../../ui/ids/display-names.ts';
import { derived, text, type ListColumn } from '../../ui/list/columns.tsx';
import { LookAlike } from './LookAlike.tsx';
import { UserStatus } from './UserStatus.tsx';

/**
 * The columns of a list of users that every such list begins with: the name with the email below it, and the status. A column
 * of emails can be shown as well.
 */
export const personColumns = (
  labels: { name: string; email: string; status: string },
  width: { name?: string; status: string },
): ListColumn<User>[] => [
  derived('name', labels.name, (user) => personName(user), {
    render: (user) =>
      user.looksLike ? (
        <>
          {shownPerson(user)} <LookAlike user={user} />
        </>
      ) : (
        shownPerson(user)
      ),
    sortable: true,
    ...(width.name !== undefined && { width: width.name }),
    below: {
      column: 'email',
      render: (user) => (user.email === personName(user) ? undefined : user.email),
    },
  }),
  text('email', labels.email, { sortable: true, hiddenAtFirst: true, width: '24%' }),
  text('status', labels.status, {
    render: ({ status }) => status && <UserStatus status={status} />,
    width: width.status,
  }),
];
