import type { ImportRow } from '@annals/contracts/transfers';
import { mergeData } from '@annals/rules/merge-data';
import type { Head } from '../append/draft.ts';

/** What a partial row makes of its object. */
export type WholeRow = Pick<Extract<ImportRow, { objectData: unknown }>, 'objectData'>;

/** @param before undefined for a row that starts its timeline */
export function mergeRow(
  { objectData }: WholeRow,
  before: WholeRow | Pick<Head, 'objectData'> | undefined,
): WholeRow {
  return { objectData: mergeData(before?.objectData ?? {}, objectData) };
}
