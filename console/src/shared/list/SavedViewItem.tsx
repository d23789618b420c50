import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconCheck, IconHome, IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type ListView, longestViewName } from './list-views.ts';
import classes from './Views.module.css';
import { useViewTexts } from './views.texts.ts';

interface SavedViewItemProps {
  view: ListView;
  isCurrent: boolean;
  /** The list shows the current one no longer exactly as it was saved. */
  changed: boolean;
  /** The list opens with it. */
  opens: boolean;
  isTaken: (name: string) => boolean;
  onShow: () => void;
  onOpens: (opens: boolean) => void;
  /** False when it could not be stored. */
  onRename: (name: string) => boolean;
  onDelete: () => void;
}

/** A saved view in the list of them. */
export function SavedViewItem({
  view: { name },
  isCurrent,
  changed,
  opens,
  isTaken,
  onShow,
  onOpens,
  onRename,
  onDelete,
}: SavedViewItemProps) {
  const t = useViewTexts();
  const [next, setNext] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const show = useRef<HTMLButtonElement>(null);

  function stopRenaming() {
    setNext(undefined);
    setProblem(undefined);
    // Where the keyboard was before; the field is about to go.
    requestAnimationFrame(() => show.current?.focus());
  }

  function rename(wanted: string) {
    const refused = wanted === '' ? t.nameMissing : isTaken(wanted) ? t.nameTaken : undefined;
    setProblem(refused);
    if (refused === undefined && (wanted === name || onRename(wanted))) stopRenaming();
  }

  if (next !== undefined)
    return (
      <li>
        <form
          className={classes.save}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            rename(next.trim());
          }}
        >
          <TextInput
            className={classes.name ?? ''}
            size="xs"
            aria-label={t.newName(name)}
            // Somebody asked for this field.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            autoComplete="off"
            maxLength={longestViewName}
            error={problem}
            value={next}
            onChange={({ currentTarget }) => setNext(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              // The panel stays.
              event.preventDefault();
              stopRenaming();
            }}
          />
          <Button type="submit" size="xs">
            {t.rename}
          </Button>
          <Button size="xs" variant="default" onClick={stopRenaming}>
            {t.cancel}
          </Button>
        </form>
      </li>
    );
  return (
    <li className={classes.view}>
      <button
        ref={show}
        type="button"
        className={classes.show}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onShow}
      >
        <span className={classes.mark}>
          {isCurrent && <IconCheck size={16} stroke={2} aria-hidden />}
        </span>
        <span className={classes.title}>{name}</span>
        {isCurrent && changed && <span className={classes.changed}>{t.changed}</span>}
      </button>
      <ActionIcon
        variant={opens ? 'light' : 'subtle'}
        {...(!opens && { color: 'gray' })}
        aria-label={t.makeDefault(name)}
        title={t.makeDefault(name)}
        aria-pressed={opens}
        onClick={() => onOpens(!opens)}
      >
        <IconHome size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.renameView(name)}
        title={t.renameView(name)}
        onClick={() => setNext(name)}
      >
        <IconPencil size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.deleteView(name)}
        title={t.deleteView(name)}
        onClick={onDelete}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}
