import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Permission } from '@annals/contracts/permissions';
import { getDataSystem, listProviderCertificates } from '@annals/contracts/system';
import { useAppState } from '../../platform/api/state.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { useMayOfferPage } from '../../domain/permissions/may-open.ts';
import { useMayI } from '../../domain/permissions/my-permissions.ts';
import { grouped } from '../../platform/texts.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import {
  authenticationSystemQuery,
  dataSystemQuery,
  providerCertificatesQuery,
} from '../../domain/system/system.queries.ts';
import {
  type AuthenticationSystem,
  certificateProblems,
  systemProblems,
} from '../../domain/system/system-problems.ts';
import {
  type ChangeSetsToAttend,
  useAreChangeSetsPending,
  useChangeSetsToAttend,
} from './needs-attention.ts';
import {
  expiringTokensQuery,
  neverSignedInQuery,
  openInvitationsQuery,
  pendingDomainsQuery,
  soonDays,
  unreadProvidersQuery,
} from './home.queries.ts';
import classes from './NeedsAttention.module.css';
import { type HomeTexts, useHomeTexts } from './home.texts.ts';
import { useSilentServices } from './services.ts';
import {
  useAreWebhooksPending,
  useWebhooksToAttend,
  type WebhooksToAttend,
} from './needs-attention.ts';

/** The counts for administrators, as far as they may see them. */
function useAdministration() {
  const mayI = useMayI();
  // A service that ignores the filters would count everything.
  const hasCounts = useCapability('authentication');
  const hasSystem = useCapability(getDataSystem);
  const hasCertificates = useCapability(listProviderCertificates);
  // Nothing is requested while the capabilities are loading.
  const isKnown = useQuery(rolesQuery()).isSuccess;
  const ask = (permission: Permission) => ({
    enabled: isKnown && hasCounts && mayI(permission),
  });
  const operations = ask('operations:read');
  const system = { enabled: operations.enabled && hasSystem };
  return {
    operates: operations.enabled,
    authentication: useQuery({ ...authenticationSystemQuery, ...system }),
    data: useQuery({ ...dataSystemQuery, ...system }),
    certificates: useQuery({
      ...providerCertificatesQuery,
      enabled: system.enabled && hasCertificates,
    }),
    invitations: useQuery({ ...openInvitationsQuery, ...ask('users:read') }),
    tokens: useQuery({ ...expiringTokensQuery, ...ask('tokens:read') }),
    neverSignedIn: useQuery({ ...neverSignedInQuery, ...ask('users:read') }),
    providers: useQuery({
      ...pendingDomainsQuery('providers'),
      ...ask('identity-providers:write'),
    }),
    unread: useQuery({ ...unreadProvidersQuery, ...ask('identity-providers:write') }),
    units: useQuery({
      ...pendingDomainsQuery('units'),
      ...ask('organizational-units:write'),
    }),
  };
}

/** Whether it is still unknown if anything needs attention. */
export function useIsAttentionPending(): boolean {
  const areChangeSetsPending = useAreChangeSetsPending();
  const areWebhooksPending = useAreWebhooksPending();
  const { operates: _, certificates, ...queries } = useAdministration();
  const areCertificatesLate = useIsOver(certificatesMs);
  // A failed query is retried by its card, which must not disappear meanwhile.
  const areCountsPending = Object.values(queries).some(
    ({ isLoading, isFetched }) => isLoading && !isFetched,
  );
  const areCertificatesPending = !areCertificatesLate && certificates.isLoading;
  return areChangeSetsPending || areWebhooksPending || areCountsPending || areCertificatesPending;
}

/**
 * Certificates are read from the providers. Home waits this long for slow providers; their problems are added
 * later.
 */
const certificatesMs = 1000;

function useIsOver(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver;
}

interface Count {
  value: number;
  /** Whether there may be more. */
  estimate: boolean;
}

/** One thing to do: what waits, and the page where it is done. */
interface QueueItem {
  what: string;
  action: string;
  to: string;
}

/**
 * What needs the user, if anything, in one list: change sets and webhooks for everyone, everything else for
 * administrators. Each line links to the list that it counts.
 */
export function NeedsAttention() {
  const t = useHomeTexts();
  const changeSets = useChangeSetsToAttend();
  const webhooks = useWebhooksToAttend();
  const administration = useAdministrationItems();
  const items = [
    ...changeSets.map(changeSetItem(t)),
    ...webhooks.map(webhookItem(t)),
    ...administration,
  ];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="home-needs-attention">
      <h2 id="home-needs-attention" className={classes.heading}>
        {t.itemsNeedYou(items.length)}
      </h2>
      <ul className={classes.queue}>
        {items.map(({ what, action, to }) => (
          <li key={what}>
            <PathLink to={to} className={classes.item}>
              <span className={classes.what}>{what}</span>{' '}
              <span className={classes.act}>
                {action}
                <IconChevronRight size={16} aria-hidden />
              </span>
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many problems the system has, as far as the user may know them. */
export function useSystemProblemCount(): number {
  const { authentication, data, certificates } = useAdministration();
  const auditWebhooks = useAuditWebhooksToAttend(authentication.data);
  const readAt = Math.max(authentication.dataUpdatedAt, data.dataUpdatedAt);
  // Failing audit log webhooks have their own line for those who can open them.
  return [
    ...systemProblems(authentication.data, data.data, readAt),
    ...certificateProblems(certificates.data?.certificates ?? [], certificates.dataUpdatedAt),
  ].filter(({ kind }) => kind !== 'auditWebhooksFail' || auditWebhooks.length === 0).length;
}

/** What needs administrators and operators, the most urgent first. */
function useAdministrationItems(): QueueItem[] {
  const t = useHomeTexts();
  const { operates, authentication, ...counted } = useAdministration();
  const { invitations, tokens, neverSignedIn, providers, unread, units } = counted;
  const silent = useSilentServices(operates);
  const mayOffer = useMayOfferPage();
  // Who can only read is not asked to do something.
  const mayI = useMayI();
  const actionOf = (permission: Permission, action: string) =>
    mayI(permission) ? action : t.actions.check;
  const auditWebhooks = useAuditWebhooksToAttend(authentication.data);
  const [webhookId, anotherWebhook] = auditWebhooks;
  const problems = useSystemProblemCount();
  const counts = [
    {
      total: { value: auditWebhooks.length, estimate: false },
      what: t.auditWebhooks(auditWebhooks.length),
      action: t.actions.repair,
      to:
        webhookId === undefined || anotherWebhook !== undefined
          ? pathTo('audit-log-webhooks')
          : pathTo('audit-log-webhooks-webhookId', { webhookId }),
    },
    {
      total: { value: problems, estimate: false },
      what: t.systemProblems(problems),
      action: t.actions.check,
      to: pathTo('system'),
    },
    newcomersItem(t, invitations.data, neverSignedIn.data, mayI('users:write')),
    {
      total: tokens.data,
      what: t.endingTokens(tokens.data?.value ?? 0, soonDays),
      action: actionOf('tokens:write', t.actions.replace),
      to: pathTo('v1-tokens', {}, { within: String(soonDays) }),
    },
    {
      total: providers.data?.total,
      what: t.pendingDomains.providers(providers.data?.total.value ?? 0),
      action: t.actions.verify,
      to:
        providers.data?.onlyId === undefined
          ? pathTo('v1-identity-providers')
          : pathTo('v1-identity-providers-idpId', { idpId: providers.data.onlyId }),
    },
    {
      total: unread.data?.total,
      what: t.unreadProviders(unread.data?.total.value ?? 0),
      action: t.actions.check,
      to:
        unread.data?.onlyId === undefined
          ? pathTo('v1-identity-providers')
          : pathTo('v1-identity-providers-idpId', { idpId: unread.data.onlyId }),
    },
    {
      total: units.data?.total,
      what: t.pendingDomains.units(units.data?.total.value ?? 0),
      action: t.actions.verify,
      to:
        units.data?.onlyId === undefined
          ? pathTo('v1-organizational-units')
          : pathTo('v1-organizational-units-orgUnitId', { orgUnitId: units.data.onlyId }),
    },
  ];
  return [
    ...silent.map(({ service, state }) => ({
      what: `${t.services[service]}: ${t.health[state]}`,
      action: t.actions.check,
      to: mayOffer('system') ? pathTo('system') : pathTo('migrations'),
    })),
    ...counts.flatMap(({ total, what, action, to }) =>
      total !== undefined && total.value > 0
        ? [{ what: `${t.total(total.value, total.estimate)} ${what}`, action, to }]
        : [],
    ),
  ];
}

/**
 * Who has not been here yet. Those with an open invitation are among those who have never signed in, so that both are one
 * item: the invitations, where they can be reminded, or the users if there are none.
 */
function newcomersItem(
  t: HomeTexts,
  invitations: Count | undefined,
  neverSignedIn: Count | undefined,
  mayRemind: boolean,
) {
  const invited = invitations?.value ?? 0;
  const never = neverSignedIn?.value ?? 0;
  if (invitations === undefined || invited === 0)
    return {
      total: neverSignedIn,
      what: t.neverSignedIn(never),
      action: t.actions.check,
      to: pathTo('v1-users', {}, { signIn: 'never' }),
    };
  const hasOthers = never > invited;
  return {
    total: hasOthers ? neverSignedIn : invitations,
    what: hasOthers
      ? t.neverSignedInOrInvited(never, invited, t.total(invited, invitations.estimate))
      : t.openInvitations(invited),
    action: mayRemind ? t.actions.remind : t.actions.check,
    to: pathTo('user-management', {}, { tab: 'invitations', open: 'true' }),
  };
}

/** The failing webhooks of the audit log, for those who can open them. */
function useAuditWebhooksToAttend(system: AuthenticationSystem | undefined): readonly string[] {
  const mayI = useMayI();
  const isMaster = useAppState(({ isGlobalMaster }) => isGlobalMaster);
  const mayOpen = isMaster && mayI('events:read') && mayI('roles:write');
  return mayOpen ? (system?.eventWebhooks?.notDelivering ?? []) : [];
}

/** The filter of the change sets that a card counts. */
const listed = {
  TO_REVIEW: { toReview: 'true' },
  CHANGES_REQUESTED: { mine: 'true', state: 'CHANGES_REQUESTED' },
  TO_COMMIT: { mine: 'true' },
  BREAK_GLASS: { state: 'COMMITTED' },
} as const;

/** The change sets of a partition that wait for the same thing; a single one is linked directly. */
const changeSetItem =
  (t: HomeTexts) =>
  ({ attention, partitionId, partitionName, ids }: ChangeSetsToAttend): QueueItem => {
    const [changeSetId, another] = ids;
    return {
      what: `${grouped(ids.length)} ${t.changeSets[attention](ids.length, partitionName)}`,
      action: t.changeSetActions[attention],
      to:
        changeSetId !== undefined && another === undefined
          ? pathTo('v1-partitions-partitionId-change-sets-changeSetId', {
              partitionId,
              changeSetId,
            })
          : pathTo('v1-partitions-partitionId-change-sets', { partitionId }, listed[attention]),
    };
  };

/** The failing webhooks of a partition; a single one is linked directly. */
const webhookItem =
  (t: HomeTexts) =>
  ({ partitionId, partitionName, ids }: WebhooksToAttend): QueueItem => {
    const [webhookId, another] = ids;
    return {
      what: `${grouped(ids.length)} ${t.webhooks(ids.length, partitionName)}`,
      action: t.actions.repair,
      to:
        webhookId !== undefined && another === undefined
          ? pathTo('v1-partitions-partitionId-webhooks-webhookId', { partitionId, webhookId })
          : pathTo('v1-partitions-partitionId', { partitionId }, { tab: 'webhooks' }),
    };
  };
