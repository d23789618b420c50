import { type ReactNode, Suspense, useState } from 'react';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { ReceiptContext } from '../../../ui/json/RedactedMark.tsx';

const ReceiptDialog = lazyNamed(
  () => import('../../../domain/proofs/ReceiptDialog.tsx'),
  'ReceiptDialog',
);

/** Lets redacted values inside it open their receipts. */
export function ReceiptProvider({
  partitionId,
  children,
}: {
  partitionId: string;
  children: ReactNode;
}) {
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
