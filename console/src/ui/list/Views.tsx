import { Button, TextInput } from '@mantine/core';
import { IconHome, IconLink } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { showUndo } from '../feedback/undo.ts';
import { copyText } from '../ids/copy-text.ts';
import type { ListState } from './useListState.ts';
import {
  maxQueryLength,
  maxViewNameLength,
  maxViews,
  type ListView,
  type SavedViews,
} from './list-request.ts';
import { SavedViewItem } from './SavedViewItem.tsx';
import classes from './Views.module.css';
import { useViewTexts } from './views.texts.ts';

interface ViewsProps<Filter extends string> {
  list: ListState<Filter>;
  /** The view that was shown last, possibly changed since. */
  current: ListView | undefined;
  changed: boolean;
  onClose: () => void;
}

/** The saved views of a list: show, save, update, rename, delete, and choose the one the list opens with. */
export function Views<Filter extends string>({
  list,
  current,
  changed,
  onClose,
}: ViewsProps<Filter>) {
  const t = useViewTexts();
  const { views, opensWith } = list.views;
  const [name, setName] = useState('');
  const [message, setMessage] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const full = views.length >= maxViews;

  /** Changes the stored views, and says so. */
  function change(next: (before: SavedViews) => SavedViews, done: string): void {
    const isKept = list.views.change(next);
    setProblem(isKept ? undefined : t.notStored);
    setMessage(isKept ? done : undefined);
  }

  const edit = (id: string, next: (view: ListView) => ListView) => (before: SavedViews) => ({
    ...before,
    views: before.views.map((view) => (view.id === id ? next(view) : view)),
  });
  const shown = {
    query: list.views.query,
    pageSize: list.state.pageSize,
    columns: list.memory.columns,
    density: list.memory.density,
  } as const;
  const isTaken = (wanted: string, but?: ListView) =>
    views.some((view) => view !== but && view.name === wanted);

  function save() {
    const wanted = name.trim();
    const refused =
      wanted === ''
        ? t.nameMissing
        : isTaken(wanted)
          ? t.nameTaken
          : shown.query.length > maxQueryLength
            ? t.tooLong
            : undefined;
    setProblem(refused);
    if (refused !== undefined) {
      setMessage(undefined);
      field.current?.focus();
      return;
    }
    const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    const saved = { id, name: wanted, ...shown };
    change((before) => ({ ...before, views: [...before.views, saved] }), t.saved(wanted));
    setName('');
    list.views.choose(id);
  }

  function remove(view: ListView) {
    const index = views.indexOf(view);
    const opened = opensWith === view.id;
    const without = (before: SavedViews) => ({
      views: before.views.filter(({ id }) => id !== view.id),
      opensWith: before.opensWith === view.id ? undefined : before.opensWith,
    });
    change(without, t.deleted(view.name));
    field.current?.focus();
    showUndo(t.deleted(view.name), async () => {
      list.views.change((before) => ({
        views: before.views.toSpliced(index, 0, view),
        opensWith: before.opensWith ?? (opened ? view.id : undefined),
      }));
    });
  }

  async function copyLink() {
    const copied = await copyText(window.location.href);
    setProblem(copied ? undefined : t.notCopied);
    setMessage(copied ? t.copied : undefined);
  }

  return (
    <div className={classes.views}>
      {views.length === 0 && <p className={classes.hint}>{t.noneYet}</p>}
      {views.length > 0 && (
        <ul className={classes.list} aria-label={t.views}>
          {views.map((view) => (
            <SavedViewItem
              key={view.id}
              name={view.name}
              maxNameLength={maxViewNameLength}
              isCurrent={view.id === current?.id}
              changed={changed}
              isTaken={(wanted) => isTaken(wanted, view)}
              onShow={() => {
                list.views.show(view);
                onClose();
              }}
              toggle={{
                icon: IconHome,
                label: t.makeDefault(view.name),
                isOn: view.id === opensWith,
                onChange: (opens) =>
                  change(
                    (before) => ({ ...before, opensWith: opens ? view.id : undefined }),
                    opens ? t.opensNow(view.name) : t.noLongerDefault(view.name),
                  ),
              }}
              onRename={(next) => {
                change(
                  edit(view.id, (before) => ({ ...before, name: next })),
                  t.renamed(next),
                );
                return true;
              }}
              onDelete={() => remove(view)}
            />
          ))}
        </ul>
      )}
      {current && changed && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            change(
              edit(current.id, (before) => ({ ...before, ...shown })),
              t.updated(current.name),
            );
          }}
        >
          {t.update}
        </Button>
      )}
      <form
        className={classes.save}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          ref={field}
          className={classes.name ?? ''}
          size="xs"
          label={t.saveNew}
          description={full ? t.full(maxViews) : undefined}
          placeholder={t.name}
          autoComplete="off"
          maxLength={maxViewNameLength}
          disabled={full}
          error={problem}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" size="xs" disabled={full}>
          {t.save}
        </Button>
      </form>
      <div className={classes.foot}>
        <output className={classes.announcement}>{message}</output>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconLink size={14} stroke={1.75} aria-hidden />}
          onClick={() => void copyLink()}
        >
          {t.copyLink}
        </Button>
      </div>
    </div>
  );
}
