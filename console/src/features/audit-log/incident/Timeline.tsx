import { useAbsoluteMoment } from '../../../platform/time/use-absolute-moment.ts';
import classes from './Incident.module.css';
import { useIncidentTexts } from './incident.texts.ts';
import { type Lane, lanes } from './lanes.ts';

interface TimelineProps {
  from: string;
  to: string;
  moments: Readonly<Record<Lane, readonly string[]>>;
  /** Lanes of which only the newest are shown. */
  cut: Readonly<Record<Lane, boolean>>;
  /** Lanes of which nobody knows whether there is more. */
  unknown: readonly Lane[];
}

/** When everything happened, in one lane for each kind. */
export function Timeline({ from, to, moments, cut, unknown }: TimelineProps) {
  const t = useIncidentTexts();
  const absolute = useAbsoluteMoment();
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const placeOf = (moment: string) =>
    `${Math.min(100, Math.max(0, ((Date.parse(moment) - start) / Math.max(1, end - start)) * 100))}%`;
  return (
    <figure className={classes.timeline} aria-label={t.timeline}>
      {lanes.map((lane) => (
        <div key={lane} className={classes.lane}>
          <a className={classes.laneName} href={`#${lane}`}>
            {t.lanes[lane]}
          </a>
          <span className={classes.count}>
            {moments[lane].length === 0
              ? unknown.includes(lane)
                ? t.unknown
                : t.no
              : countText(moments[lane].length, cut[lane])}
          </span>
          <span className={classes.track} data-lane={lane} aria-hidden>
            {[...new Set(moments[lane].map(placeOf))].map((place) => (
              <span key={place} className={classes.dot} style={{ insetInlineStart: place }} />
            ))}
          </span>
        </div>
      ))}
      <figcaption className={classes.ends}>
        <span>{absolute(from)}</span>
        <span>{absolute(to)}</span>
      </figcaption>
    </figure>
  );
}

export const countText = (count: number, isCut: boolean): string => `${count}${isCut ? '+' : ''}`;
