import { useDateLocale } from '../../platform/texts.ts';
import { Bars } from './Bars.tsx';
import { useChartTexts } from './charts.texts.ts';

interface TimeBarsProps {
  interval: 'DAY' | 'HOUR';
  /** Oldest first, without gaps. */
  bars: readonly {
    /** When the interval begins. */
    from: string;
    count: number;
    failed: number;
  }[];
  /** What is counted, for screen readers. */
  label: string;
  /** Half as high, above a list that it must not push away. */
  compact?: boolean;
}

/** The number of events per day of UTC, or per hour, and how many of them failed. */
export function TimeBars({ interval, bars, label, compact = false }: TimeBarsProps) {
  const texts = useChartTexts();
  const t = texts.of[interval];
  const locale = useDateLocale();
  return (
    <Bars
      bars={bars.map(({ from, ...counts }) => ({
        key: from,
        name: nameOf(from, interval, locale),
        ...counts,
      }))}
      label={label}
      compact={compact}
      heading={t.heading}
      peak={t.most}
      counted="events"
      period={(sum) => t.period(sum, bars.length)}
    />
  );
}

/** Hours are those of the person’s time zone. */
function nameOf(from: string, interval: 'DAY' | 'HOUR', locale: string): string {
  const day = { day: 'numeric', month: 'short' } as const;
  return interval === 'DAY'
    ? new Date(from).toLocaleDateString(locale, { ...day, timeZone: 'UTC' })
    : new Date(from).toLocaleString(locale, { ...day, hour: '2-digit', minute: '2-digit' });
}
