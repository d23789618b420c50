import type { Queryable } from '@annals/kit/database/database';
import { raiseRevision } from '../change-sets/change-sets.sql.ts';
import { listDraftsOfTimeline, writeErasedDraft } from '../change-sets/operations.sql.ts';
import { pointerOf, setNullAt, type Tokens } from '../versions/json-pointer.ts';
import { isSpecific, type ErasureTarget, type ErasureTargets } from './erasure-targets.ts';

/**
 * Erases the values from open change sets that change the timeline. Approvals of them are invalidated, because
 * something else was approved.
 */
export async function eraseFromDrafts(
  transaction: Queryable,
  partitionId: string,
  timelineId: string,
  wanted: ErasureTargets,
): Promise<void> {
  const drafts = await listDraftsOfTimeline(transaction, partitionId, timelineId);
  for (const { changeSetId, operationId, objectData } of drafts) {
    const key = { partitionId, changeSetId };
    if (objectData) {
      const found = wantedIn(objectData, wanted);
      if (found.length === 0) continue;
      for (const tokens of found) setNullAt(objectData, tokens);
      await writeErasedDraft(transaction, key, operationId, objectData);
    }
    await raiseRevision(transaction, key);
  }
}

/** The places of wanted values, none inside another. Values that others share only where a named one is. */
function wantedIn(objectData: Record<string, unknown>, wanted: ErasureTargets): Tokens[] {
  const found: { tokens: Tokens; value: ErasureTarget }[] = [];
  wanted.find(objectData, (tokens, value) => found.push({ tokens, value }));
  const namedBy = ({ tokens, value }: (typeof found)[number]) =>
    pointerOf(tokens.slice(0, value.depth));
  const named = new Set(found.flatMap((each) => (isSpecific(each.value) ? namedBy(each) : [])));
  const places = new Map(
    found.flatMap((each) =>
      isSpecific(each.value) || named.has(namedBy(each))
        ? [[pointerOf(each.tokens), each.tokens] as const]
        : [],
    ),
  );
  const isInside = (pointer: string) =>
    [...places.keys()].some((other) => pointer.startsWith(`${other}/`));
  return [...places].flatMap(([pointer, tokens]) => (isInside(pointer) ? [] : [tokens]));
}
