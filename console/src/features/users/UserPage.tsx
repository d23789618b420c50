import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { User } from '@annals/contracts/users';
import { CallError } from '../../api/errors.ts';
import { useAppState } from '../../api/state.ts';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { Id } from '../../shared/ids/Id.tsx';
import { personName } from '../../shared/ids/person-name.ts';
import { pathTo } from '../../shared/links.ts';
import { wordFor } from '../../shared/states/word-for.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { Facts } from '../../shared/states/Facts.tsx';
import { Panel } from '../../shared/states/Panel.tsx';
import { LineSkeletons } from '../../shared/states/QueryPanel.tsx';
import { Moment } from '../../shared/time/Moment.tsx';
import classes from './UserPage.module.css';
import { UserRoles } from './UserRoles.tsx';
import { userQuery } from './users.queries.ts';
import { useUserTexts } from './users.texts.ts';
import { UserStatus } from './UserStatus.tsx';

/** One user: profile, roles with what each allows, organizational units. */
export function UserPage() {
  const t = useUserTexts();
  const { userId } = useParams({ from: '/v1/users/$userId' });
  const { data: user, error, refetch } = useQuery(userQuery(userId));
  const isMaster = useAppState((state) => state.isGlobalMaster);
  const parents = isMaster ? [{ name: t.users, to: pathTo('v1-users') }] : [];

  if (user === undefined && isNoSuchUser(error))
    return (
      <>
        <PageHeader title={t.noSuchUser} parents={parents} />
        <EmptyState
          title={t.noSuchUser}
          hint={t.noSuchUserHint}
          action={isMaster && <PathLink to={pathTo('v1-users')}>{t.allUsers}</PathLink>}
        />
      </>
    );

  return (
    <>
      <PageHeader
        title={(user && personName(user)) ?? (user || error ? t.user : undefined)}
        parents={parents}
        beside={
          <>
            {user?.status !== undefined && <UserStatus status={user.status} />}
            <Id value={userId} />
          </>
        }
      />
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {(user !== undefined || error === null) && <Panels user={user} />}
    </>
  );
}

/** 400 as well: an id that is not even one cannot be anybody's. */
function isNoSuchUser(error: Error | null): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400);
}

function Panels({ user }: { user: User | undefined }) {
  const t = useUserTexts();
  return (
    <div className={classes.panels}>
      <Panel title={t.profile}>
        {user ? <Profile user={user} /> : <LineSkeletons lines={6} />}
      </Panel>
      <Panel title={t.roles}>
        {user ? <UserRoles roles={user.roles ?? []} /> : <LineSkeletons lines={3} />}
      </Panel>
      <Panel title={t.units}>{user ? <Units user={user} /> : <LineSkeletons lines={2} />}</Panel>
    </div>
  );
}

function Profile({ user }: { user: User }) {
  const t = useUserTexts();
  return (
    <Facts
      facts={[
        [t.name, user.name],
        [t.username, user.username],
        [t.email, user.email],
        [t.language, user.lang && wordFor(t.languages, user.lang)],
        [t.created, <Moment key="created" value={user.createdDate} />],
        [
          t.lastSignIn,
          user.lastSignInDate === null ? (
            t.never
          ) : (
            <Moment key="last" value={user.lastSignInDate} />
          ),
        ],
      ]}
    />
  );
}

function Units({ user }: { user: User }) {
  const t = useUserTexts();
  const units = user.organizationalUnits ?? [];
  if (units.length === 0) return <p className={classes.quiet}>{t.noUnits}</p>;
  return (
    <ul className={classes.plainList}>
      {units.map((unit) => (
        <li key={unit.id} className={classes.unit}>
          {unit.name}
          <Id value={unit.id} />
        </li>
      ))}
    </ul>
  );
}
