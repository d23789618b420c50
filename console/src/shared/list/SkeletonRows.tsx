import { Skeleton } from '@mantine/core';
import type { ListColumn } from './list-columns.ts';
import { useListTexts } from './list.texts.ts';
import classes from './ListTable.module.css';

const rows = [72, 55, 64, 48, 70, 60, 52, 66, 58, 74];

/** Rows in the shape of those that come: as high, with bars of varying length where the texts will stand. */
export function SkeletonRows<Row>({
  columns,
  selectable,
}: {
  columns: readonly ListColumn<Row>[];
  selectable: boolean;
}) {
  const texts = useListTexts();
  return (
    <tbody aria-hidden>
      {rows.map((width, row) => (
        <tr key={width} className={classes.row}>
          {selectable && <td className={classes.cell} data-select="" aria-label={texts.loading} />}
          {columns.map((column, index) => (
            <td
              key={column.id}
              className={classes.cell}
              data-first={index === 0 || undefined}
              data-end={column.align === 'end' || undefined}
            >
              <Skeleton
                className={classes.skeleton}
                height={10}
                width={`${index === 0 ? width : ((width + row * 7 + index * 13) % 40) + 30}%`}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
