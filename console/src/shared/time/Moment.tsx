import { useSyncExternalStore } from 'react';
import { createStore } from '../../api/store.ts';
import { useLanguage } from '../texts.ts';
import { absoluteMoment, exactMoment, relativeMoment } from './format-moment.ts';
import classes from './Moment.module.css';
import { useTimeTexts } from './time.texts.ts';
import { useUtc } from './utc.ts';

interface MomentProps {
  /** RFC 3339 as the service wrote it; nothing is shown as a dash. */
  value: string | null | undefined;
  /** Date and time in place of "3 days ago". */
  absolute?: boolean;
}

/** A time: relative, with the exact local time and UTC in the tooltip. Where UTC is switched on, the time in UTC. */
export function Moment({ value, absolute = false }: MomentProps) {
  if (value === null || value === undefined || value === '')
    return <span className={classes.none}>–</span>;
  return <KnownMoment value={value} absolute={absolute} />;
}

function KnownMoment({ value, absolute }: { value: string; absolute: boolean }) {
  const language = useLanguage();
  const texts = useTimeTexts();
  const utc = useUtc();
  const text = useSyncExternalStore(ticks.subscribe, () =>
    absolute || utc
      ? absoluteMoment(value, language, utc)
      : relativeMoment(value, Date.now(), language, texts.justNow),
  );
  return (
    <time className={classes.moment} dateTime={value} title={exactMoment(value, language)}>
      {text}
    </time>
  );
}

const period = 10_000;

/**
 * Changes every ten seconds. One timer serves all moments of a page; it stops with the last of them. The text is the
 * snapshot: a moment renders again only when its words change.
 */
const ticks = createStore(0, () => {
  const timer = setInterval(() => ticks.set(ticks.get() + 1), period);
  return () => clearInterval(timer);
});
