import { useQuery } from '@tanstack/react-query';
import { explainAccess } from '@annals/contracts/user-administration';
import type { User } from '../../platform/api/things.ts';
import type { AnswerOf } from '../../platform/api/told.ts';
import { queryOf } from '../../platform/api/query.ts';
import { shownPerson } from '../../ui/ids/display-names.ts';
import { type AccessEverywhere, Memberships } from '../../domain/memberships/Memberships.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { WrittenVersions } from '../../domain/versions/WrittenVersions.tsx';
import { ExplainAccess, Reasons } from './ExplainAccess.tsx';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';

/** The partitions a user can open, by role or membership, and the latest writes. */
export function UserPartitions({ user }: { user: User }) {
  const t = useUserPageTexts();
  const labelsOf = useRoleLabels();
  const { asOf } = useTimeTravel();
  const query = useQuery(queryOf(explainAccess, { params: { userId: user.id }, query: { asOf } }));
  const name = shownPerson(user);
  return (
    <div className={classes.stack}>
      <QueryPanel title={t.opens} query={query} lines={3}>
        {(explained) => (
          <div className={classes.answer}>
            <p className={classes.verdict}>{verdict(explained, t)(name)}</p>
            {explained.reasons.length > 0 && <Reasons reasons={explained.reasons} />}
          </div>
        )}
      </QueryPanel>
      {!query.isPending && (
        <Memberships
          userId={user.id}
          everywhere={
            query.data && everywhereOf(query.data, (role) => labelsOf({ name: role }).name)
          }
        >
          <div className={classes.panels}>
            <ExplainAccess user={user} />
            <WrittenVersions title={t.recentWrites} userId={user.id} none={t.noWrites} />
          </div>
        </Memberships>
      )}
    </div>
  );
}

type Explained = AnswerOf<typeof explainAccess>;

const isLockedOut = ({ reasons }: Explained) => reasons.some(({ kind }) => kind === 'STATUS');

function verdict(explained: Explained, t: ReturnType<typeof useUserPageTexts>) {
  if (isLockedOut(explained)) return t.opensNothing;
  if (explained.mayWrite) return t.opensAllToWrite;
  return explained.mayRead ? t.opensAllToRead : t.opensListed;
}

function everywhereOf(explained: Explained, roleName: (role: string) => string): AccessEverywhere {
  const roles = explained.reasons.filter(({ kind, grants }) => kind === 'ROLE' && grants);
  return {
    role: explained.role,
    mayWrite: explained.mayWriteAsMember === true,
    isLockedOut: isLockedOut(explained),
    through: [...new Set(roles.map(({ role = '' }) => roleName(role)))],
  };
}
