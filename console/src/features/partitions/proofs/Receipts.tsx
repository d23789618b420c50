import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Erasure } from '@annals/contracts/proofs';
import { shownName } from '../../../ui/ids/display-names.ts';
import { pathTo } from '../../../platform/links.ts';
import { DataList } from '../../../ui/list/DataList.tsx';
import { count, date, derived, text, type ListColumn } from '../../../ui/list/columns.tsx';
import { useListQuery } from '../../../ui/list/list-of.ts';
import { useListState } from '../../../ui/list/useListState.ts';
import { usePageLocation } from '../../../platform/page-location.ts';
import { oneOf } from '../../../platform/search.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { erasuresList } from '../shared/partition.queries.ts';
import { useProofsTabTexts, type ProofsTabTexts } from './proofs-tab.texts.ts';
import { ReceiptDialog } from '../../../domain/proofs/ReceiptDialog.tsx';

/** The receipts of erasures in a partition; `receipt` in the URL opens one. */
export function Receipts({ partitionId }: { partitionId: string }) {
  const t = useProofsTabTexts();
  const router = useRouter();
  const { search } = usePageLocation();
  const list = useListState(erasuresList);
  const erasures = useListQuery(erasuresList.query(list.request, { params: { partitionId } }));
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
            // Replaces the history entry, so that Back does not reopen it.
            void router.navigate({ to: '.', search: rest, replace: true, resetScroll: false });
          }}
        />
      )}
    </Panel>
  );
}

function columnsOf(t: ProofsTabTexts): ListColumn<Erasure>[] {
  return [
    text('receipt', t.receipt, {
      render: ({ receipt }) => t.receiptNumber(receipt),
      width: '120px',
    }),
    date('erasedDate', t.erased),
    derived('erasedUserName', t.by, nameOf, { width: '160px' }),
    text('reason', t.reason),
    text('legalBasis', t.legalBasis),
    count('versionCount', t.versions, { width: '100px' }),
    count('valueCount', t.values, { width: '100px' }),
  ];
}

const nameOf = ({ erasedUserName, erasedUserId }: Erasure): string =>
  shownName(erasedUserName, erasedUserId);
