import type { User } from '@annals/contracts/users';
import { Memberships } from '../../shared/memberships/Memberships.tsx';
import { WrittenVersions } from '../../shared/versions/WrittenVersions.tsx';
import { ExplainAccess } from './ExplainAccess.tsx';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';

/** The partitions of a user, their last writes, and an explanation of their access. */
export function UserPartitions({ user }: { user: User }) {
  const t = useUserPageTexts();
  return (
    <div className={classes.stack}>
      <Memberships userId={user.id}>
        <div className={classes.panels}>
          <ExplainAccess user={user} />
          <WrittenVersions title={t.wroteLast} userId={user.id} none={t.wroteNothing} />
        </div>
      </Memberships>
    </div>
  );
}
