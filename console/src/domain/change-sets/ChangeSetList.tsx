import { changeSetStates, type ChangeSetSummary } from '@annals/contracts/change-set';
import { useMemo, type ReactNode } from 'react';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import {
  count,
  date,
  derived,
  text,
  type ListColumn,
  type ListFilter,
} from '../../ui/list/columns.tsx';
import { DataList } from '../../ui/list/DataList.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { changeSetsList } from './change-sets.queries.ts';
import { useChangeSetTexts, type ChangeSetTexts } from './change-sets.texts.ts';
import { StateBadge } from './StateBadge.tsx';

type Filter = 'state' | 'mine' | 'toReview';

interface ChangeSetListProps {
  partitionId: string;
  /** Rendered in the toolbar. */
  tools?: ReactNode;
  /** The action of the empty state. */
  begin?: ReactNode;
}

/** The change sets of a partition that the user can see, most recently changed first. */
export function ChangeSetList({ partitionId, tools, begin }: ChangeSetListProps) {
  const t = useChangeSetTexts();
  const list = useListState(changeSetsList);
  const query = useListQuery(changeSetsList.query(list.request, { params: { partitionId } }));
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo(() => filtersOf(t), [t]);
  return (
    <DataList
      list={list}
      query={query}
      label={t.changeSets}
      columns={columns}
      filters={filters}
      rowId={({ id }) => id}
      rowPath={({ id: changeSetId }) =>
        pathTo('v1-partitions-partitionId-change-sets-changeSetId', { partitionId, changeSetId })
      }
      tools={tools}
      none={{ title: t.none, hint: t.noneHint, action: begin }}
    />
  );
}

function columnsOf(t: ChangeSetTexts): ListColumn<ChangeSetSummary>[] {
  return [
    text('title', t.title),
    derived('state', t.state, ({ state }) => t.states[state], {
      render: ({ state }) => <StateBadge state={state} />,
      width: '168px',
    }),
    derived('author', t.author, ({ author }) => shownName(author.name, author.userId), {
      width: '16%',
      needsRoom: true,
    }),
    count('operationCount', t.changes, { width: '100px' }),
    count('openComments', t.openComments, { width: '136px', needsRoom: true }),
    date('changedDate', t.lastChange),
  ];
}

function filtersOf(t: ChangeSetTexts): ListFilter<ChangeSetSummary, Filter>[] {
  return [
    {
      name: 'state',
      label: t.state,
      any: t.anyState,
      options: changeSetStates.map((value) => ({ value, label: t.states[value] })),
      valuesOf: ({ state }) => state,
    },
    { name: 'mine', label: t.whose, any: t.anyones, options: [{ value: 'true', label: t.mine }] },
    {
      name: 'toReview',
      label: t.forMe,
      any: t.anyReview,
      options: [{ value: 'true', label: t.toReview }],
    },
  ];
}
