import { IconSearch } from '@tabler/icons-react';
import { isMac } from '../shortcuts/shown-keys.ts';
import { useShellTexts } from '../shell.texts.ts';
import { loadPalette } from './load-palette.ts';
import classes from './PaletteButton.module.css';

/** Opens the command palette; on small screens it is the icon alone. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const t = useShellTexts();
  const preload = () => void loadPalette().catch(() => undefined);
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={t.find}
      aria-haspopup="dialog"
      title={t.find}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <span className={classes.words}>{t.find}</span>
      <kbd className={`${classes.words} ${classes.keys}`}>{isMac ? '⌘ K' : t.controlK}</kbd>
    </button>
  );
}
