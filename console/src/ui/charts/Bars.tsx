import { useId } from 'react';
import { grouped } from '../../platform/texts.ts';
import { barScale } from './bar-scale.ts';
import { useChartTexts } from './charts.texts.ts';
import classes from './Bars.module.css';

export interface Bar {
  key: string;
  /** The name of the bar, for example a day. */
  name: string;
  count: number;
  /** How many of them failed, drawn on top; undefined where that is not counted. */
  failed?: number;
}

interface BarsProps {
  bars: readonly Bar[];
  /** What is counted, for screen readers. */
  label: string;
  /** The heading of the names. */
  heading: string;
  /** The text of the highest bar. */
  peak: (most: number) => string;
  /** What is counted; default: versions. The heights of `times` are milliseconds, which have no sum. */
  counted?: 'versions' | 'events' | 'requests' | 'times';
  /** Says what the bars say together; default: their sum. */
  caption?: string;
  /** Where the axis ends; the name of the last bar without, which is when it begins. */
  end?: string;
  /** Says of which period the sum is. */
  period?: (sum: string) => string;
  /** Half as high, above a list that it must not push away. */
  compact?: boolean;
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
  caption,
  period = asItIs,
  compact = false,
}: BarsProps) {
  const texts = useChartTexts();
  const t = { ...texts, ...texts[counted] };
  const id = useId();
  const most = Math.max(0, ...bars.map(({ count }) => count));
  const scale = barScale(bars.map(({ count }) => count));
  const isAnyCut = bars.some(({ count }) => scale.isCut(count));
  const countsFailures = bars.some(({ failed }) => failed !== undefined);
  const failures = bars.reduce((all, { failed = 0 }) => all + failed, 0);
  const sum = bars.reduce((all, { count }) => all + count, 0);
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure className={classes.figure} aria-labelledby={id} data-compact={compact || undefined}>
      <figcaption id={id} className={classes.caption}>
        {caption ?? period(t.inAll(sum))}
        {most > 0 && <span className={classes.most}>{peak(most)}</span>}
      </figcaption>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${bars.length * width} 100`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {bars.map(({ key, name, count, failed = 0 }, index) => (
          <g key={key} className={classes.day}>
            <title>
              {t.onDay(name, t.inAll(count))}
              {failed > 0 && `, ${t.failed(failed)}`}
            </title>
            <rect className={classes.space} x={index * width} y="0" width={width} height="100" />
            <rect
              className={classes.bar}
              x={index * width + gap / 2}
              y={100 - scale.heightOf(count)}
              width={width - gap}
              height={scale.heightOf(count)}
            />
            {failed > 0 && (
              <rect
                className={classes.failed}
                x={index * width + gap / 2}
                y={100 - scale.heightOf(count)}
                width={width - gap}
                height={Math.max(2, (scale.heightOf(count) * failed) / count)}
              />
            )}
            {scale.isCut(count) && (
              <path
                className={classes.cut}
                d={`M${index * width} 14 l${width} -6 v5 l${-width} 6 z`}
              />
            )}
          </g>
        ))}
      </svg>
      {first && last && (
        <div className={classes.axis} aria-hidden>
          <span>{first.name}</span>
          <span>{end ?? last.name}</span>
        </div>
      )}
      {(isAnyCut || countsFailures) && (
        <p className={classes.legend} data-short={!isAnyCut || undefined}>
          {/* Also of none, so that a first failure does not push down what is below. */}
          {countsFailures && (
            <span>
              {failures > 0 && <span className={classes.failedKey} aria-hidden />}{' '}
              {t.failed(failures)}
            </span>
          )}
          {isAnyCut && <span>{t.cut}</span>}
        </p>
      )}
      {sum > 0 && (
        <div className={classes.spoken}>
          <table>
            <caption>{label}</caption>
            <thead>
              <tr>
                <th scope="col">{heading}</th>
                <th scope="col">{t.heading}</th>
                {failures > 0 && <th scope="col">{t.failedHeading}</th>}
              </tr>
            </thead>
            <tbody>
              {bars
                .filter(({ count }) => count > 0)
                .map(({ key, name, count, failed = 0 }) => (
                  <tr key={key}>
                    <th scope="row">{name}</th>
                    <td>{grouped(count)}</td>
                    {failures > 0 && <td>{grouped(failed)}</td>}
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  );
}
