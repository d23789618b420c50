import type { Sql } from 'sql-template-tag';
import type { SearchBudget } from './search-limits.ts';

interface Row {
  seq: number;
  bytes: number;
}

/**
 * The rows that match all conditions. Each statement checks as many conditions as its share of bytes allows; the next
 * one checks only the remaining rows.
 * @param check queries which of the version numbers match some of the conditions
 */
export async function filterRows<R extends Row>(
  rows: R[],
  conditions: readonly Sql[],
  budget: SearchBudget,
  check: (numbers: number[], conditions: Sql[]) => Promise<number[]>,
): Promise<R[]> {
  let left = rows;
  for (let checked = 0; checked < conditions.length && left.length > 0;) {
    const bytes = left.reduce((sum, row) => sum + row.bytes, 0);
    const together = conditions.slice(checked, checked + budget.conditionsFor(bytes));
    checked += together.length;
    budget.takeBytes(bytes * together.length);
    await budget.betweenStatements();
    const numbers = new Set(
      await check(
        left.map(({ seq }) => seq),
        together,
      ),
    );
    left = left.filter(({ seq }) => numbers.has(seq));
  }
  return left;
}
