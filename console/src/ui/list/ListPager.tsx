import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import { useAfterPaint } from '../../platform/after-paint.ts';
import type { ListState } from './useListState.ts';
import { pageSizes } from './list-request.ts';
import { useListTexts } from './list.texts.ts';
import classes from './ListPager.module.css';

interface ListPagerProps<Filter extends string> {
  list: ListState<Filter>;
  /** The cursor of the next page, null on the last. */
  next: string | null;
}

/** Previous and next page. */
export function ListPager<Filter extends string>({ list, next }: ListPagerProps<Filter>) {
  const texts = useListTexts();
  const turn = useAfterPaint();
  const known = list.pages.before !== undefined;
  const BackIcon = known ? IconChevronLeft : IconChevronsLeft;
  const back = known ? texts.previous : texts.first;
  return (
    <div className={classes.pager}>
      <ActionIcon
        variant="default"
        size="md"
        aria-label={back}
        title={back}
        disabled={list.state.cursor === undefined}
        onClick={() => turn(list.pages.previous)}
      >
        <BackIcon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="md"
        aria-label={texts.next}
        title={texts.next}
        disabled={next === null}
        onClick={() => {
          if (next !== null) turn(() => list.pages.next(next));
        }}
      >
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface ListFooterProps<Filter extends string> extends ListPagerProps<Filter> {
  /** Whether there is another page: buttons that lead nowhere are not shown. */
  paged: boolean;
  /** Whether the size of the pages can be chosen. */
  hasSizes: boolean;
}

/** Below a long page: the number of its entries, and buttons for the other pages. */
export function ListFooter<Filter extends string>({
  list,
  next,
  paged,
  hasSizes,
}: ListFooterProps<Filter>) {
  const texts = useListTexts();
  return (
    <div className={classes.footer} data-on="screen">
      {hasSizes && (
        <NativeSelect
          size="xs"
          aria-label={texts.pageSize}
          value={String(list.state.pageSize)}
          onChange={({ currentTarget }) => list.pages.setSize(Number(currentTarget.value))}
          data={pageSizes.map((size) => ({ value: String(size), label: texts.perPage(size) }))}
        />
      )}
      {paged && <ListPager list={list} next={next} />}
    </div>
  );
}
