import { useEffect, useEffectEvent } from 'react';
import type { ListColumn } from './list-columns.ts';
import type { ListState } from './useListState.ts';

/**
 * Takes an order that the list does not have out of the address, which would say of the rows what is not so.
 * @param columns undefined until it is known by which of them the list can be sorted
 */
export function useTrueOrder<Row, Filter extends string>(
  { state: { sort }, defaultSort, forgetSort }: ListState<Filter>,
  columns: readonly ListColumn<Row>[] | undefined,
): void {
  const field = sort?.replace(/^-/, '');
  const isUntrue =
    columns !== undefined &&
    sort !== defaultSort &&
    !columns.some(({ id, sortable }) => id === field && sortable);
  const forget = useEffectEvent(forgetSort);
  useEffect(() => {
    if (isUntrue) forget();
  }, [isUntrue]);
}
