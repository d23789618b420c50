import { Suspense } from 'react';
import { explainAccess, listUserSessions } from '@annals/contracts/user-administration';
import { getUser } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { momentFact } from '../../platform/time/moment-fact.tsx';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { LookAlike } from '../../domain/users/LookAlike.tsx';
import { risksOf } from '../../domain/users/user-risks.ts';
import { useUserRiskTexts } from '../../domain/users/user-risks.texts.ts';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';
import { useUserTexts } from './users.texts.ts';
import { UserRoles } from './UserRoles.tsx';
import { UserUnits } from './UserUnits.tsx';

const loadSummaries = () => import('./UserPartitions.tsx');
const AccessSummary = lazyNamed(loadSummaries, 'AccessSummary');
const SessionSummary = lazyNamed(loadSummaries, 'SessionSummary');

interface UserOverviewProps {
  user: User;
  mayChange: boolean;
}

export function UserOverview({ user, mayChange }: UserOverviewProps) {
  const t = useUserPageTexts();
  const { isPast } = useTimeTravel();
  const explains = useCapability(explainAccess);
  const hasSessions = useCapability(listUserSessions);
  return (
    <div className={classes.overview}>
      <div className={classes.panels}>
        <Panel title={t.profile}>
          <Profile user={user} />
        </Panel>
        {explains && (
          <Suspense fallback={<ToCome title={t.opens} lines={4} />}>
            <AccessSummary user={user} />
          </Suspense>
        )}
        <div className={classes.stack}>
          <UserRoles user={user} mayChange={mayChange} brief />
          <UserUnits user={user} mayChange={mayChange} />
          {hasSessions && !isPast && (
            <Suspense fallback={<ToCome title={t.sessions} lines={2} />}>
              <SessionSummary user={user} />
            </Suspense>
          )}
          <AdditionalFields row={getUser} value={user} />
        </div>
      </div>
    </div>
  );
}

function ToCome({ title, lines }: { title: string; lines: number }) {
  return (
    <Panel title={title}>
      <LineSkeletons lines={lines} />
    </Panel>
  );
}

const yesNoOrUndefined = (value: boolean | undefined, yes: string, no: string) =>
  value === undefined ? undefined : value ? yes : no;

function Profile({ user }: { user: User }) {
  const t = useUserTexts();
  const words = useUserPageTexts();
  const { hasPassword, secondFactor, lastSignInDate, lockedUntil, accessEndsDate } = user;
  const riskWords = useUserRiskTexts();
  const risks = risksOf(user).map((risk) => riskWords.names[risk]);
  const shownRisks = risks.length > 0 ? <strong>{risks.join(', ')}</strong> : undefined;
  return (
    <Facts
      facts={[
        [riskWords.risks, shownRisks],
        [t.name, user.name],
        [
          t.username,
          user.looksLike ? (
            <>
              {user.username}{' '}
              <PathLink to={pathTo('v1-users-userId', { userId: user.looksLike.id })}>
                <LookAlike user={user} />
              </PathLink>
            </>
          ) : (
            user.username
          ),
        ],
        [t.email, user.email],
        [t.language, user.lang && labelFor(t.languages, user.lang)],
        [t.created, momentFact(user.createdDate)],
        // There is no history of sign-ins.
        [t.lastSignIn, momentFact(lastSignInDate, { never: t.never, absolute: true })],
        [words.signInWith, yesNoOrUndefined(hasPassword, words.password, words.noPassword)],
        [words.secondFactor, yesNoOrUndefined(secondFactor, words.has, words.hasNot)],
        [words.accessEnds, momentFact(accessEndsDate ?? undefined, { absolute: true })],
        [words.lockedUntil, momentFact(lockedUntil ?? undefined, { absolute: true })],
      ]}
    />
  );
}
