import { ActionIcon, Button, TextInput } from '@mantine/core';
import { type Icon, IconCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import classes from './Views.module.css';
import { useViewTexts } from './views.texts.ts';

interface SavedViewItemProps {
  name: string;
  maxNameLength: number;
  /** A second line. */
  about?: ReactNode;
  isCurrent: boolean;
  /** Whether the list has been changed since this view was shown. */
  changed: boolean;
  /** A setting of the view that can be switched. */
  toggle?:
    | { icon: Icon; label: string; isOn: boolean; onChange: (isOn: boolean) => void }
    | undefined;
  isTaken: (name: string) => boolean;
  onShow: () => void;
  /** Returns false if it could not be stored. Omitted, like `onDelete`, if the user may not change it. */
  onRename?: ((name: string) => boolean | Promise<boolean>) | undefined;
  onDelete?: (() => void) | undefined;
}

/** An entry in the list of saved views or searches. */
export function SavedViewItem({
  name,
  maxNameLength,
  about,
  isCurrent,
  changed,
  toggle,
  isTaken,
  onShow,
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
    // The focus returns to where it was, because the field disappears.
    requestAnimationFrame(() => show.current?.focus());
  }

  async function rename(wanted: string) {
    const refused = wanted === '' ? t.nameMissing : isTaken(wanted) ? t.nameTaken : undefined;
    setProblem(refused);
    if (refused === undefined && (wanted === name || (await onRename?.(wanted)))) stopRenaming();
  }

  if (next !== undefined)
    return (
      <li>
        <form
          className={classes.save}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void rename(next.trim());
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
            maxLength={maxNameLength}
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
        <span className={classes.title}>
          {name}
          {about !== undefined && <span className={classes.about}>{about}</span>}
        </span>
        {isCurrent && changed && <span className={classes.changed}>{t.changed}</span>}
      </button>
      {toggle && (
        <ActionIcon
          variant={toggle.isOn ? 'light' : 'subtle'}
          {...(!toggle.isOn && { color: 'gray' })}
          aria-label={toggle.label}
          title={toggle.label}
          aria-pressed={toggle.isOn}
          onClick={() => toggle.onChange(!toggle.isOn)}
        >
          <toggle.icon size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      {onRename && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.renameView(name)}
          title={t.renameView(name)}
          onClick={() => setNext(name)}
        >
          <IconPencil size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      {onDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.deleteView(name)}
          title={t.deleteView(name)}
          onClick={onDelete}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
