import { Loader, Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { parseSearch } from '../../platform/search.ts';
import { Keys } from '../shortcuts/Keys.tsx';
import { isPaletteKey } from '../shortcuts/keyboard.ts';
import classes from './Palette.module.css';
import { PaletteList } from './PaletteList.tsx';
import type { PaletteItem } from './palette-item.ts';
import { usePaletteTexts } from './palette.texts.ts';
import { withShownMoment, useCurrentPage } from './current-page.ts';
import { usePaletteGroups } from './usePaletteGroups.ts';

const pause = 200;

interface PaletteProps {
  /** What was typed while the palette was loading. */
  typedAhead: string;
  onClose: () => void;
  onShortcuts: () => void;
}

/**
 * The command palette: goes to pages, finds things by name, id or address, and runs global commands (WAI-ARIA:
 * combobox).
 */
export function Palette({ typedAhead, onClose, onShortcuts }: PaletteProps) {
  const t = usePaletteTexts();
  const router = useRouter();
  const current = useCurrentPage();
  const listId = useId();
  const [text, setText] = useState(typedAhead);
  const [activeId, setActiveId] = useState<string>();
  const typed = text.trim();
  const [paused] = useDebouncedValue(typed, pause);
  const { groups, isLoading, is, isComplete, error } = usePaletteGroups(typed, paused === typed, {
    current,
    onShortcuts,
  });
  const items = groups.flatMap((group) => group.items);
  // The selection stays on the same item while results arrive.
  const active = items.find(({ id }) => id === activeId) ?? items[0];
  // The initial first item counts as unselected until the user types or moves.
  const wanted = activeId !== undefined || typed !== '' ? active?.path : undefined;
  usePreload(wanted && withShownMoment(wanted, current));
  const [nothing, nothingHint] =
    is !== 'id'
      ? [t.nothing(short(typed)), error ?? t.nothingHint]
      : isComplete
        ? [t.noSuchId, t.noSuchIdHint]
        : [t.idNotFound, t.idNotFoundHint];
  const optionId = (item: PaletteItem) => `${listId}-${item.id}`;

  const choose = (item: PaletteItem, inNewTab: boolean) => {
    if (item.path === undefined) {
      onClose();
      // After closing, because the action may open another overlay.
      item.run();
      return;
    }
    const path = withShownMoment(item.path, current);
    if (inNewTab) {
      window.open(path, '_blank', 'noopener');
      return;
    }
    onClose();
    // Only the server knows the target of an alias.
    if (path.startsWith('/a/')) window.location.assign(path);
    else router.history.push(path);
  };
  const move = (step: number) => {
    const from = active ? items.indexOf(active) : -1;
    setActiveId(items.at((from + step + items.length) % items.length)?.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Home: () => setActiveId(items[0]?.id),
      End: () => setActiveId(items.at(-1)?.id),
      Enter: () => active && choose(active, event.ctrlKey || event.metaKey),
    };
    const action = isPaletteKey(event.nativeEvent) ? onClose : actions[event.key];
    if (!action || (event.shiftKey && event.key !== 'Enter')) return;
    event.preventDefault();
    action();
  };

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={640}
      yOffset="12dvh"
      lockScroll={false}
      returnFocus={false}
      scrollAreaComponent={OwnScroll}
      classNames={{ content: classes.palette }}
      transitionProps={{ duration: 100 }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={t.palette}>
        <div className={classes.field}>
          <IconSearch size={20} stroke={1.75} className={classes.icon} aria-hidden />
          <input
            // At once: what is typed next is meant for it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            data-autofocus
            className={classes.input}
            type="text"
            role="combobox"
            aria-label={t.palette}
            aria-expanded={items.length > 0}
            aria-controls={listId}
            aria-activedescendant={active && optionId(active)}
            aria-autocomplete="list"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={2000}
            placeholder={t.placeholder}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setActiveId(undefined);
            }}
            onKeyDown={onKeyDown}
          />
          {isLoading && <Loader size={16} className={classes.icon} />}
          <button type="button" className={classes.escape} onClick={onClose} aria-label={t.close}>
            <Keys keys="Esc" />
          </button>
        </div>
        <PaletteList
          id={listId}
          groups={groups}
          typed={is === undefined ? typed : ''}
          active={active}
          optionId={optionId}
          onActive={setActiveId}
          onChoose={choose}
        />
        {items.length === 0 && typed !== '' && (
          <div className={classes.nothing}>
            <p className={classes.nothingTitle}>{isLoading ? t.searching : nothing}</p>
            {!isLoading && <p>{nothingHint}</p>}
          </div>
        )}
        <PaletteFoot />
        <output className={classes.announcement}>
          {typed !== '' && !isLoading && t.found(items.length)}
        </output>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Only the list scrolls. */
function OwnScroll({ children }: { children?: ReactNode }) {
  return children;
}

/** A pasted text may be long. */
function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Explains the keys of the palette to sighted users. */
function PaletteFoot() {
  const t = usePaletteTexts();
  return (
    <div className={classes.foot} aria-hidden>
      <span className={classes.hint}>
        <Keys keys="↑ ↓" /> {t.choose}
      </span>
      <span className={classes.hint}>
        <Keys keys="↵" /> {t.open}
      </span>
      <span className={classes.hint}>
        <Keys keys="$mod+↵" /> {t.newTab}
      </span>
    </div>
  );
}

/** The delay before the page of a highlighted line is preloaded, in milliseconds, like for a hovered link. */
const preloadDelay = 50;

/** Preloads the code and data of a highlighted page, as a hovered link does. */
function usePreload(path: string | undefined): void {
  const router = useRouter();
  const [wanted] = useDebouncedValue(path, preloadDelay);
  useEffect(() => {
    // Only the server knows the target of an alias.
    if (wanted === undefined || wanted !== path || wanted.startsWith('/a/')) return;
    const [to = '/', query = ''] = wanted.split('?', 2);
    // Errors are ignored here: the page loads again, and reports them, when it is opened.
    router.preloadRoute({ to, search: parseSearch(query) }).catch(() => undefined);
  }, [router, wanted, path]);
}
