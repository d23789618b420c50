import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Erasure } from '@annals/contracts/proofs';
import { shortenId } from '../../../shared/ids/shorten-id.ts';
import { pathTo } from '../../../shared/links.ts';
import { DataList } from '../../../shared/list/DataList.tsx';
import type { ListColumn } from '../../../shared/list/list-columns.ts';
import { useListQuery } from '../../../shared/list/useListQuery.ts';
import { useListState } from '../../../shared/list/useListState.ts';
import { oneOf, type PlainSearch } from '../../../shared/search.ts';
import { countColumn } from '../../../shared/numbers/count-columns.ts';
import { Panel } from '../../../shared/states/Panel.tsx';
import { Moment } from '../../../shared/time/Moment.tsx';
import { erasuresList, erasuresQuery } from './erasures.queries.ts';
import { type ProofsTabTexts, useProofsTabTexts } from './proofs-tab.texts.ts';
import { ReceiptDialog } from '../../../shared/proofs/ReceiptDialog.tsx';

/** The receipts of what was erased in a partition; `receipt` in the address opens one. */
export function Receipts({ partitionId }: { partitionId: string }) {
  const t = useProofsTabTexts();
  const router = useRouter();
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const list = useListState(erasuresList);
  const erasures = useListQuery(erasuresQuery(partitionId, list.request));
  const columns = useMemo(() => columnsOf(t), [t]);
  const receipt = oneOf(search['receipt']);
  return (
    <Panel title={t.receipts}>
      <DataList
        list={list}
        query={erasures}
        label={t.receiptList}
        columns={columns}
        rowId={({ receipt: number }) => String(number)}
        rowPath={({ receipt: number }) =>
          pathTo(
            'v1-partitions-partitionId',
            { partitionId },
            { ...search, tab: 'proofs', receipt: String(number) },
          )
        }
        none={{ title: t.noReceipts, hint: t.noReceiptsHint }}
      />
      {receipt !== undefined && (
        <ReceiptDialog
          key={receipt}
          partitionId={partitionId}
          receipt={receipt}
          onClose={() => {
            const { receipt: _, ...rest } = search;
            // Back leads to what was before it, not into it again.
            void router.navigate({ to: '.', search: rest, replace: true, resetScroll: false });
          }}
        />
      )}
    </Panel>
  );
}

function columnsOf(t: ProofsTabTexts): ListColumn<Erasure>[] {
  return [
    {
      id: 'receipt',
      header: t.receipt,
      value: ({ receipt }) => receipt,
      cell: ({ receipt }) => t.receiptNumber(receipt),
      width: '120px',
    },
    {
      id: 'erasedDate',
      header: t.erased,
      value: ({ erasedDate }) => erasedDate,
      cell: ({ erasedDate }) => <Moment value={erasedDate} />,
      width: '150px',
    },
    {
      id: 'erasedUserName',
      header: t.by,
      value: nameOf,
      cell: nameOf,
      width: '160px',
    },
    {
      id: 'reason',
      header: t.reason,
      value: ({ reason }) => reason,
      cell: ({ reason }) => reason,
    },
    {
      id: 'legalBasis',
      header: t.legalBasis,
      value: ({ legalBasis }) => legalBasis,
      cell: ({ legalBasis }) => legalBasis,
    },
    countColumn('versionCount', t.versions, ({ versionCount }) => versionCount),
    countColumn('valueCount', t.values, ({ valueCount }) => valueCount),
  ];
}

const nameOf = ({ erasedUserName, erasedUserId }: Erasure): string =>
  erasedUserName ?? shortenId(erasedUserId);
