import { useId } from 'react';
import { useDateLocale } from '../texts.ts';
import classes from './DayBars.module.css';
import { useChartTexts } from './charts.texts.ts';

interface Day {
  /** As 2026-03-01, in UTC. */
  day: string;
  count: number;
}

interface DayBarsProps {
  /** Oldest first, without gaps. */
  days: readonly Day[];
  /** What is counted, for screen readers. */
  label: string;
  /** What each one is; versions without. */
  counted?: 'versions' | 'events';
}

const width = 10;
const gap = 2;

/** How much was written on each day. */
export function DayBars({ days, label, counted = 'versions' }: DayBarsProps) {
  const texts = useChartTexts();
  const t = { ...texts, ...texts[counted] };
  const locale = useDateLocale();
  const id = useId();
  const most = Math.max(0, ...days.map(({ count }) => count));
  const sum = days.reduce((all, { count }) => all + count, 0);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className={classes.caption}>
        {t.inAll(sum)}
        {most > 0 && <span className={classes.most}>{t.most(most)}</span>}
      </figcaption>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${days.length * width} 100`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {days.map(({ day, count }, index) => (
          <g key={day} className={classes.day}>
            <title>{t.onDay(dayName(day, locale), t.inAll(count))}</title>
            <rect className={classes.space} x={index * width} y="0" width={width} height="100" />
            <rect
              className={classes.bar}
              x={index * width + gap / 2}
              y={100 - barHeight(count, most)}
              width={width - gap}
              height={barHeight(count, most)}
            />
          </g>
        ))}
      </svg>
      {first && last && (
        <div className={classes.axis} aria-hidden>
          <span>{dayName(first.day, locale)}</span>
          <span>{dayName(last.day, locale)}</span>
        </div>
      )}
      <div className={classes.spoken}>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{t.day}</th>
              <th scope="col">{t.heading}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ count }) => count > 0)
              .map(({ day, count }) => (
                <tr key={day}>
                  <th scope="row">{dayName(day, locale)}</th>
                  <td>{count}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** In percent of the chart's height; a day with any versions is visible. */
function barHeight(count: number, most: number): number {
  if (count <= 0 || most <= 0) return 0;
  return Math.max(2, (count / most) * 100);
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
