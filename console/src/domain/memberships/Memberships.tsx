import { useMemo, type ReactNode } from 'react';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { pathTo } from '../../platform/links.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { count, date, derived, text, type ListColumn } from '../../ui/list/columns.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { useAccessLevelTexts } from '../permissions/access-levels.texts.ts';
import { useAbsoluteMoment } from '../../platform/time/use-absolute-moment.ts';
import { useAccessUnknownTexts } from '../access/access-unknown.ts';
import { labelFor } from '../../ui/states/label-for.ts';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import { membershipsList, type Membership } from './memberships.queries.ts';
import { useMembershipTexts } from './memberships.texts.ts';
import classes from './Memberships.module.css';

export interface AccessEverywhere {
  /** The member role that the user's roles amount to: OWNER, READER, or null. */
  role: string | null;
  /** Whether a role allows writing with the member role editor or owner. */
  mayWrite: boolean;
  /** Whether the account cannot sign in. */
  isLockedOut: boolean;
  /** The names of the roles that open every partition. */
  through: readonly string[];
}

interface MembershipsProps {
  userId: string;
  /** The access through roles; if known, the list shows the access to each partition and its source. */
  everywhere?: AccessEverywhere | undefined;
  /** Rendered below the list, together with it: its skeleton is longer than most lists. */
  children?: ReactNode;
}

/** The partitions of a user: role, since when, and how much they wrote there. */
export function Memberships({ userId, everywhere, children }: MembershipsProps) {
  const t = useMembershipTexts();
  const { at, isPast, withAsOf } = useTimeTravel();
  const list = useListState(membershipsList);
  const query = useListQuery(
    membershipsList.query(list.request, { params: { userId }, query: at }),
  );
  const levels = useAccessLevelTexts();
  const unknownAccess = useAccessUnknownTexts();
  const absolute = useAbsoluteMoment();
  const columns = useMemo(() => {
    const since = (knownSince: string) => unknownAccess.since(absolute(knownSince));
    const unrecorded = { title: unknownAccess.title, since };
    const [partition, role, ...others] = columnsOf(t, isPast, unrecorded.title);
    return partition && role && everywhere
      ? [partition, ...accessColumnsOf(everywhere, t, levels, unrecorded), ...others]
      : columnsOf(t, isPast, unrecorded.title);
  }, [t, isPast, everywhere, levels, unknownAccess, absolute]);
  const { data, error } = query;
  // A user unknown to the data service is not a member anywhere.
  const unknown = data === undefined && isNoSuchThing(error);
  return (
    <>
      <Panel title={t.partitions} error={data === undefined ? error : null}>
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
            none={isPast ? { title: t.noneThen, hint: t.noneThenHint } : { title: t.none }}
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
  notRecorded: string,
): ListColumn<Membership>[] {
  const roleName = ({ role, knownSince }: Membership) => {
    if (knownSince !== undefined) return notRecorded;
    return role === null ? t.notMember : labelFor(t.roles, role);
  };
  return [
    text('partitionName', t.partition),
    derived('role', t.role, roleName, { width: '130px' }),
    date('sinceDate', t.since, { absolute: isPast }),
    count('versionCount', t.versions, { width: '100px', needsRoom: true }),
    date('lastWrittenDate', t.wroteLast, { absolute: isPast }),
  ];
}

function accessColumnsOf(
  { role: everywhereRole, mayWrite, isLockedOut, through }: AccessEverywhere,
  t: ReturnType<typeof useMembershipTexts>,
  levels: ReturnType<typeof useAccessLevelTexts>,
  unrecorded: { title: string; since: (knownSince: string) => string },
): ListColumn<Membership>[] {
  const access = ({ role, knownSince }: Membership) => {
    if (knownSince !== undefined) return unrecorded.title;
    const counts = everywhereRole === 'OWNER' ? everywhereRole : (role ?? everywhereRole);
    if (isLockedOut || counts === null) return t.noAccess;
    if (counts === 'READER' || !mayWrite) return levels.READ;
    return counts === 'OWNER' ? levels.OWN : levels.WRITE;
  };
  const why = ({ role, knownSince }: Membership) =>
    knownSince === undefined
      ? [
          ...(role === null ? [] : [t.member(labelFor(t.roles, role))]),
          ...through.map(t.throughRole),
        ].join(', ')
      : unrecorded.since(knownSince);
  return [
    derived('access', t.may, access, { width: '216px', twoLines: true }),
    derived('why', t.why, why, { width: '22%' }),
  ];
}
