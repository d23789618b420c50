import { useDateLocale } from '../../platform/texts.ts';
import { Bars } from './Bars.tsx';
import { useChartTexts } from './charts.texts.ts';

interface Day {
  /** In UTC, such as 2026-03-01. */
  day: string;
  count: number;
  failed?: number;
}

interface DayBarsProps {
  /** Oldest first, without gaps. */
  days: readonly Day[];
  /** What is counted, for screen readers. */
  label: string;
  /** What is counted; default: versions. */
  counted?: 'versions' | 'events';
}

/** The number of items per day. */
export function DayBars({ days, label, counted = 'versions' }: DayBarsProps) {
  const t = useChartTexts();
  const locale = useDateLocale();
  return (
    <Bars
      bars={days.map(({ day, ...counts }) => ({ key: day, name: dayName(day, locale), ...counts }))}
      label={label}
      heading={t.day}
      peak={t.most}
      counted={counted}
      period={(sum) => t.inDays(sum, days.length)}
    />
  );
}

/** @param day as 2026-03-01, in UTC */
function dayName(day: string, locale: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at)
    ? day
    : new Date(at).toLocaleDateString(locale, {
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      });
}
