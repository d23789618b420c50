import { useState } from 'react';
import { useAppState } from '../platform/api/state.ts';
import { productTitle } from '../platform/api/product.ts';
import { useDateLocale } from '../platform/texts.ts';
import { exactMomentText } from '../platform/time/format-moment.ts';
import { useUtc } from '../platform/time/utc.ts';
import { shownPerson } from '../ui/ids/display-names.ts';
import classes from './Shell.module.css';
import { useShellTexts } from './shell.texts.ts';

/** Says on paper what the browser's frame says on a screen: from where it is, and whose view of when. */
export function PrintedHead() {
  const t = useShellTexts();
  const user = useAppState((state) => state.user);
  const locale = useDateLocale();
  const utc = useUtc();
  const [now] = useState(() => new Date().toISOString());
  return (
    <p className={classes.printedHead}>
      {productTitle} · {window.location.href}
      <br />
      {t.printed(exactMomentText(now, locale, utc), user && shownPerson(user))}
    </p>
  );
}
