import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { textWithRemarks, RedactedValue } from '../../../platform/json-values/json-values.ts';
import { useRedactionTexts } from '../../../ui/json/redaction.texts.ts';
import { grouped, useDateLocale } from '../../../platform/texts.ts';
import { absoluteMoment } from '../../../platform/time/format-moment.ts';
import { useUtc } from '../../../platform/time/utc.ts';
import classes from './Fields.module.css';
import { type ChartRun, isNumeric, lanesOf, numberScale, stepPath } from './value-chart.ts';
import { useVersionHistoryTexts } from './version-history.texts.ts';

const tones = 6;
const chartHeight = 160;
/** The margin for points at the edge. */
const inset = 6;

interface ValueChartProps {
  /** Newest first. */
  runs: readonly ChartRun[];
  /** The shown moment; undefined for now. */
  until: string | undefined;
}

/** The values over time: numbers as a line, states as a lane for each. */
export function ValueChart({ runs, until }: ValueChartProps) {
  const locale = useDateLocale();
  const utc = useUtc();
  const [now] = useState(() => Date.now());
  const from = Date.parse(runs.at(-1)?.modificationDate ?? '');
  const to = runs[0]?.toDate ? Date.parse(runs[0].toDate) : until ? Date.parse(until) : now;
  const part = (at: number) => (to > from ? (at - from) / (to - from) : 0);
  return (
    <div className={classes.stripPlace}>
      {isNumeric(runs) ? (
        <NumberLine runs={runs} part={part} />
      ) : (
        <StateLanes runs={runs} part={part} />
      )}
      <div className={classes.ends} aria-hidden>
        <span>{absoluteMoment(new Date(from).toISOString(), locale, utc)}</span>
        <span>{absoluteMoment(new Date(to).toISOString(), locale, utc)}</span>
      </div>
    </div>
  );
}

interface FormProps {
  runs: readonly ChartRun[];
  /** The position of a time in milliseconds, from 0 (left) to 1 (right). */
  part: (at: number) => number;
}

function NumberLine({ runs, part }: FormProps) {
  const t = useVersionHistoryTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const { ref, width } = useElementSize();
  const { ticks, placeOf } = numberScale(runs);
  const x = (at: number) => inset + part(at) * Math.max(0, width - 2 * inset);
  const y = (value: number) => inset + (1 - placeOf(value)) * (chartHeight - 2 * inset);
  return (
    <div className={classes.line}>
      <div className={classes.ticks} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} style={{ top: y(tick) }}>
            {grouped(tick)}
          </span>
        ))}
      </div>
      <div className={classes.plot} ref={ref}>
        <svg width={width} height={chartHeight} role="img" aria-label={t.lineChart}>
          {ticks.map((tick) => (
            <line key={tick} className={classes.grid} x1={0} x2={width} y1={y(tick)} y2={y(tick)} />
          ))}
          <path className={classes.path} d={stepPath(runs, x, y, Math.max(inset, width - inset))} />
          {runs.map(
            ({ objectId, value, present, modificationDate }) =>
              present &&
              typeof value === 'number' && (
                <circle
                  key={objectId}
                  className={classes.point}
                  cx={x(Date.parse(modificationDate))}
                  cy={y(value)}
                  r={3}
                >
                  <title>{`${grouped(value)} – ${absoluteMoment(modificationDate, locale, utc)}`}</title>
                </circle>
              ),
          )}
        </svg>
      </div>
    </div>
  );
}

/** One lane per value. With too many values for that, all share one lane. */
function StateLanes({ runs, part }: FormProps) {
  const t = useVersionHistoryTexts();
  const { erased } = useRedactionTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const textOf = ({ value, present }: ChartRun) =>
    !present
      ? t.absent
      : value instanceof RedactedValue
        ? erased(value.receipt)
        : typeof value === 'string'
          ? value
          : textWithRemarks(value, erased);
  const lanes = lanesOf(runs, textOf);
  const isOne = lanes.length === 1 && new Set(runs.map(textOf)).size > 1;
  return (
    <>
      <div className={classes.lanes} role="img" aria-label={isOne ? t.strip : t.stateLanes}>
        {lanes.map((lane, index) => (
          <div key={lane.text} className={classes.lane} data-one={isOne || undefined}>
            {!isOne && (
              <span className={classes.laneName} title={lane.text.slice(0, 200)}>
                {lane.text.slice(0, 80)}
              </span>
            )}
            <span className={classes.strip}>
              {lane.runs.map((run) => {
                const start = part(Date.parse(run.modificationDate));
                const end = run.toDate === null ? 1 : part(Date.parse(run.toDate));
                const text = textOf(run);
                const tone = isOne ? runs.indexOf(run) : index;
                return (
                  <span
                    key={run.objectId}
                    className={classes.run}
                    data-tone={run.present ? tone % tones : 'absent'}
                    style={{ left: `${start * 100}%`, width: `${Math.max(0, end - start) * 100}%` }}
                    title={`${text.slice(0, 200)} – ${absoluteMoment(run.modificationDate, locale, utc)}`}
                  >
                    {isOne && <span className={classes.runName}>{text.slice(0, 60)}</span>}
                  </span>
                );
              })}
            </span>
          </div>
        ))}
      </div>
      <p className={classes.legend}>{isOne ? t.stripLegend : t.lanesLegend}</p>
    </>
  );
}
