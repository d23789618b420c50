import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { explainAccess, listUserSessions } from '@annals/contracts/user-administration';
import type { User } from '../../platform/api/things.ts';
import type { AnswerOf } from '../../platform/api/told.ts';
import { isRefused, queryOf } from '../../platform/api/query.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { shownName, shownPerson } from '../../ui/ids/display-names.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { usePartitionsUnknown } from '../../domain/access/access-unknown.ts';
import { AccessViewLink, useAccessView } from '../../domain/access-graph/AccessViewLink.tsx';
import { membershipsList } from '../../domain/memberships/memberships.queries.ts';
import { type AccessEverywhere, Memberships } from '../../domain/memberships/Memberships.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { LineSkeletons, QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { WrittenVersions } from '../../domain/versions/WrittenVersions.tsx';
import { ExplainAccess, Reasons } from './ExplainAccess.tsx';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';

// The layout of a graph is loaded on demand.
const UserAccessGraph = lazyNamed(() => import('./UserAccessGraph.tsx'), 'UserAccessGraph');

/** The partitions a user can open, by role or membership, and the latest writes. */
export function UserPartitions({ user }: { user: User }) {
  const t = useUserPageTexts();
  const labelsOf = useRoleLabels();
  const { asOf } = useTimeTravel();
  const query = useQuery(queryOf(explainAccess, { params: { userId: user.id }, query: { asOf } }));
  const name = shownPerson(user);
  if (useAccessView() === 'graph' && !isRefused(query.error))
    return (
      <div className={classes.stack}>
        <Suspense fallback={<LineSkeletons lines={8} />}>
          <UserAccessGraph user={user} />
        </Suspense>
      </div>
    );
  return (
    <div className={classes.stack}>
      <QueryPanel title={t.opens} query={query} lines={3} action={<AccessViewLink view="graph" />}>
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

/** The number of partitions that the overview names. */
const namedPartitions = 5;

/** What a user can open and why, for the first screen of their page. */
export function AccessSummary({ user }: { user: User }) {
  const t = useUserPageTexts();
  const { asOf, at, withAsOf } = useTimeTravel();
  const params = { userId: user.id };
  const access = useQuery(queryOf(explainAccess, { params, query: { asOf } }));
  const memberships = useQuery(membershipsList.queryAt({}, { params, query: at }));
  // Reasons and partitions appear together: the panels below would move twice.
  const { data, error, refetch } = access;
  const both = { data: memberships.isPending ? undefined : data, error, refetch };
  const partitions = memberships.data?.data.filter(({ role }) => role !== null) ?? [];
  const rest = partitions.length - namedPartitions;
  const unknown = usePartitionsUnknown(memberships.data?.data);
  if (isRefused(access.error)) return null;
  return (
    <QueryPanel title={t.opens} query={both} lines={4}>
      {(explained) => (
        <div className={classes.answer}>
          <p className={classes.verdict}>{verdict(explained, t)(shownPerson(user))}</p>
          {explained.reasons.length > 0 && <Reasons reasons={explained.reasons} />}
          {partitions.length > 0 && (
            <ul className={classes.list} aria-label={t.memberOf}>
              {partitions.slice(0, namedPartitions).map(({ id, partitionName, role }) => (
                <li key={id}>
                  <PathLink to={withAsOf(pathTo('v1-partitions-partitionId', { partitionId: id }))}>
                    {shownName(partitionName, id)}
                  </PathLink>{' '}
                  · {labelFor(t.memberRoles, role ?? '')}
                </li>
              ))}
            </ul>
          )}
          {rest > 0 && <p className={classes.quiet}>{t.morePartitions(rest)}</p>}
          {unknown !== undefined && <p className={classes.quiet}>{unknown}</p>}
        </div>
      )}
    </QueryPanel>
  );
}

/** Where a user is signed in, for the first screen of their page. */
export function SessionSummary({ user }: { user: User }) {
  const t = useUserPageTexts();
  const params = { userId: user.id };
  const sessions = useQuery(queryOf(listUserSessions, { params }));
  // Its tab says so.
  if (isRefused(sessions.error)) return null;
  return (
    <QueryPanel title={t.sessions} query={sessions} lines={2} beside={({ data }) => data.length}>
      {({ data }) => {
        const [newest] = data.toSorted(
          (one, other) => Date.parse(other.lastSeenDate) - Date.parse(one.lastSeenDate),
        );
        return newest ? (
          <p className={classes.quiet}>
            {t.lastSeen} <Moment value={newest.lastSeenDate} withRelative />
          </p>
        ) : (
          <p className={classes.quiet}>{t.noSessions}</p>
        );
      }}
    </QueryPanel>
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
