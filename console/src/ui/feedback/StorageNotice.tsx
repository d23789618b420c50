import type { StorageProblem } from '../../platform/api/storage.ts';
import { texts } from '../../platform/texts.ts';
import classes from './StorageNotice.module.css';

const useTexts = texts({
  en: {
    blocked:
      'This browser stores nothing for this site. You stay signed in until you close or reload this tab; settings and unfinished work are not remembered.',
    full: 'The storage of this browser is full. What changes from now on is remembered until you close or reload this tab.',
  },
  de: {
    blocked:
      'Dieser Browser speichert für diese Website nichts. Du bleibst angemeldet, bis du den Tab schließt oder neu lädst; Einstellungen und Unfertiges werden nicht gemerkt.',
    full: 'Der Speicher dieses Browsers ist voll. Was sich ab jetzt ändert, wird nur gemerkt, bis du den Tab schließt oder neu lädst.',
  },
});

/** Says what the browser will not remember. */
export function StorageNotice({ problem }: { problem: StorageProblem }) {
  const t = useTexts();
  return <output className={classes.notice}>{t[problem]}</output>;
}
