import { Logo } from '../ui/page/Logo.tsx';
import { texts } from '../platform/texts.ts';
import classes from './StartScreen.module.css';

const useTexts = texts({
  en: { starting: 'Starting…' },
  de: { starting: 'Wird gestartet …' },
});

/** Shown during start-up, after a short delay. */
export function StartScreen() {
  const t = useTexts();
  return (
    <output className={classes.screen}>
      <Logo size={48} />
      <span className={classes.words}>{t.starting}</span>
    </output>
  );
}
