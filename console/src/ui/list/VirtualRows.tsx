import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { ListRow, propsOfRow, type RowProps, type TableRow } from './ListRow.tsx';
import classes from './ListTable.module.css';

const rowHeight = { comfortable: 45, compact: 33 };

interface VirtualRowsProps<Row> extends RowProps<Row> {
  rows: readonly TableRow<Row>[];
  compact: boolean;
}

/**
 * Only the rows near the window; two empty rows fill the space of the others, so the page scrolls as if all were
 * rendered.
 */
export function VirtualRows<Row>({
  rows,
  compact,
  columns,
  rowPath,
  selection,
}: VirtualRowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const top = useTop(body);
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => (compact ? rowHeight.compact : rowHeight.comfortable),
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: top,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() + top - (items.at(-1)?.end ?? top);

  return (
    <tbody ref={body}>
      <Gap height={before} />
      {items.map(({ index, key }) => {
        const row = rows[index];
        return (
          row && (
            <ListRow
              key={key}
              columns={columns}
              {...propsOfRow(row, { rowPath, selection })}
              index={index}
              measure={virtualizer.measureElement}
            />
          )
        );
      })}
      <Gap height={after} />
    </tbody>
  );
}

/** The offset of the element in the page; the content above it may change. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current)
        setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

function Gap({ height }: { height: number }) {
  return height > 0 && <tr className={classes.gap} aria-hidden style={{ height }} />;
}
