import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInput, ResponseOf } from '@annals/contracts/endpoint';
import { eraseValues } from '@annals/contracts/proofs';
import { call } from '../../../api/call.ts';
import { discardErased } from '../../../shared/erasures/useErasures.ts';
import { newIdempotencyKey } from '../../../api/idempotency-key.ts';

export type Erasing = CallInput<typeof eraseValues>['body'];
export type Erased = ResponseOf<typeof eraseValues>;

/** A dry run: the values that would be erased, for confirmation. */
export function useErasePreview(partitionId: string, objectId: string) {
  return useMutation({
    mutationFn: (body: Erasing) =>
      call(eraseValues, { params: { partitionId, objectId }, query: { dryRun: true }, body }),
  });
}

/** Erases. A retry after a lost response returns the receipt of the first call. */
export function useErase(partitionId: string, objectId: string) {
  const queryClient = useQueryClient();
  // One key per body: reusing a key with another body would be rejected.
  const [keys] = useState(() => new Map<string, string>());
  const keyOf = (body: Erasing): string => {
    const asked = JSON.stringify(body);
    const key = keys.get(asked) ?? newIdempotencyKey();
    keys.set(asked, key);
    return key;
  };
  return useMutation({
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
