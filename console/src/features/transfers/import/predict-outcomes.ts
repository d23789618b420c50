import type { ReceivedMessage } from '@annals/contracts/problem';
import type { PendingTimelines } from '@annals/rules/change-set-import/retry-without-references';
import type { importObjects, ImportRow } from '@annals/contracts/transfers';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { isAfter } from '../../../platform/time/moments.ts';

export type RowOutcome = 'created' | 'changed' | 'ended' | 'existing' | 'refused' | 'unjudged';
type Answer = AnswerOf<typeof importObjects>;

interface CheckedCheckpoint {
  judgement: RowOutcome;
  reason?: ReceivedMessage | undefined;
}

/** The expected outcomes of the rows of a batch, given the effect of the earlier batches. */
export function predictOutcomes(
  rows: readonly ImportRow[],
  { refused, outcomes }: Answer,
  memory: PendingTimelines,
  texts: { datesGoBack: string; timelineEnded: string; otherType: (type: string) => string },
): CheckedCheckpoint[] {
  const refusals = new Map(refused.map((refusal) => [refusal.row, refusal]));
  return rows.map((row, index) => {
    const refusal = refusals.get(index);
    const outcome = outcomes?.[index] ?? (refusal ? 'refused' : 'changed');
    const judged = ((): CheckedCheckpoint => {
      if (outcome === 'existing') return { judgement: 'existing' };
      const { modificationDate: date } = row;
      if (date !== undefined && memory.newestDate !== undefined && isAfter(memory.newestDate, date))
        return { judgement: 'refused', reason: { message: texts.datesGoBack } };
      const before = memory.timelines.get(row.key);
      if (before?.ended && ('ended' in row || row.restored !== true))
        return { judgement: 'refused', reason: { message: texts.timelineEnded } };
      if (before?.type !== undefined && 'type' in row && before.type !== row.type)
        return { judgement: 'refused', reason: { message: texts.otherType(before.type) } };
      if (outcome !== 'refused')
        return { judgement: outcome === 'created' && before ? 'changed' : outcome };
      // A row that ends a timeline of an earlier batch finds none yet.
      if ('ended' in row && before) return { judgement: 'unjudged', reason: refusal };
      return { judgement: 'refused', reason: refusal };
    })();
    remember(memory, row, judged);
    return judged;
  });
}

function remember(
  memory: PendingTimelines,
  row: ImportRow,
  { judgement }: CheckedCheckpoint,
): void {
  if (judgement === 'refused') return;
  const type = 'type' in row ? row.type : memory.timelines.get(row.key)?.type;
  memory.timelines.set(row.key, { type, ended: 'ended' in row });
  const { modificationDate: date } = row;
  if (judgement === 'existing' || date === undefined) return;
  if (memory.newestDate === undefined || isAfter(date, memory.newestDate)) memory.newestDate = date;
}
