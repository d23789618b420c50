import { useSyncExternalStore } from 'react';
import { createStore } from '../api/store.ts';
import { useIsPrinting } from '../printing.ts';
import { useDateLocale, useLanguage } from '../texts.ts';
import { absoluteMoment, exactMoment, relativeMoment } from './format-moment.ts';
import classes from './Moment.module.css';
import { useTimeTexts } from './time.texts.ts';
import { useUtc } from './utc.ts';

interface MomentProps {
  /** RFC 3339 from the service; missing values show as a dash. */
  value: string | null | undefined;
  /** Without "3 hours ago" after date and time on the first day. */
  absolute?: boolean;
  /** Date and time to the second, where the order of what happened counts. */
  exact?: boolean;
  /** Shows "3 days ago", and date and time after it. */
  withDate?: boolean;
  /** Shows "3 days ago" after date and time on later days too. */
  withRelative?: boolean;
}

/**
 * Date and time, with the exact local time and UTC in the tooltip; for a day "3 hours ago" after them, because later it
 * says too little. In UTC if that is switched on. Paper has the date alone.
 */
export function Moment({
  value,
  absolute = false,
  exact = false,
  withDate = false,
  withRelative = false,
}: MomentProps) {
  if (value === null || value === undefined || value === '')
    return <span className={classes.none}>–</span>;
  return (
    <KnownMoment
      value={value}
      absolute={absolute || exact || withRelative}
      exact={exact}
      withDate={withDate}
      withRelative={withRelative}
    />
  );
}

interface KnownMomentProps {
  value: string;
  absolute: boolean;
  exact: boolean;
  withDate: boolean;
  withRelative: boolean;
}

function KnownMoment({ value, absolute: isDate, exact, withDate, withRelative }: KnownMomentProps) {
  const language = useLanguage();
  const locale = useDateLocale();
  const texts = useTimeTexts();
  const utc = useUtc();
  const printing = useIsPrinting();
  const absolute = isDate || printing;
  const relative = useSyncExternalStore(ticks.subscribe, () =>
    withRelative || withDate || (!absolute && isOfLastDay(value))
      ? relativeMoment(value, Date.now(), language, texts.justNow)
      : '',
  );
  const date = absoluteMoment(value, locale, utc, exact);
  // A time that is told as a duration comes first only where it is all that a sentence is about.
  const isRelativeFirst = withDate && !absolute && !utc;
  const isRelativeSecond = !isRelativeFirst && relative !== '' && !printing;
  return (
    <time className={classes.moment} dateTime={value} title={exactMoment(value, locale)}>
      {isRelativeFirst && (
        <>
          {relative}
          <span className={classes.date}> ({date})</span>
        </>
      )}
      {isRelativeSecond && (
        <>
          <span className={classes.whole}>{date}</span>
          <span className={classes.relative} data-relative>
            {relative}
          </span>
        </>
      )}
      {!isRelativeFirst && !isRelativeSecond && date}
    </time>
  );
}

const dayMs = 86_400_000;
const isOfLastDay = (value: string): boolean => Math.abs(Date.now() - Date.parse(value)) < dayMs;

const period = 10_000;

/**
 * Updates every ten seconds, with one timer for all moments on a page. The text is the snapshot, so that a
 * moment renders again only when its text changes.
 */
const ticks = createStore(0, () => {
  const timer = setInterval(() => ticks.set(ticks.get() + 1), period);
  return () => clearInterval(timer);
});
