import type { ResponseOf } from '@annals/contracts/endpoint';
import type { importObjects, ImportRow } from '@annals/contracts/transfers';
import { isAfter } from '../../../shared/time/moments.ts';

export type Judgement = 'created' | 'changed' | 'ended' | 'existing' | 'refused' | 'unjudged';
type Answer = ResponseOf<typeof importObjects>;

interface CheckedCheckpoint {
  judgement: Judgement;
  message?: string | undefined;
}

interface Timeline {
  type: string | undefined;
  ended: boolean;
}

/** The effect that the earlier batches would have had. */
export interface Memory {
  readonly timelines: Map<string, Timeline>;
  newestDate: string | undefined;
}

export const newMemory = (): Memory => ({ timelines: new Map(), newestDate: undefined });

/**
 * A dry run knows the partition and its own batch, but not the earlier batches, which are not
 * written. For a retry, rejected rows omit their references to timelines of those batches, which
 * will exist in the real run. Undefined if there is nothing to retry.
 */
export function secondTry(
  rows: readonly ImportRow[],
  { refused }: Answer,
  { timelines }: Memory,
): ImportRow[] | undefined {
  const again = new Set(refused.map(({ row }) => row));
  let found = false;
  const tried = rows.map((row, index) => {
    if (!again.has(index) || 'ended' in row) return row;
    const references = row.references.filter(({ key }) => !timelines.has(key));
    if (references.length === row.references.length) return row;
    found = true;
    return { ...row, references };
  });
  return found ? tried : undefined;
}

/** The expected outcomes of the rows of a batch, given the effect of the earlier batches. */
export function judge(
  rows: readonly ImportRow[],
  { refused, outcomes }: Answer,
  memory: Memory,
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
        return { judgement: 'refused', message: texts.datesGoBack };
      const before = memory.timelines.get(row.key);
      if (before?.ended && ('ended' in row || row.restored !== true))
        return { judgement: 'refused', message: texts.timelineEnded };
      if (before?.type !== undefined && 'type' in row && before.type !== row.type)
        return { judgement: 'refused', message: texts.otherType(before.type) };
      if (outcome !== 'refused')
        return { judgement: outcome === 'created' && before ? 'changed' : outcome };
      // A row that ends a timeline of an earlier batch finds none yet.
      if ('ended' in row && before) return { judgement: 'unjudged', message: refusal?.message };
      return { judgement: 'refused', message: refusal?.message };
    })();
    remember(memory, row, judged);
    return judged;
  });
}

function remember(memory: Memory, row: ImportRow, { judgement }: CheckedCheckpoint): void {
  if (judgement === 'refused') return;
  const type = 'type' in row ? row.type : memory.timelines.get(row.key)?.type;
  memory.timelines.set(row.key, { type, ended: 'ended' in row });
  const { modificationDate: date } = row;
  if (judgement === 'existing' || date === undefined) return;
  if (memory.newestDate === undefined || isAfter(date, memory.newestDate)) memory.newestDate = date;
}
