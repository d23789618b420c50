import { isReadInPart } from '../../platform/api/read-in-part.ts';
import type { ListColumn } from './columns.tsx';
import type { ListTexts } from './list.texts.ts';
import classes from './ListTable.module.css';

/** A column of another vendor's service, which may leave anything out: what it does not say is not shown as a dash. */
export function withUnknown<Row>(column: ListColumn<Row>, t: ListTexts): ListColumn<Row> {
  const { id, value, render, isPart = () => false } = column;
  return {
    ...column,
    render: (row) => {
      const content = render(row);
      if (content !== null && content !== undefined && content !== '' && content !== false)
        return isPart(row) ? (
          <>
            {content}, {t.andMore}
          </>
        ) : (
          content
        );
      if (value === undefined || value(row) !== undefined) return content;
      const words = isReadInPart(row as object, id) || isPart(row) ? t.notReadable : t.notReported;
      return <span className={classes.unknown}>{words}</span>;
    },
  };
}
