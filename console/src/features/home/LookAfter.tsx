import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { useMayI } from '../../shared/permissions/my-permissions.ts';
import {
  endingTokensQuery,
  healthQuery,
  neverSignedInQuery,
  openInvitationsQuery,
  soonDays,
} from './home.queries.ts';
import classes from './LookAfter.module.css';
import { useHomeTexts } from './home.texts.ts';

interface Total {
  value: number;
  estimate: boolean;
}

/** For those who look after users and services: what may want a deed. Each card leads to the list it counts. */
export function LookAfter() {
  const t = useHomeTexts();
  const mayI = useMayI();
  const users = mayI('users:read');
  const tokens = mayI('tokens:read');
  const operations = mayI('operations:read');
  if (!users && !tokens && !operations) return null;
  return (
    <section aria-labelledby="home-look-after">
      <h2 id="home-look-after" className={classes.heading}>
        {t.lookAfter}
      </h2>
      <ul className={classes.cards}>
        {users && <Invitations />}
        {tokens && <Tokens />}
        {users && <NeverSignedIn />}
        {operations && <Health service="authentication" />}
        {operations && <Health service="data" />}
      </ul>
    </section>
  );
}

function Invitations() {
  const t = useHomeTexts();
  return (
    <CountCard
      query={useQuery(openInvitationsQuery())}
      what={t.openInvitations}
      to={pathTo('user-management', {}, { tab: 'invitations' })}
    />
  );
}

function Tokens() {
  const t = useHomeTexts();
  return (
    <CountCard
      query={useQuery(endingTokensQuery())}
      what={t.endingTokens(soonDays)}
      to={pathTo('v1-tokens', {}, { within: String(soonDays) })}
    />
  );
}

function NeverSignedIn() {
  const t = useHomeTexts();
  return (
    <CountCard
      query={useQuery(neverSignedInQuery())}
      what={t.neverSignedIn}
      to={pathTo('v1-users', {}, { signIn: 'never' })}
    />
  );
}

interface CountCardProps {
  query: UseQueryResult<Total>;
  what: string;
  to: string;
}

/** Not there where the service cannot count. */
function CountCard({ query: { data, isError }, what, to }: CountCardProps) {
  const t = useHomeTexts();
  if (isError) return null;
  return (
    <li>
      <PathLink to={to} className={classes.card} aria-busy={data === undefined}>
        <span className={classes.count}>
          {data === undefined ? '…' : t.total(data.value, data.estimate)}
        </span>
        <span>{what}</span>
      </PathLink>
    </li>
  );
}

function Health({ service }: { service: 'authentication' | 'data' }) {
  const t = useHomeTexts();
  const { data, error, isPending } = useQuery(healthQuery(service));
  const name = t.services[service];
  const state = error ? 'away' : isPending ? 'unknown' : 'well';
  return (
    <li>
      <PathLink to={pathTo('migrations')} className={classes.card}>
        <span className={classes.health} data-state={state}>
          {t.health[state]}
        </span>
        <span>{name}</span>
        {data && (
          <span className={classes.facts}>
            {t.versionAndLatency(data.version, data.answeredMs, data.databaseMs)}
          </span>
        )}
      </PathLink>
    </li>
  );
}
