import { Button } from '@mantine/core';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { jsonText } from '../../platform/json-values/json-values.ts';
import { useIsPrinting } from '../../platform/printing.ts';
import { showToast } from '../feedback/toasts.ts';
import { copyText } from '../ids/copy-text.ts';
import classes from './JsonTree.module.css';
import type { JsonSchema } from './json-schema.ts';
import { JsonTreeRow } from './JsonTreeRow.tsx';
import { useJsonTexts } from './json.texts.ts';
import {
  allBranches,
  everythingIn,
  initiallyExpanded,
  childrenPerPage,
  visibleRows,
  type TreeRow,
} from './tree-rows.ts';

/** Values that can be edited where they stand. */
export interface TreeEditing {
  mayEdit: (row: TreeRow) => boolean;
  /** The pointers of the values that are fields now; what is below them belongs to the field. */
  open: ReadonlySet<string>;
  onEdit: (row: TreeRow) => void;
  /** Loads what a field needs, before it is asked for. */
  preload: () => void;
  /** @param onLeave moves the focus back to the row */
  renderField: (row: TreeRow, onLeave: () => void) => ReactNode;
}

interface JsonTreeProps {
  value: Readonly<Record<string, unknown>>;
  /** The schema of the type, which defines the order and titles of properties. */
  schema?: JsonSchema | undefined;
  /** Further actions for the selected value, beside copying it. */
  renderActions?: (chosen: TreeRow | undefined) => ReactNode;
  editing?: TreeEditing | undefined;
}

/** JSON as a tree that opens and closes, by mouse and by the keys of a tree view. */
export function JsonTree({ value, schema, renderActions, editing }: JsonTreeProps) {
  const t = useJsonTexts();
  const id = useId();
  const tree = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => initiallyExpanded(value));
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const [active, setActive] = useState<string>();
  const printing = useIsPrinting();
  const fields = editing?.open;
  const rows = useMemo(
    () =>
      visibleRows(
        value,
        printing ? everythingIn(value) : { open: without(open, fields), shown },
        schema,
      ),
    [value, printing, open, fields, shown, schema],
  );
  const current = rows.find((row) => row.pointer === active) ?? rows[0];

  function focus(row: TreeRow | undefined) {
    if (!row) return;
    setActive(row.pointer);
    const place = rows.findIndex(({ pointer }) => pointer === row.pointer);
    tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[place]?.focus();
  }
  function toggle(row: TreeRow, to = !open.has(row.pointer)) {
    if (row.kind === 'more') {
      const parent = row.parent ?? '';
      setShown(
        new Map(shown).set(parent, (shown.get(parent) ?? childrenPerPage) + childrenPerPage),
      );
    } else if (row.kind !== 'leaf') {
      const next = new Set(open);
      if (to) next.add(row.pointer);
      else next.delete(row.pointer);
      setOpen(next);
    }
  }
  function edit(row: TreeRow) {
    if (!editing?.mayEdit(row)) return;
    setActive(row.pointer);
    editing.onEdit(row);
  }
  function press(event: KeyboardEvent<HTMLElement>) {
    const index = current ? rows.indexOf(current) : -1;
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return;
    const isOpen = open.has(current.pointer);
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(rows[index + 1]),
      ArrowUp: () => focus(rows[index - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () =>
        isOpen && current.kind === 'branch' ? focus(rows[index + 1]) : toggle(current, true),
      ArrowLeft: () =>
        isOpen ? toggle(current, false) : focus(rows.find((row) => row.pointer === current.parent)),
      Enter: () => (current.kind === 'leaf' ? edit(current) : toggle(current)),
      ' ': () => toggle(current),
      F2: () => edit(current),
    };
    const action = actions[event.key];
    // Links and buttons in the row handle their own clicks.
    const isRow = event.target === event.currentTarget;
    if (!action || (!isRow && (event.key === 'Enter' || event.key === ' '))) return;
    event.preventDefault();
    action();
  }
  function copy(text: string) {
    void copyText(text).then((done) => showToast({ message: done ? t.copied : t.notCopied }));
  }

  if (!current) return <p className={classes.empty}>{t.empty}</p>;
  const chosen = active === undefined ? undefined : current;
  const isEditable = chosen !== undefined && editing?.mayEdit(chosen) === true;
  return (
    <div className={classes.frame}>
      <div className={classes.tools} data-on="screen">
        <code className={classes.pointer}>{chosen?.pointer ?? t.whole}</code>
        {editing && (
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={!isEditable || editing.open.has(chosen.pointer)}
            title={t.editHint}
            onPointerEnter={editing.preload}
            onFocus={editing.preload}
            onClick={() => chosen && edit(chosen)}
          >
            {t.editValue}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={!chosen}
          onClick={() => copy(current.pointer)}
        >
          {t.copyPath}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => copy(plainText(chosen ? chosen.value : value))}
        >
          {t.copyValue}
        </Button>
        {renderActions?.(chosen)}
        <span className={classes.space} />
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => setOpen(new Set(allBranches(value)))}
        >
          {t.expandAll}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(new Set())}>
          {t.collapseAll}
        </Button>
      </div>
      <div role="tree" aria-label={t.tree} className={classes.tree} ref={tree} tabIndex={-1}>
        {rows.map((row, index) => (
          <JsonTreeRow
            key={row.pointer}
            id={`${id}${index}`}
            row={row}
            isOpen={printing || open.has(row.pointer)}
            isCurrent={row === current}
            onChoose={() => focus(row)}
            onToggle={() => toggle(row)}
            onPress={press}
            {...(editing?.mayEdit(row) && { onEdit: () => edit(row), onApproach: editing.preload })}
            {...(editing?.open.has(row.pointer) && { renderField: editing.renderField })}
          />
        ))}
      </div>
    </div>
  );
}

function without(
  pointers: ReadonlySet<string>,
  others: ReadonlySet<string> | undefined,
): ReadonlySet<string> {
  if (!others || others.size === 0) return pointers;
  return new Set([...pointers].filter((pointer) => !others.has(pointer)));
}

/** A string without quotes; anything else as JSON. */
function plainText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}
