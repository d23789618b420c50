import { IconChevronRight } from '@tabler/icons-react';
import { RawJson } from '@annals/rules/json/raw-json';
import type { CSSProperties, KeyboardEventHandler, ReactNode } from 'react';
import { isArray, isObject, RedactedValue } from '../../platform/json-values/json-values.ts';
import { RedactedMark } from './RedactedMark.tsx';
import classes from './JsonTree.module.css';
import { useJsonTexts } from './json.texts.ts';
import { childrenOf, webAddress, type TreeRow } from './tree-rows.ts';

interface JsonTreeRowProps {
  id: string;
  row: TreeRow;
  isOpen: boolean;
  isCurrent: boolean;
  onChoose: () => void;
  onToggle: () => void;
  onPress: KeyboardEventHandler<HTMLElement>;
  /** Turns the value into a field; undefined if it cannot be edited. */
  onEdit?: () => void;
  /** The pointer is above a value that can be edited. */
  onApproach?: () => void;
  /** Renders the field instead of the value; undefined while it is not edited. */
  renderField?: (row: TreeRow, onLeave: () => void) => ReactNode;
}

export function JsonTreeRow({
  id,
  row,
  isOpen,
  isCurrent,
  onChoose,
  onToggle,
  onPress,
  onEdit,
  onApproach,
  renderField,
}: JsonTreeRowProps) {
  const t = useJsonTexts();
  const isField = renderField !== undefined;
  const opens = !isField && (row.kind === 'branch' || row.kind === 'folded');
  const indent = { '--level': row.level - 1 } as CSSProperties;
  return (
    <div
      id={id}
      role="treeitem"
      className={classes.row}
      style={indent}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isCurrent}
      {...(opens ? { 'aria-expanded': isOpen } : {})}
      tabIndex={isCurrent ? 0 : -1}
      {...(isField && { 'data-field': true })}
      // The keys of a field are its own.
      onKeyDown={(event) => (!isField || event.target === event.currentTarget) && onPress(event)}
      onClick={(event) => {
        if (event.target instanceof HTMLAnchorElement || isIn(event.target, `.${classes.field}`))
          return;
        if (onEdit && !isField && isIn(event.target, '[data-editable]')) {
          // Selecting text to copy it is no wish to edit it.
          if (window.getSelection()?.isCollapsed !== false) onEdit();
          return;
        }
        onChoose();
        // Selecting text to copy it must not fold the row.
        if (row.kind !== 'folded' || window.getSelection()?.isCollapsed !== false) onToggle();
      }}
    >
      <IconChevronRight
        className={classes.chevron}
        data-open={isOpen}
        data-none={!opens}
        size={14}
        aria-hidden
      />
      {row.kind === 'more' ? (
        <span className={classes.more}>{t.more(row.rest)}</span>
      ) : (
        <>
          <span className={classes.name} {...(row.title !== undefined && { title: row.name })}>
            {row.title ?? row.name}
          </span>
          {isField ? (
            <div className={classes.field}>{renderField(row, onChoose)}</div>
          ) : (
            <JsonTreeValue
              row={row}
              isOpen={isOpen}
              isCurrent={isCurrent}
              {...(onEdit && row.kind !== 'branch' && { onApproach })}
            />
          )}
        </>
      )}
    </div>
  );
}

function JsonTreeValue({
  row,
  isOpen,
  isCurrent,
  onApproach,
}: Pick<JsonTreeRowProps, 'row' | 'isOpen' | 'isCurrent' | 'onApproach'>) {
  const t = useJsonTexts();
  const { value, kind } = row;
  if (kind === 'branch') {
    const count = childrenOf(value).length;
    return (
      <span className={classes.branch}>
        {row.identity !== null && <span className={classes.identity}>{row.identity}</span>}
        <span className={classes.count}>
          {isArray(value) ? t.items(count) : t.properties(count)}
        </span>
        {!isOpen && <span className={classes.preview}>{preview(value, row.identity)}</span>}
      </span>
    );
  }
  if (value instanceof RedactedValue)
    return <RedactedMark receipt={value.receipt} tabIndex={isCurrent ? 0 : -1} />;
  const address = webAddress(value);
  if (address !== undefined)
    return (
      <a
        className={classes.link}
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        tabIndex={isCurrent ? 0 : -1}
      >
        {address}
      </a>
    );
  const type = value === null ? 'null' : value instanceof RawJson ? 'number' : typeof value;
  return (
    <span
      className={classes.value}
      data-type={type}
      data-folded={kind === 'folded' && !isOpen}
      {...(onApproach && { 'data-editable': true, onPointerEnter: onApproach })}
    >
      {valueText(value)}
    </span>
  );
}

const isIn = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

function valueText(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (isArray(value)) return '[]';
  return isObject(value) ? '{}' : String(value);
}

/** The first scalar values of a collapsed branch, enough to recognize it. */
function preview(value: unknown, identity: string | null): string {
  const list = isArray(value);
  return childrenOf(value)
    .filter(
      ([, child]) =>
        (typeof child !== 'object' || child === null || child instanceof RawJson) &&
        String(child) !== identity,
    )
    .slice(0, 4)
    .map(([name, child]) => (list ? String(child) : `${name}: ${String(child)}`))
    .join(' · ')
    .slice(0, 200);
}
