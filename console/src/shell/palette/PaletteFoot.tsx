import classes from './Palette.module.css';
import { usePaletteTexts } from './palette.texts.ts';
import { Keys } from '../shortcuts/Keys.tsx';

/** Which keys do what in the palette, for those who see them. */
export function PaletteFoot() {
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
