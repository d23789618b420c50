import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getDataSystem } from '@annals/contracts/system';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { useCapability } from '../../shared/permissions/capabilities.ts';
import { useMayI } from '../../shared/permissions/my-permissions.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { authenticationSystemQuery, dataSystemQuery } from '../../shared/system/system.queries.ts';
import { systemProblems } from '../../shared/system/system-problems.ts';
import {
  type ChangeSetsToAttend,
  useAreChangeSetsPending,
  useChangeSetsToAttend,
} from './change-sets-to-attend.ts';
import {
  expiringTokensQuery,
  healthQuery,
  neverSignedInQuery,
  openInvitationsQuery,
  pendingDomainsQuery,
  soonDays,
} from './home.queries.ts';
import classes from './NeedsAttention.module.css';
import { useHomeTexts } from './home.texts.ts';
import { ServiceCard } from './Services.tsx';
import {
  useAreWebhooksPending,
  useWebhooksToAttend,
  type WebhooksToAttend,
} from './webhooks-to-attend.ts';

interface Total {
  value: number;
  estimate: boolean;
}

/** Whether it is not known yet if anything needs attention. */
export function useIsAttentionPending(): boolean {
  const areChangeSetsPending = useAreChangeSetsPending();
  const areWebhooksPending = useAreWebhooksPending();
  return areChangeSetsPending || areWebhooksPending;
}

/** What needs attention: of change sets and webhooks for everyone, of all else for administrators. Each card links to the list it counts. */
export function NeedsAttention() {
  const t = useHomeTexts();
  const mayI = useMayI();
  const users = mayI('users:read');
  const tokens = mayI('tokens:read');
  const operations = mayI('operations:read');
  const providers = mayI('identity-providers:write');
  const units = mayI('organizational-units:write');
  // While the capabilities load, the cards show placeholders and send no requests.
  const enabled = useQuery(rolesQuery()).isSuccess;
  // A service that ignores the filters would count everything.
  const counts =
    useCapability('listQueries') && [users, tokens, operations, providers, units].includes(true);
  const changeSets = useChangeSetsToAttend();
  const webhooks = useWebhooksToAttend();
  if (!counts && changeSets.length === 0 && webhooks.length === 0) return null;
  return (
    <section aria-labelledby="home-needs-attention">
      <h2 id="home-needs-attention" className={classes.heading}>
        {t.needsAttention}
      </h2>
      <ul className={classes.cards}>
        {changeSets.map((some) => (
          <ChangeSets key={`${some.attention} ${some.partitionId}`} {...some} />
        ))}
        {webhooks.map((some) => (
          <Webhooks key={some.partitionId} {...some} />
        ))}
        {counts && operations && <System enabled={enabled} />}
        {counts && operations && <SilentService service="authentication" enabled={enabled} />}
        {counts && operations && <SilentService service="data" enabled={enabled} />}
        {counts && users && <Invitations enabled={enabled} />}
        {counts && tokens && <Tokens enabled={enabled} />}
        {counts && users && <NeverSignedIn enabled={enabled} />}
        {counts && providers && <PendingProviderDomains enabled={enabled} />}
        {counts && units && <PendingUnitDomains enabled={enabled} />}
      </ul>
    </section>
  );
}

/** Which of a partition's change sets a card counts. */
const listed = {
  TO_REVIEW: { toReview: 'true' },
  CHANGES_REQUESTED: { mine: 'true', state: 'CHANGES_REQUESTED' },
  TO_COMMIT: { state: 'APPROVED' },
  BREAK_GLASS: { state: 'COMMITTED' },
} as const;

/** The change sets that wait for the same thing in one partition; links directly to a single one. */
function ChangeSets({ attention, partitionId, partitionName, ids }: ChangeSetsToAttend) {
  const t = useHomeTexts();
  const [changeSetId, another] = ids;
  const to =
    changeSetId !== undefined && another === undefined
      ? pathTo('v1-partitions-partitionId-change-sets-changeSetId', { partitionId, changeSetId })
      : pathTo('v1-partitions-partitionId-change-sets', { partitionId }, listed[attention]);
  return (
    <CountCard
      query={{ data: { value: ids.length, estimate: false }, isError: false }}
      what={t.changeSets[attention](ids.length, partitionName)}
      to={to}
    />
  );
}

/** The webhooks of one partition that do not deliver; links directly to a single one. */
function Webhooks({ partitionId, partitionName, ids }: WebhooksToAttend) {
  const t = useHomeTexts();
  const [webhookId, another] = ids;
  const to =
    webhookId !== undefined && another === undefined
      ? pathTo('v1-partitions-partitionId-webhooks-webhookId', { partitionId, webhookId })
      : pathTo('v1-partitions-partitionId', { partitionId }, { tab: 'webhooks' });
  return (
    <CountCard
      query={{ data: { value: ids.length, estimate: false }, isError: false }}
      what={t.webhooks(ids.length, partitionName)}
      to={to}
    />
  );
}

interface Enabled {
  enabled: boolean;
}

function Invitations({ enabled }: Enabled) {
  const t = useHomeTexts();
  return (
    <CountCard
      query={useQuery({ ...openInvitationsQuery, enabled })}
      what={t.openInvitations}
      to={pathTo('user-management', {}, { tab: 'invitations', open: 'true' })}
    />
  );
}

function Tokens({ enabled }: Enabled) {
  const t = useHomeTexts();
  return (
    <CountCard
      query={useQuery({ ...expiringTokensQuery, enabled })}
      what={t.endingTokens(soonDays)}
      to={pathTo('v1-tokens', {}, { within: String(soonDays) })}
    />
  );
}

function NeverSignedIn({ enabled }: Enabled) {
  const t = useHomeTexts();
  return (
    <CountCard
      query={useQuery({ ...neverSignedInQuery, enabled })}
      what={t.neverSignedIn}
      to={pathTo('v1-users', {}, { signIn: 'never' })}
    />
  );
}

/** Shown only while something is pending; links directly to a single item. */
function PendingProviderDomains({ enabled }: Enabled) {
  const t = useHomeTexts();
  const query = useQuery({ ...pendingDomainsQuery('providers'), enabled });
  const { total, onlyId } = query.data ?? {};
  if (!total || total.value === 0) return null;
  return (
    <CountCard
      query={{ data: total, isError: query.isError }}
      what={t.pendingDomains.providers}
      to={
        onlyId === undefined
          ? pathTo('v1-identity-providers')
          : pathTo('v1-identity-providers-idpId', { idpId: onlyId })
      }
    />
  );
}

function PendingUnitDomains({ enabled }: Enabled) {
  const t = useHomeTexts();
  const query = useQuery({ ...pendingDomainsQuery('units'), enabled });
  const { total, onlyId } = query.data ?? {};
  if (!total || total.value === 0) return null;
  return (
    <CountCard
      query={{ data: total, isError: query.isError }}
      what={t.pendingDomains.units}
      to={
        onlyId === undefined
          ? pathTo('v1-organizational-units')
          : pathTo('v1-organizational-units-orgUnitId', { orgUnitId: onlyId })
      }
    />
  );
}

/** Shown only while something is wrong. */
function System({ enabled }: Enabled) {
  const t = useHomeTexts();
  const isOffered = useCapability(getDataSystem);
  const may = { enabled: enabled && isOffered };
  const authentication = useQuery({ ...authenticationSystemQuery, ...may });
  const data = useQuery({ ...dataSystemQuery, ...may });
  const readAt = Math.max(authentication.dataUpdatedAt, data.dataUpdatedAt);
  const { length: value } = systemProblems(authentication.data, data.data, readAt);
  if (!isOffered || value === 0) return null;
  const total = { value, estimate: false };
  return (
    <CountCard
      query={{ data: total, isError: false }}
      what={t.systemProblems(value)}
      to={pathTo('system')}
    />
  );
}

interface CountCardProps {
  query: Pick<UseQueryResult<Total>, 'data' | 'isError'>;
  what: string;
  to: string;
}

/** Hidden where the service cannot count. */
function CountCard({ query: { data, isError }, what, to }: CountCardProps) {
  const t = useHomeTexts();
  if (isError) return null;
  return (
    <li>
      <PathLink to={to} className={classes.card} aria-busy={data === undefined}>
        <span className={classes.count} data-none={data?.value === 0 || undefined}>
          {data === undefined ? '…' : t.total(data.value, data.estimate)}
        </span>
        <span>{what}</span>
      </PathLink>
    </li>
  );
}

/** Shown only while the service does not answer; what it answers is below, among the services. */
function SilentService({ service, enabled }: Enabled & { service: 'authentication' | 'data' }) {
  const { isError } = useQuery({ ...healthQuery(service), enabled });
  return isError && <ServiceCard service={service} enabled={enabled} />;
}
