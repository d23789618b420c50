import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useDateLocale } from '../../../platform/texts.ts';
import { absoluteMoment } from '../../../platform/time/format-moment.ts';
import { useUtc } from '../../../platform/time/utc.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { type AxisPoint, axisPoints, type AxisTick, axisTicks } from './axis-layout.ts';
import type { ComparePair } from './compare-pair.ts';
import classes from './TimeAxis.module.css';
import { useVersionHistoryTexts } from './version-history.texts.ts';

interface TimeAxisProps {
  /** Newest first. */
  versions: readonly ObjectVersion[];
  /** Whether it was written after the shown moment. */
  isLater: (version: ObjectVersion) => boolean;
  pair: ComparePair | undefined;
  /** Consecutive versions, newest first. */
  onPick: (versions: readonly ObjectVersion[]) => void;
}

/** The versions of a timeline on a time axis; selecting one compares it with its predecessor. */
export function TimeAxis({ versions, isLater, pair, onPick }: TimeAxisProps) {
  const t = useTimelineTexts();
  const words = useVersionHistoryTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const hintId = useId();
  const { ref, width } = useElementSize();
  const points = useMemo(() => (width > 0 ? axisPoints(versions, width) : []), [versions, width]);
  const ticks = useMemo(
    () => (width > 0 ? axisTicks(versions, width, utc) : []),
    [versions, width, utc],
  );
  const [active, setActive] = useState<string>();
  const current =
    points.find((point) => point.versions.some((version) => version.id === active)) ?? points[0];
  const leftX = points.find((point) => holds(point, pair?.left))?.x;
  const rightX = points.find((point) => holds(point, pair?.right))?.x;

  function move(event: KeyboardEvent<HTMLElement>) {
    const index = current ? points.indexOf(current) : -1;
    const places: Record<string, number> = {
      ArrowRight: index - 1,
      ArrowLeft: index + 1,
      Home: points.length - 1,
      End: 0,
    };
    const next = places[event.key];
    const point = next === undefined ? undefined : points[next];
    if (!point) return;
    event.preventDefault();
    setActive(point.versions[0]?.id);
    const buttons = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('button');
    buttons?.[points.indexOf(point)]?.focus();
  }

  return (
    <fieldset className={classes.axis} aria-label={t.axis} aria-describedby={hintId}>
      <div className={classes.track} ref={ref}>
        <span className={classes.line} aria-hidden />
        {leftX !== undefined && rightX !== undefined && (
          <span
            className={classes.span}
            style={{ left: Math.min(leftX, rightX), width: Math.abs(rightX - leftX) }}
            aria-hidden
          />
        )}
        {ticks.map((tick) => (
          <span key={tick.at} className={classes.tick} style={{ left: tick.x }} aria-hidden>
            {tickText(tick, locale, utc)}
          </span>
        ))}
        {points.map((point) => {
          const name = labelOf(point, t, (value) => absoluteMoment(value, locale, utc));
          const label = point.versions.every(isLater) ? `${name}, ${words.later}` : name;
          return (
            <button
              key={point.versions[0]?.id}
              type="button"
              className={classes.point}
              style={{ left: point.x }}
              data-left={holds(point, pair?.left) || undefined}
              data-right={holds(point, pair?.right) || undefined}
              data-later={point.versions.every(isLater) || undefined}
              aria-label={label}
              aria-pressed={holds(point, pair?.right)}
              title={label}
              tabIndex={point === current ? 0 : -1}
              onKeyDown={move}
              onFocus={() => setActive(point.versions[0]?.id)}
              onClick={() => onPick(point.versions)}
            >
              <span className={classes.dot} style={{ width: sizeOf(point), height: sizeOf(point) }}>
                {countIn(point)}
              </span>
            </button>
          );
        })}
      </div>
      <span id={hintId} className={classes.hint}>
        {t.axisHint}
      </span>
    </fieldset>
  );
}

function holds(point: AxisPoint, id: string | undefined): boolean {
  return point.versions.some((version) => version.id === id);
}

function labelOf(
  { versions }: AxisPoint,
  t: ReturnType<typeof useTimelineTexts>,
  momentText: (value: string) => string,
): string {
  const newest = versions[0];
  const at = momentText(newest?.modificationDate ?? '');
  if (versions.length > 1)
    return t.cluster(versions.length, momentText(versions.at(-1)?.modificationDate ?? ''), at);
  return newest?.modificationCount === undefined ? at : t.point(newest.modificationCount, at);
}

/** One version is a small dot; several are one with room for their number, which grows with its logarithm. */
function sizeOf({ versions }: AxisPoint): number {
  const { length } = versions;
  return length === 1 ? 8 : Math.min(20, Math.round(15 + Math.log2(length)));
}

/** The number of versions in a dot; the label says it exactly. */
function countIn({ versions: { length } }: AxisPoint): string | undefined {
  if (length === 1) return undefined;
  return length > 99 ? '99+' : String(length);
}

function tickText({ at, unit }: AxisTick, locale: string, utc: boolean): string {
  const formats: Record<AxisTick['unit'], Intl.DateTimeFormatOptions> = {
    year: { year: 'numeric' },
    month: { year: 'numeric', month: 'short' },
    day: { month: 'short', day: 'numeric' },
    hour: { hour: '2-digit', minute: '2-digit' },
  };
  return new Intl.DateTimeFormat(locale, {
    ...formats[unit],
    ...(utc ? { timeZone: 'UTC' } : {}),
  }).format(at);
}
