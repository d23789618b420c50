import { Logo } from '../shared/page/Logo.tsx';
import classes from './StartScreen.module.css';
import { useShellTexts } from './shell.texts.ts';

/** Shown during start-up, after a short delay. */
export function StartScreen() {
  const t = useShellTexts();
  return (
    <output className={classes.screen}>
      <Logo size={48} />
      <span className={classes.words}>{t.starting}</span>
    </output>
  );
}
