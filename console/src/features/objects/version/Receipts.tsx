import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ReceiptContext } from '../../../shared/sealed/receipt-context.ts';

const ReceiptDialog = lazy(async () => ({
  default: (await import('../../../shared/proofs/ReceiptDialog.tsx')).ReceiptDialog,
}));

/** Lets what was erased within it open its receipt. */
export function Receipts({ partitionId, children }: { partitionId: string; children: ReactNode }) {
  const [open, setOpen] = useState<number>();
  return (
    <ReceiptContext value={setOpen}>
      {children}
      {open !== undefined && (
        <Suspense>
          <ReceiptDialog
            partitionId={partitionId}
            receipt={String(open)}
            toAll
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </ReceiptContext>
  );
}
