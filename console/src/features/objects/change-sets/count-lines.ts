import type { ChangeSet } from '@annals/contracts/change-set';
import type { SetTexts } from './change-set.texts.ts';

/** "3 new objects", "1 timeline ends". */
export function countLines({ counts }: Pick<ChangeSet, 'counts'>, t: SetTexts): string[] {
  return (['create', 'newVersion', 'end', 'restore'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t.counts[kind](counts[kind]));
}
