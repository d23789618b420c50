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
  /** Shows date and time also on the first day, instead of "3 hours ago". */
  absolute?: boolean;
  /** Date and time to the second, where the order of what happened counts. */
  exact?: boolean;
  /** Shows "3 days ago" together with date and time. */
  withDate?: boolean;
  /** Shows date and time, and "3 days ago" after them. */
  withRelative?: boolean;
}

/**
 * A time, with the exact local time and UTC in the tooltip: for a day "3 hours ago", then date and time, because "3 months ago"
 * says too little; in UTC if that is switched on. Paper has the date.
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
  const mayBeRelative = !absolute && !utc;
  const relative = useSyncExternalStore(ticks.subscribe, () =>
    withRelative || withDate || (mayBeRelative && isOfLastDay(value))
      ? relativeMoment(value, Date.now(), language, texts.justNow)
      : '',
  );
  const isRelative = mayBeRelative && relative !== '';
  return (
    <time className={classes.moment} dateTime={value} title={exactMoment(value, locale)}>
      {isRelative ? (
        relative
      ) : withRelative ? (
        <span className={classes.whole}>{absoluteMoment(value, locale, utc, exact)}</span>
      ) : (
        absoluteMoment(value, locale, utc, exact)
      )}
      {withDate && isRelative && (
        <span className={classes.date}> ({absoluteMoment(value, locale, false)})</span>
      )}
      {withRelative && !printing && (
        <span className={classes.relative} data-relative>
          {relative}
        </span>
      )}
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
