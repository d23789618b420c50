import { useId } from 'react';
import { grouped } from '../../platform/texts.ts';
import { useChartTexts } from './charts.texts.ts';
import classes from './DayBars.module.css';

export interface Bar {
  key: string;
  /** The name of the bar, for example a day. */
  name: string;
  count: number;
}

interface BarsProps {
  bars: readonly Bar[];
  /** What is counted, for screen readers. */
  label: string;
  /** The heading of the names. */
  heading: string;
  /** The text of the highest bar. */
  peak: (most: number) => string;
  /** What is counted; default: versions. */
  counted?: 'versions' | 'events';
  /** Where the axis ends; the name of the last bar without, which is when it begins. */
  end?: string;
  /** Says of which period the sum is. */
  period?: (sum: string) => string;
}

const asItIs = (sum: string) => sum;

const width = 10;
const gap = 2;

/** Bars side by side, with their sum, and as a table for screen readers. */
export function Bars({
  bars,
  label,
  heading,
  peak,
  counted = 'versions',
  end,
  period = asItIs,
}: BarsProps) {
  const texts = useChartTexts();
  const t = { ...texts, ...texts[counted] };
  const id = useId();
  const most = Math.max(0, ...bars.map(({ count }) => count));
  const sum = bars.reduce((all, { count }) => all + count, 0);
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className={classes.caption}>
        {period(t.inAll(sum))}
        {most > 0 && <span className={classes.most}>{peak(most)}</span>}
      </figcaption>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${bars.length * width} 100`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {bars.map(({ key, name, count }, index) => (
          <g key={key} className={classes.day}>
            <title>{t.onDay(name, t.inAll(count))}</title>
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
          <span>{first.name}</span>
          <span>{end ?? last.name}</span>
        </div>
      )}
      {sum > 0 && (
        <div className={classes.spoken}>
          <table>
            <caption>{label}</caption>
            <thead>
              <tr>
                <th scope="col">{heading}</th>
                <th scope="col">{t.heading}</th>
              </tr>
            </thead>
            <tbody>
              {bars
                .filter(({ count }) => count > 0)
                .map(({ key, name, count }) => (
                  <tr key={key}>
                    <th scope="row">{name}</th>
                    <td>{grouped(count)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  );
}

/** In percent of the chart's height; every non-zero value is visible. */
export function barHeight(count: number, most: number): number {
  if (count <= 0 || most <= 0) return 0;
  return Math.max(2, (count / most) * 100);
}
