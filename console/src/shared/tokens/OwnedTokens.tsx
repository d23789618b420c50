import type { ApiToken } from '@annals/contracts/api-tokens';
import { type ReactNode, useMemo } from 'react';
import { DataList } from '../list/DataList.tsx';
import type { ListColumn } from '../list/list-columns.ts';
import type { useListQuery } from '../list/useListQuery.ts';
import type { ListState } from '../list/useListState.ts';
import { StatusBadge } from '../states/StatusBadge.tsx';
import { wordFor } from '../states/word-for.ts';
import { Moment } from '../time/Moment.tsx';
import { useOwnedTokenTexts } from './owned-tokens.texts.ts';

interface OwnedTokensProps {
  label: string;
  list: ListState<never>;
  query: ReturnType<typeof useListQuery<ApiToken, readonly unknown[]>>;
  none: string;
  /** What one can do with a token; absent for those who may do nothing. */
  renderActs?: ((token: ApiToken) => ReactNode) | undefined;
}

/** The API tokens of one user or application. */
export function OwnedTokens({ label, list, query, none, renderActs }: OwnedTokensProps) {
  const t = useOwnedTokenTexts();
  const columns = useMemo(() => columnsOf(t), [t]);
  const acts: ListColumn<ApiToken> = {
    id: 'acts',
    header: t.acts,
    cell: (token) => renderActs?.(token),
    align: 'end',
    unlabelled: true,
    width: '130px',
  };
  return (
    <DataList
      list={list}
      query={query}
      label={label}
      columns={renderActs ? [...columns, acts] : columns}
      rowId={({ id }) => id}
      none={{ title: none }}
    />
  );
}

export const nameOfToken = ({ description, prefix, id }: ApiToken): string =>
  description ?? prefix ?? id;

function columnsOf(t: ReturnType<typeof useOwnedTokenTexts>): ListColumn<ApiToken>[] {
  const may = ({ scopes }: ApiToken) => scopes?.map((scope) => wordFor(t.scope, scope)).join(', ');
  return [
    {
      id: 'description',
      header: t.description,
      value: nameOfToken,
      cell: nameOfToken,
    },
    {
      id: 'prefix',
      header: t.prefix,
      value: ({ prefix }) => prefix,
      cell: ({ prefix }) => prefix !== undefined && <code>{prefix}…</code>,
      width: '180px',
    },
    {
      id: 'scopes',
      header: t.scopes,
      value: may,
      cell: may,
      width: '170px',
    },
    {
      id: 'expiresDate',
      header: t.expires,
      value: ({ expiresDate }) => expiresDate,
      cell: ({ expired, expiresDate }) =>
        expired === true ? (
          <StatusBadge tone="off">{t.expired}</StatusBadge>
        ) : expiresDate === null ? (
          t.never
        ) : (
          <Moment value={expiresDate} />
        ),
      width: '130px',
    },
    {
      id: 'lastUsedDate',
      header: t.lastUsed,
      value: ({ lastUsedDate }) => lastUsedDate,
      cell: ({ lastUsedDate }) =>
        lastUsedDate === null ? t.never : <Moment value={lastUsedDate} />,
      width: '130px',
    },
    {
      id: 'createdDate',
      header: t.created,
      value: ({ createdDate }) => createdDate,
      cell: ({ createdDate }) => <Moment value={createdDate} />,
      width: '130px',
      hiddenAtFirst: true,
    },
  ];
}
