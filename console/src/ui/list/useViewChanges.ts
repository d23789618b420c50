import { useState } from 'react';
import { showUndo } from '../feedback/undo.ts';
import { copyText } from '../ids/copy-text.ts';
import { maxQueryLength, type ListView, type SavedViews } from './list-request.ts';
import type { ListState } from './useListState.ts';
import { useViewTexts } from './views.texts.ts';

/** What can be done with the saved views of a list, and what was last done or refused. */
export function useViewChanges<Filter extends string>(list: ListState<Filter>) {
  const t = useViewTexts();
  const { views, opensWith } = list.views;
  const [message, setMessage] = useState<string>();
  const [problem, setProblem] = useState<string>();
  /** The list as it is now, as a view stores it. */
  const shown = {
    query: list.views.query,
    pageSize: list.state.pageSize,
    columns: list.memory.columns,
    density: list.memory.density,
  } as const;

  /** Says either what was done, or why it was not. */
  function report(done: string, refused: string | undefined): void {
    setProblem(refused);
    setMessage(refused === undefined ? done : undefined);
  }
  function change(next: (before: SavedViews) => SavedViews, done: string): void {
    report(done, list.views.change(next) ? undefined : t.notStored);
  }
  const edit = (id: string, next: Partial<ListView>, done: string) =>
    change(
      (before) => ({
        ...before,
        views: before.views.map((view) => (view.id === id ? { ...view, ...next } : view)),
      }),
      done,
    );
  const isTaken = (wanted: string, but?: ListView) =>
    views.some((view) => view !== but && view.name === wanted);
  function reasonNotSaved(name: string): string | undefined {
    if (name === '') return t.nameMissing;
    if (isTaken(name)) return t.nameTaken;
    return shown.query.length > maxQueryLength ? t.tooLong : undefined;
  }

  return {
    message,
    problem,
    isTaken,
    /** Saves the list as it is now. @returns false if the name is refused */
    save: (name: string): boolean => {
      const refused = reasonNotSaved(name);
      if (refused !== undefined) {
        report('', refused);
        return false;
      }
      const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
      change(
        (before) => ({ ...before, views: [...before.views, { id, name, ...shown }] }),
        t.saved(name),
      );
      list.views.choose(id);
      return true;
    },
    update: ({ id, name }: ListView) => edit(id, shown, t.updated(name)),
    rename: ({ id }: ListView, name: string) => edit(id, { name }, t.renamed(name)),
    openWith: ({ id, name }: ListView, opens: boolean) =>
      change(
        (before) => ({ ...before, opensWith: opens ? id : undefined }),
        opens ? t.opensNow(name) : t.noLongerDefault(name),
      ),
    remove: (removed: ListView) => {
      const index = views.indexOf(removed);
      const opened = opensWith === removed.id;
      change(
        (before) => ({
          views: before.views.filter(({ id }) => id !== removed.id),
          opensWith: before.opensWith === removed.id ? undefined : before.opensWith,
        }),
        t.deleted(removed.name),
      );
      showUndo(t.deleted(removed.name), async () => {
        list.views.change((before) => ({
          views: before.views.toSpliced(index, 0, removed),
          opensWith: before.opensWith ?? (opened ? removed.id : undefined),
        }));
      });
    },
    copyLink: async () => {
      const isCopied = await copyText(window.location.href);
      report(t.copied, isCopied ? undefined : t.notCopied);
    },
  };
}
