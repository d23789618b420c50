import { isReadInPart } from '../../platform/api/read-in-part.ts';
import type { CsvValue } from '@annals/rules/files/csv-text';
import type { ListColumn } from './columns.tsx';
import type { ListTexts } from './list.texts.ts';
import classes from './ListTable.module.css';

/** A column of another vendor's service, which may leave anything out: what it does not say is not shown as a dash. */
export function withUnknown<Row>(column: ListColumn<Row>, t: ListTexts): ListColumn<Row> {
  const { render, isPart = () => false } = column;
  return {
    ...column,
    render: (row) => {
      const content = render(row);
      if (!isEmpty(content))
        return isPart(row) ? (
          <>
            {content}, {t.andMore}
          </>
        ) : (
          content
        );
      const words = wordsForUnknown(column, row, t);
      return words === undefined ? content : <span className={classes.unknown}>{words}</span>;
    },
  };
}

/** The same as a value of a file. */
export function valueOrUnknown<Row>(column: ListColumn<Row>, row: Row, t: ListTexts): CsvValue {
  const value = column.value?.(row);
  if (isEmpty(value)) return wordsForUnknown(column, row, t) ?? value;
  return column.isPart?.(row) ? `${value}, ${t.andMore}` : value;
}

const isEmpty = (content: unknown): boolean =>
  content === null || content === undefined || content === '' || content === false;

/** In place of a value; undefined if the service says that there is none. */
function wordsForUnknown<Row>(
  { id, value, isPart = () => false }: ListColumn<Row>,
  row: Row,
  t: ListTexts,
): string | undefined {
  if (value === undefined || value(row) !== undefined) return undefined;
  return isReadInPart(row as object, id) || isPart(row) ? t.notReadable : t.notReported;
}
