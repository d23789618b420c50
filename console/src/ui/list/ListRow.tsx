import {
  memo,
  useEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type ReactNode,
} from 'react';
import { useRouter } from '@tanstack/react-router';
import { secondCellId, type ListColumn } from './columns.tsx';
import classes from './ListTable.module.css';
import { RowCheckbox, type RowSelection } from './row-selection.tsx';
import { afterPaint } from '../../platform/after-paint.ts';
import { parseSearch } from '../../platform/search.ts';

export interface RowProps<Row> {
  /** The shown columns; the first one contains the link. */
  columns: readonly ListColumn<Row>[];
  /** The page of a row, built by `pathTo`; undefined or empty for rows without a page. */
  rowPath: ((row: Row) => string) | undefined;
  /** Undefined if rows cannot be selected. */
  selection: RowSelection<Row> | undefined;
}

/** The used part of a row of TanStack Table. */
export interface TableRow<Row> {
  id: string;
  index: number;
  original: Row;
}

interface ListRowProps<Row> extends Pick<RowProps<Row>, 'columns'> {
  id: string;
  original: Row;
  to: string | undefined;
  /** Undefined if no row of the list can be selected. */
  selected: boolean | undefined;
  /** Undefined if this row cannot be selected. */
  selectLabel: string | undefined;
  onSelect: ((id: string, selected: boolean) => void) | undefined;
  /** For a virtual row: its index, and the reference for measuring it. */
  index?: number;
  measure?: Ref<HTMLTableRowElement>;
}

/** The props of a row, whose values stay the same as long as nothing about this row changes. */
export function propsOfRow<Row>(
  { id, original }: TableRow<Row>,
  { rowPath, selection }: Pick<RowProps<Row>, 'rowPath' | 'selection'>,
) {
  return {
    id,
    original,
    to: rowPath?.(original) || undefined,
    selected: selection?.has(id),
    selectLabel: selection?.canSelect(original) ? selection.labelOf(original) : undefined,
    onSelect: selection?.select,
  };
}

/** Where a column is left out (ListTable.module.css). */
export function roomClass(column: Pick<ListColumn<never>, 'needsRoom'> | undefined): string {
  if (!column?.needsRoom) return '';
  return (column.needsRoom === 'some' ? classes.roomiest : classes.roomy) ?? '';
}

function OneRow<Row>({
  id,
  original,
  columns,
  to,
  selected,
  selectLabel,
  onSelect,
  index: rowIndex,
  measure,
}: ListRowProps<Row>) {
  const selectable = selected !== undefined;
  const secondLineOf = ({ below }: ListColumn<Row>) =>
    below && !columns.some(({ id: shown }) => shown === below.column) && below.render(original);
  const [firstColumn] = columns;
  const isTwoLines = Boolean(firstColumn && secondLineOf(firstColumn));
  return (
    <tr
      className={classes.row}
      ref={measure}
      data-index={rowIndex}
      data-selected={selected || undefined}
      aria-rowindex={rowIndex === undefined ? undefined : rowIndex + 2}
      onClick={followRowLink}
      onKeyDown={moveBetweenRows}
    >
      {selectable && (
        <td className={classes.cell} data-select="" data-on="screen">
          {selectLabel !== undefined && (
            <RowCheckbox
              label={selectLabel}
              checked={selected}
              describedBy={secondCellId(id)}
              onChange={(checked) => onSelect?.(id, checked)}
            />
          )}
        </td>
      )}
      {columns.map((column, index) => {
        const content = column.render(original);
        const isEmpty =
          content === null || content === undefined || content === '' || content === false;
        const secondLine = secondLineOf(column);
        return (
          <td
            key={column.id}
            id={index === 1 && !isTwoLines ? secondCellId(id) : undefined}
            className={`${classes.cell} ${roomClass(column)}`}
            data-first={index === 0 || undefined}
            data-end={column.align === 'end' || undefined}
            data-empty={isEmpty || undefined}
            data-on={column.unlabelled ? 'screen' : undefined}
          >
            {index === 0 && to !== undefined ? (
              <RowLink to={to} className={classes.rowLink}>
                {content}
              </RowLink>
            ) : (
              <>
                {index > 0 && !column.unlabelled && (
                  <span className={classes.cardLabel} aria-hidden>
                    {column.header}
                  </span>
                )}
                {isEmpty && !column.unlabelled ? (
                  '–'
                ) : column.twoLines ? (
                  <span className={classes.twoLines}>{content}</span>
                ) : (
                  content
                )}
              </>
            )}
            {secondLine && (
              <span id={index === 0 ? secondCellId(id) : undefined} className={classes.below}>
                {secondLine}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** One row of a list, memoized, so that only changed rows render again. */
export const ListRow = memo(OneRow) as typeof OneRow;

/**
 * The row's link covers the whole row. Elements above it, such as a time with its tooltip, pass their click on to it;
 * buttons and links in a row keep theirs.
 */
export function followRowLink(event: MouseEvent<HTMLElement>) {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, label, select'))
    return;
  clickRowLink(event);
}

/** Opens the row, in a new tab or window if the keys say so. */
export function clickRowLink({
  currentTarget,
  ctrlKey,
  metaKey,
  shiftKey,
}: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) {
  const options = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  currentTarget
    .querySelector('a[data-row]')
    ?.dispatchEvent(new window.MouseEvent('click', options));
}

/** Arrow keys move between rows; Enter on a row's link opens it, as on any link. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableRowElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (!(event.target instanceof HTMLAnchorElement) || !event.target.hasAttribute('data-row'))
    return;
  const row = event.currentTarget;
  const other = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const link = other?.querySelector<HTMLAnchorElement>('a[data-row]');
  if (!link) return;
  event.preventDefault();
  link.focus();
}

/** The rows of a page that is short enough to be rendered completely. */
export function PlainRows<Row>({
  rows,
  columns,
  ...props
}: RowProps<Row> & { rows: readonly TableRow<Row>[] }) {
  return (
    <tbody>
      {rows.map((row) => (
        <ListRow key={row.id} columns={columns} {...propsOfRow(row, props)} />
      ))}
    </tbody>
  );
}

interface RowLinkProps {
  /** A path of the console with its query, built by `pathTo`. */
  to: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The time in milliseconds that the pointer has to stay on a link before its page is preloaded. */
const intentMs = 50;

/**
 * The link of a row. A link of the router checks at each change of the URL whether it leads to the current page, which
 * with fifty of them delays each click on the list's controls. A row never leads to the current page.
 */
export function RowLink({ to, className, children }: RowLinkProps) {
  const router = useRouter();
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(intent.current), []);
  const target = () => {
    const [path = '/', query = ''] = to.split('?', 2);
    return { to: path, search: parseSearch(query) };
  };
  const preload = () => {
    clearTimeout(intent.current);
    intent.current = setTimeout(() => {
      router.preloadRoute(target()).catch(() => undefined);
    }, intentMs);
  };
  const cancelPreload = () => clearTimeout(intent.current);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || elsewhere) return;
    event.preventDefault();
    afterPaint(() => void router.navigate(target()));
  };
  return (
    <a
      href={router.history.createHref(to)}
      className={className}
      data-row=""
      onClick={follow}
      onPointerEnter={preload}
      onPointerLeave={cancelPreload}
      onFocus={preload}
      onBlur={cancelPreload}
    >
      {children}
    </a>
  );
}
