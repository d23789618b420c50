import type { Page } from '@annals/contracts/fields';
import { useMemo } from 'react';
import { useLanguage } from '../texts.ts';
import type { ListColumn, ListFilter } from './list-columns.ts';
import type { ListState } from './useListState.ts';
import {
  columnsWithContent,
  filtersWithContent,
  firstRowOfPage,
  isWholeList,
  pageOfWholeList,
} from './whole-list.ts';

interface ShownPage<Row, Filter extends string> {
  page: Page<Row> | undefined;
  /** Undefined where it is not known. */
  pagesBefore: number | undefined;
  columns: readonly ListColumn<Row>[];
  filters: readonly ListFilter<Row, Filter>[];
}

/**
 * The page to show. One of a service that searches, sorts and pages is shown as it came; of a service that answers
 * the whole list at once the page is cut here, and only what the rows can answer is offered.
 */
export function useShownPage<Row, Filter extends string>(
  { state, pagesBefore }: ListState<Filter>,
  data: Page<Row> | undefined,
  columns: readonly ListColumn<Row>[],
  filters: readonly ListFilter<Row, Filter>[],
): ShownPage<Row, Filter> {
  const language = useLanguage();
  return useMemo(() => {
    if (data === undefined || !isWholeList(data, state.pageSize)) {
      const usable = filters.filter(
        ({ name, options, pending }) =>
          options?.length !== 0 || pending || state.filters[name] !== undefined,
      );
      return { page: data, pagesBefore, columns, filters: usable };
    }
    return {
      page: pageOfWholeList(data.data, state, columns, filters, language),
      pagesBefore: firstRowOfPage(state.cursor) / state.pageSize,
      columns: columnsWithContent(data.data, columns).map(sortableByValue),
      filters: filtersWithContent(data.data, filters),
    };
  }, [data, state, pagesBefore, columns, filters, language]);
}

/** What the list cannot sort by must not look sortable. */
function sortableByValue<Row>(column: ListColumn<Row>): ListColumn<Row> {
  return column.value ? column : { ...column, sortable: false };
}
