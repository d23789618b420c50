/** What the calls of change sets share. Nothing of it has a name in the API document. */
import * as z from 'zod/mini';
import { text } from './fields.ts';
import { messageCode } from './message-code.ts';
import { messageFields } from './problem.ts';
import { emptyUnlessSeen, maxReasonLength, readableLine } from './object-version.ts';

export const namedUser = z.object({ userId: z.string(), name: z.nullable(z.string()) });

export const title = readableLine(200).check(
  emptyUnlessSeen,
  z.minLength(1, messageCode('enterTitle')),
);

export const description = text(0, 10_000);

export const reason = readableLine(maxReasonLength).check(
  emptyUnlessSeen,
  z.minLength(1, messageCode('enterReason')),
);

export const operationConflict = z.object({
  code: z.enum(['stale_predecessor', 'timeline_ended', 'nothing_to_restore']),
  ...messageFields,
});

export const changeSetsPath = '/v1/partitions/{partitionId}/change-sets';

export const changeSetPath = `${changeSetsPath}/{changeSetId}` as const;
