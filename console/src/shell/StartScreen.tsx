import { Logo } from '../shared/page/Logo.tsx';
import classes from './StartScreen.module.css';
import { useShellTexts } from './shell.texts.ts';

/** While start-up runs. It comes into view only when that takes a moment. */
export function StartScreen() {
  const t = useShellTexts();
  return (
    <output className={classes.screen}>
      <Logo size={48} />
      <span className={classes.words}>{t.starting}</span>
    </output>
  );
}
