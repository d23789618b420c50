import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInput } from '@annals/contracts/endpoint';
import { eraseReason, eraseValues } from '@annals/contracts/proofs';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { call, newIdempotencyKey } from '../../../platform/api/call.ts';
import { discardErased } from '../../../domain/erasures/useErasures.ts';
import type { ReceiptTexts } from './ReceiptFields.tsx';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

export type Erasing = CallInput<typeof eraseValues>['body'];
export type Erased = AnswerOf<typeof eraseValues>;

/** A dry run: the values that would be erased, for confirmation. */
export function useErasePreview(partitionId: string, objectId: string) {
  return useSingleMutation({
    mutationFn: (body: Erasing) =>
      call(eraseValues, { params: { partitionId, objectId }, query: { dryRun: true }, body }),
  });
}

/** Erases. A retry after a lost response returns the receipt of the first call. */
export function useErase(partitionId: string, objectId: string) {
  const queryClient = useQueryClient();
  const keyOf = useKeys();
  return useSingleMutation({
    mutationFn: (body: Erasing) =>
      call(
        eraseValues,
        { params: { partitionId, objectId }, body },
        { headers: { 'idempotency-key': keyOf(body) } },
      ),
    onSuccess: ({ receipt, receipts }) =>
      discardErased(queryClient, partitionId, receipts?.at(-1) ?? receipt),
  });
}

/** A dry run of the erasure of a reason. */
export function useEraseReasonPreview(partitionId: string, objectId: string) {
  return useSingleMutation({
    mutationFn: (body: ReceiptTexts) =>
      call(eraseReason, { params: { partitionId, objectId }, query: { dryRun: true }, body }),
  });
}

/** Erases the reason of a version, in as many calls as necessary. */
export function useEraseReason(partitionId: string, objectId: string) {
  const queryClient = useQueryClient();
  const keyOf = useKeys();
  return useSingleMutation({
    mutationFn: async (body: ReceiptTexts) => {
      let [first, last, versionCount] = [0, 0, 0];
      for (let step = 0; ; step++) {
        const answer = await call(
          eraseReason,
          { params: { partitionId, objectId }, body },
          { headers: { 'idempotency-key': keyOf({ ...body, step }) } },
        );
        if (first === 0) first = answer.receipt ?? 0;
        last = answer.receipts.at(-1) ?? last;
        versionCount += answer.versionCount;
        if (!answer.hasMore) return { first, last, versionCount };
      }
    },
    // Calls before a failed one have already erased something.
    onSettled: (erased) => discardErased(queryClient, partitionId, erased?.last || null),
  });
}

/** A key per request: reusing a key with another body would be rejected. */
function useKeys(): (asked: unknown) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (asked) => {
    const text = JSON.stringify(asked);
    const key = keys.get(text) ?? newIdempotencyKey();
    keys.set(text, key);
    return key;
  };
}
