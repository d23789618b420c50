import type { User } from '@annals/contracts/users';
import { Facts } from '../../shared/states/Facts.tsx';
import { Panel } from '../../shared/states/Panel.tsx';
import { LineSkeletons } from '../../shared/states/QueryPanel.tsx';
import { wordFor } from '../../shared/states/word-for.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';
import { useUserTexts } from './users.texts.ts';
import { UserUnits } from './UserUnits.tsx';

interface UserOverviewProps {
  /** Undefined while it loads. */
  user: User | undefined;
  mayChange: boolean;
}

export function UserOverview({ user, mayChange }: UserOverviewProps) {
  const t = useUserPageTexts();
  const { units } = useUserTexts();
  return (
    <div className={classes.panels}>
      <Panel title={t.profile}>
        {user ? <Profile user={user} /> : <LineSkeletons lines={7} />}
      </Panel>
      {user ? (
        <UserUnits user={user} mayChange={mayChange} />
      ) : (
        <Panel title={units}>
          <LineSkeletons lines={2} />
        </Panel>
      )}
    </div>
  );
}

function Profile({ user }: { user: User }) {
  const t = useUserTexts();
  const words = useUserPageTexts();
  const { hasPassword, secondFactor, lastSignInDate, lockedUntil } = user;
  return (
    <Facts
      facts={[
        [t.name, user.name],
        [t.username, user.username],
        [t.email, user.email],
        [t.language, user.lang && wordFor(t.languages, user.lang)],
        [t.created, <Moment key="created" value={user.createdDate} />],
        // Sign-ins have no history.
        ...(lastSignInDate === undefined
          ? []
          : [
              [
                t.lastSignIn,
                lastSignInDate === null ? t.never : <Moment key="last" value={lastSignInDate} />,
              ] as const,
            ]),
        ...(hasPassword === undefined
          ? []
          : [[words.signInWith, hasPassword ? words.password : words.noPassword] as const]),
        ...(secondFactor === undefined
          ? []
          : [[words.secondFactor, secondFactor ? words.has : words.hasNot] as const]),
        ...(lockedUntil
          ? [[words.lockedUntil, <Moment key="locked" value={lockedUntil} absolute />] as const]
          : []),
      ]}
    />
  );
}
