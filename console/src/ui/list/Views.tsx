import { Button, TextInput } from '@mantine/core';
import { IconHome, IconLink } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ListState } from './useListState.ts';
import { maxViewNameLength, maxViews, type ListView } from './list-request.ts';
import { SavedViewItem } from './SavedViewItem.tsx';
import { useViewChanges } from './useViewChanges.ts';
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
  const { message, problem, ...changes } = useViewChanges(list);
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const full = views.length >= maxViews;

  function save(event: FormEvent) {
    event.preventDefault();
    if (changes.save(name.trim())) setName('');
    else field.current?.focus();
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
              isTaken={(wanted) => changes.isTaken(wanted, view)}
              onShow={() => {
                list.views.show(view);
                onClose();
              }}
              toggle={{
                icon: IconHome,
                label: t.makeDefault(view.name),
                isOn: view.id === opensWith,
                onChange: (opens) => changes.openWith(view, opens),
              }}
              onRename={(next) => {
                changes.rename(view, next);
                return true;
              }}
              onDelete={() => {
                changes.remove(view);
                field.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {current && changed && (
        <Button size="xs" variant="default" onClick={() => changes.update(current)}>
          {t.update}
        </Button>
      )}
      <form className={classes.save} noValidate onSubmit={save}>
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
          onClick={() => void changes.copyLink()}
        >
          {t.copyLink}
        </Button>
      </div>
    </div>
  );
}
