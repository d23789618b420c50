import { useCapabilities } from '../../platform/capabilities.ts';
import { useLanguage } from '../../platform/texts.ts';
import { useHelpTexts } from './help.texts.ts';
import classes from './Help.module.css';

/** What a reader of the guide must know first: its language, and which services it describes. */
export function GuideNotes() {
  const t = useHelpTexts();
  const language = useLanguage();
  const has = useCapabilities();
  const describesServices = has('authentication') && has('data');
  return (
    <>
      {!describesServices && <p className={classes.note}>{t.ofOwnServices}</p>}
      {language !== 'en' && <p className={classes.note}>{t.inEnglish}</p>}
    </>
  );
}
