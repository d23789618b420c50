import { useMemo } from 'react';
import { transferKinds, transferStates, type Transfer } from '@annals/contracts/transfers';
import { shownName } from '../../../ui/ids/display-names.ts';
import { pathTo } from '../../../platform/links.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import {
  date,
  derived,
  text,
  type ListColumn,
  type ListFilter,
} from '../../../ui/list/columns.tsx';
import { useListQuery } from '../../../ui/list/list-of.ts';
import { useListState } from '../../../ui/list/useListState.ts';
import { usePageLocation } from '../../../platform/page-location.ts';
import { oneOf } from '../../../platform/search.ts';
import { labelFor } from '../../../ui/states/label-for.ts';
import { transferList, transfersQuery } from '../shared/transfer.queries.ts';
import { TransferProgress, TransferState, outcomesOf } from './transfer-status.tsx';
import { TransferDetail } from './TransferDetail.tsx';
import { useTransferListTexts, type TransferListTexts } from './transfer-list.texts.ts';

/** All transfers; with `run` in the URL, only that one. */
export function TransfersTab() {
  const { search } = usePageLocation();
  const transferId = oneOf(search['run']);
  return transferId === undefined ? (
    <TransferList />
  ) : (
    <TransferDetail key={transferId} transferId={transferId} />
  );
}

function TransferList() {
  const t = useTransferListTexts();
  const list = useListState(transferList);
  const transfers = useListQuery(transfersQuery(list.request));
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo(() => filtersOf(t), [t]);
  return (
    <DataList
      list={list}
      query={transfers}
      label={t.runs}
      columns={columns}
      filters={filters}
      rowId={(transfer) => transfer.id}
      rowPath={({ id }) => pathTo('migrations', {}, { tab: 'runs', run: id })}
      none={{ title: t.none, hint: t.noneHint }}
    />
  );
}

function filtersOf(t: TransferListTexts): ListFilter<Transfer, 'kind' | 'state'>[] {
  return [
    {
      name: 'kind',
      label: t.kind,
      any: t.anyKind,
      options: transferKinds.map((kind) => ({ value: kind, label: labelFor(t.kinds, kind) })),
      valuesOf: ({ kind }) => kind,
    },
    {
      name: 'state',
      label: t.state,
      any: t.anyState,
      options: transferStates.map((state) => ({ value: state, label: labelFor(t.states, state) })),
      valuesOf: ({ state }) => state,
    },
  ];
}

function columnsOf(t: TransferListTexts): ListColumn<Transfer>[] {
  return [
    text('partitionName', t.partition, {
      render: (transfer) => shownName(transfer.partitionName, transfer.partitionId),
    }),
    derived('kind', t.kind, (transfer) => labelFor(t.kinds, transfer.kind), { width: '120px' }),
    derived('state', t.state, (transfer) => labelFor(t.states, transfer.state), {
      render: ({ state }) => <TransferState state={state} />,
      width: '140px',
    }),
    text('done', t.progress, {
      render: (transfer) => <TransferProgress transfer={transfer} />,
      width: '180px',
    }),
    derived(
      'result',
      t.result,
      (transfer) => [...aboutOf(transfer, t), ...outcomesOf(transfer, t)].join(', '),
      { width: '24%' },
    ),
    text('createdUserName', t.by, {
      render: (transfer) => shownName(transfer.createdUserName, transfer.createdUserId),
      width: '160px',
    }),
    date('createdDate', t.started),
    date('endedDate', t.ended, { hiddenAtFirst: true }),
  ];
}

/** What distinguishes evidence jobs in the list: the search, or the subject. */
const aboutOf = ({ evidence }: Transfer, t: TransferListTexts): string[] =>
  evidence ? [evidence.query ?? t.subjects[evidence.subject]] : [];
