import { barScale } from '../../../ui/charts/bar-scale.ts';
import { useDateLocale } from '../../../platform/texts.ts';
import { dayOf } from '../../../platform/time/format-moment.ts';
import classes from './ActivityPanel.module.css';
import { useActivityTexts } from './activity.texts.ts';

/** A range of periods, from the first one up to `end`, exclusive. */
export interface BrushRange {
  first: number;
  end: number;
}

interface TimeBrushProps {
  /** The start of each period. */
  starts: readonly string[];
  /** The end of the last period. */
  end: string;
  counts: readonly number[];
  brushed: BrushRange;
  onBrush: (brushed: BrushRange) => void;
}

const width = 10;

/**
 * An overview of all periods with two handles that select the range to enlarge, moved by pointer or by the keys
 * of a slider.
 */
export function TimeBrush({ starts, end, counts, brushed, onBrush }: TimeBrushProps) {
  const t = useActivityTexts();
  const locale = useDateLocale();
  const scale = barScale(counts);
  const nameAt = (index: number) => dayOf(starts[index] ?? end, locale, true);
  const handle = { min: 0, max: starts.length, step: 1, className: classes.handle };
  return (
    <div className={classes.brush} role="group" aria-label={t.range}>
      <svg
        className={classes.overview}
        viewBox={`0 0 ${counts.length * width} 100`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {counts.map((count, index) => (
          <rect
            key={starts[index]}
            className={classes.small}
            data-out={index < brushed.first || index >= brushed.end || undefined}
            x={index * width + 1}
            y={100 - scale.heightOf(count)}
            width={width - 2}
            height={scale.heightOf(count)}
          />
        ))}
      </svg>
      <input
        type="range"
        {...handle}
        aria-label={t.start}
        aria-valuetext={nameAt(brushed.first)}
        value={brushed.first}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          onBrush({ ...brushed, first: Math.min(valueAsNumber, brushed.end - 1) })
        }
      />
      <input
        type="range"
        {...handle}
        aria-label={t.end}
        aria-valuetext={nameAt(brushed.end)}
        value={brushed.end}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          onBrush({ ...brushed, end: Math.max(valueAsNumber, brushed.first + 1) })
        }
      />
    </div>
  );
}
