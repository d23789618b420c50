import { type ReactNode, Suspense, useState } from 'react';
import { lazyNamed } from '../../../shared/lazy-named.ts';
import { ReceiptContext } from '../../../shared/json-values/RedactedMark.tsx';

const ReceiptDialog = lazyNamed(
  () => import('../../../shared/proofs/ReceiptDialog.tsx'),
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
