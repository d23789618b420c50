import { useLanguage, type Language } from '../../platform/texts.ts';
import classes from './Keys.module.css';
import { isMac } from './keyboard.ts';

/** Renders a shortcut as keys: `g p` as a sequence, `$mod+k` as a combination. */
export function Keys({ keys }: { keys: string }) {
  const language = useLanguage();
  return (
    <span className={classes.keys}>
      {keys.split(' ').map((press) => (
        <span key={press} className={classes.press}>
          {press.split('+').map((key) => (
            <kbd key={key} className={classes.key}>
              {shownKey(key, language)}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

/** As printed on the keyboard. */
function shownKey(key: string, language: Language): string {
  if (key === '$mod') return isMac ? '⌘' : language === 'de' ? 'Strg' : 'Ctrl';
  return key.length === 1 ? key.toUpperCase() : key;
}
