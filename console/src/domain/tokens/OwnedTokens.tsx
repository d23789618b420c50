import { useMemo, type ReactNode } from 'react';
import { fitsInPath } from '../../platform/api/request.ts';
import type { ApiToken } from '../../platform/api/things.ts';
import { shownName, visibleText } from '../../ui/ids/display-names.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { date, derived, momentWidth, text, type ListColumn } from '../../ui/list/columns.tsx';
import type { useListQuery } from '../../ui/list/list-of.ts';
import type { ListState } from '../../ui/list/useListState.ts';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { useOwnedTokenTexts } from './owned-tokens.texts.ts';

interface OwnedTokensProps {
  label: string;
  list: ListState<never>;
  query: ReturnType<typeof useListQuery<ApiToken, readonly unknown[]>>;
  none: string;
  /** Renders the actions on a token; absent for read-only access. */
  renderActions?: ((token: ApiToken) => ReactNode) | undefined;
}

/** The API tokens of one user or application. */
export function OwnedTokens({ label, list, query, none, renderActions }: OwnedTokensProps) {
  const t = useOwnedTokenTexts();
  const columns = useMemo(() => columnsOf(t), [t]);
  const actions: ListColumn<ApiToken> = {
    id: 'actions',
    header: t.actions,
    render: (token) => fitsInPath(token.id) && renderActions?.(token),
    align: 'end',
    unlabelled: true,
    width: '130px',
  };
  return (
    <DataList
      list={list}
      query={query}
      label={label}
      columns={renderActions ? [...columns, actions] : columns}
      rowId={({ id }) => id}
      none={{ title: none }}
    />
  );
}

export const nameOfToken = ({ description, prefix, id }: ApiToken): string =>
  shownName(visibleText(description) ?? prefix, id);

function columnsOf(t: ReturnType<typeof useOwnedTokenTexts>): ListColumn<ApiToken>[] {
  const may = ({ scopes }: ApiToken) => scopes?.map((scope) => labelFor(t.scope, scope)).join(', ');
  return [
    derived('description', t.description, nameOfToken),
    text('prefix', t.prefix, {
      render: ({ prefix }) => prefix !== undefined && <code>{prefix}…</code>,
      width: '180px',
      needsRoom: true,
    }),
    derived('scopes', t.scopes, may, { width: '170px', needsRoom: true, twoLines: true }),
    text('expiresDate', t.expires, {
      render: ({ expired, expiresDate }) =>
        expired === true ? (
          <StatusBadge tone="off">{t.expired}</StatusBadge>
        ) : expiresDate === null ? (
          t.never
        ) : (
          expiresDate && <Moment value={expiresDate} withRelative />
        ),
      width: momentWidth,
    }),
    date('lastUsedDate', t.lastUsed, { never: t.never }),
    date('createdDate', t.created, { hiddenAtFirst: true }),
  ];
}
