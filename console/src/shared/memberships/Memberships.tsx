import { type ReactNode, useMemo } from 'react';
import { isKnownToBeAbsent, isNotOffered } from '../../api/errors.ts';
import { pathTo } from '../links.ts';
import { DataList } from '../list/DataList.tsx';
import { count, date, derived, text } from '../list/columns.tsx';
import type { ListColumn } from '../list/list-columns.ts';
import { useListQuery } from '../list/list-of.ts';
import { useListState } from '../list/useListState.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { Panel } from '../states/Panel.tsx';
import { wordFor } from '../states/word-for.ts';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import { type Membership, membershipsList } from './memberships.queries.ts';
import { useMembershipTexts } from './memberships.texts.ts';
import classes from './Memberships.module.css';

interface MembershipsProps {
  userId: string;
  /** What stands below the list, and so comes with it: its bars are longer than most lists. */
  children?: ReactNode;
}

/** The partitions of a user: role, since when, and how much they wrote there. */
export function Memberships({ userId, children }: MembershipsProps) {
  const t = useMembershipTexts();
  const { asOf, isPast, withAsOf } = useTimeTravel();
  const list = useListState(membershipsList);
  const query = useListQuery(
    membershipsList.query(list.request, { params: { userId }, query: { asOf } }),
  );
  const columns = useMemo(() => columnsOf(t, isPast), [t, isPast]);
  const { data, error } = query;
  // Somebody whom the data service never met is nowhere a member.
  const unknown = data === undefined && isKnownToBeAbsent(error);
  if (data === undefined && isNotOffered(error) && !unknown) return children;
  return (
    <>
      <Panel title={t.partitions}>
        {unknown ? (
          <EmptyState title={t.none} />
        ) : (
          <DataList
            list={list}
            query={query}
            label={t.memberships}
            columns={columns}
            rowId={({ id }) => id}
            rowPath={({ id }) => withAsOf(pathTo('v1-partitions-partitionId', { partitionId: id }))}
            none={{ title: t.none }}
          />
        )}
        {data && <p className={classes.note}>{t.onlyYours}</p>}
      </Panel>
      {!query.isPending && children}
    </>
  );
}

function columnsOf(
  t: ReturnType<typeof useMembershipTexts>,
  isPast: boolean,
): ListColumn<Membership>[] {
  return [
    text('partitionName', t.partition),
    derived('role', t.role, ({ role }) => (role === null ? t.notMember : wordFor(t.roles, role)), {
      width: '130px',
    }),
    date('sinceDate', t.since, { absolute: isPast, width: '130px' }),
    count('versionCount', t.versions, { width: '100px' }),
    date('lastWrittenDate', t.wroteLast, { absolute: isPast, width: '130px' }),
  ];
}
