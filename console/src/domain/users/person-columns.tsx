import type { User } from '../../platform/api/things.ts';
import { personName, shownPerson } from '../../ui/ids/display-names.ts';
import { derived, text, type ListColumn } from '../../ui/list/columns.tsx';
import { LookAlike } from './LookAlike.tsx';
import { UserStatus } from './UserStatus.tsx';

/** The columns of a list of users that every such list begins with: name, email and status. */
export const personColumns = (
  labels: { name: string; email: string; status: string },
  widths: { email: string; status: string },
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
  }),
  text('email', labels.email, { sortable: true, width: widths.email }),
  text('status', labels.status, {
    render: ({ status }) => status && <UserStatus status={status} />,
    width: widths.status,
  }),
];
