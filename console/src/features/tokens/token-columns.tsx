import type { ApiToken } from '../../platform/api/things.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import {
  date,
  derived,
  momentWidth,
  text,
  type ListColumn,
  type ListFilter,
} from '../../ui/list/columns.tsx';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { Moment } from '../../platform/time/Moment.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import type { TokenTexts } from './tokens.texts.ts';

/** What the viewer may see besides their own tokens. */
export interface TokenViewer {
  anyOwner: boolean;
  users: boolean;
  applications: boolean;
}

/** Omits the owner column for viewers of their own tokens only, and links the viewer may not open. */
export function tokenColumns(t: TokenTexts, viewer: TokenViewer): ListColumn<ApiToken>[] {
  const columns: ListColumn<ApiToken>[] = [
    text('description', t.description, {
      render: (token) => shownName(token.description, token.id),
      width: '24%',
    }),
    derived('owner', t.owner, (token) => token.owner?.name, {
      render: (token) => <TokenOwner token={token} viewer={viewer} />,
      width: '16%',
      twoLines: true,
    }),
    derived('scopes', t.scopes, (token) => scopeLabels(token, t), {
      width: '136px',
      needsRoom: true,
    }),
    text('prefix', t.prefix, {
      render: (token) => token.prefix && <code>{token.prefix}…</code>,
      width: '172px',
      hiddenAtFirst: true,
    }),
    text('expiresDate', t.expires, {
      render: (token) => (tellsExpiry(token) ? <TokenExpiry token={token} t={t} /> : undefined),
      sortable: true,
      width: momentWidth,
    }),
    date('lastUsedDate', t.lastUsed, {
      never: t.never,
      sortable: 'descending',
      needsRoom: true,
    }),
    text('lastUsedAddress', t.lastUsedFrom, { width: '136px', hiddenAtFirst: true }),
    derived('partitionIds', t.partitions, (token) => partitionsText(token, t), {
      width: '190px',
      hiddenAtFirst: true,
    }),
    date('createdDate', t.created, {
      sortable: 'descending',
      hiddenAtFirst: true,
    }),
  ];
  return columns.filter(({ id }) => id !== 'owner' || viewer.anyOwner);
}

type TokenFilter = ListFilter<ApiToken, 'owner' | 'expired' | 'within' | 'unused'>;

export function tokenFilters(t: TokenTexts, { anyOwner }: TokenViewer): TokenFilter[] {
  const owner: TokenFilter = {
    name: 'owner',
    label: t.owner,
    any: t.anyOwner,
    options: [{ value: 'current', label: t.onlyMine }],
  };
  return [
    ...(anyOwner ? [owner] : []),
    {
      name: 'expired',
      label: t.expires,
      any: t.anyExpiry,
      options: [
        { value: 'true', label: t.isExpired },
        { value: 'false', label: t.isValid },
      ],
      // Not computed from the date: the clock of a service may differ from that of the browser.
      valuesOf: ({ expired }) => expired?.toString(),
    },
    {
      name: 'within',
      label: t.expiresWithin,
      any: t.anyTime,
      options: [14, 30, 90].map((days) => ({ value: String(days), label: t.within(days) })),
    },
    {
      name: 'unused',
      label: t.use,
      any: t.anyUse,
      options: [30, 90, 365].map((days) => ({ value: String(days), label: t.unused(days) })),
    },
  ];
}

/** Whether the service says something about the expiry. */
export const tellsExpiry = ({ expired, expiresDate }: ApiToken): boolean =>
  expired !== undefined || expiresDate !== undefined;

export function scopeLabels({ scopes }: ApiToken, t: TokenTexts): string | undefined {
  return scopes?.map((scope) => labelFor(t.scope, scope)).join(', ');
}

/** Undefined if the service does not say which partitions it opens. */
function partitionsText({ partitionIds }: ApiToken, t: TokenTexts): string | undefined {
  if (partitionIds === undefined) return undefined;
  return partitionIds === null ? t.allPartitions : t.somePartitions(partitionIds.length);
}

interface TokenOwnerProps {
  token: ApiToken;
  viewer: TokenViewer;
}

export function TokenOwner({ token: { owner }, viewer }: TokenOwnerProps) {
  if (!owner) return null;
  const name = shownName(owner.name, owner.id);
  if (!(owner.kind === 'APPLICATION' ? viewer.applications : viewer.users)) return name;
  const path =
    owner.kind === 'APPLICATION'
      ? pathTo('v1-applications-applicationId', { applicationId: owner.id })
      : pathTo('v1-users-userId', { userId: owner.id });
  return <PathLink to={path}>{name}</PathLink>;
}

interface TokenExpiryProps {
  token: ApiToken;
  t: TokenTexts;
  withDate?: boolean;
}

export function TokenExpiry({ token, t, withDate = false }: TokenExpiryProps) {
  if (token.expired) return <StatusBadge tone="off">{t.expired}</StatusBadge>;
  return token.expiresDate === null ? (
    t.never
  ) : (
    <Moment value={token.expiresDate} withDate={withDate} withRelative={!withDate} />
  );
}
