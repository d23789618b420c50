import { useState } from 'react';
import { remarkedText, RedactedValue } from '../../../shared/json-values/json-values.ts';
import { useRedactionTexts } from '../../../shared/json-values/redaction.texts.ts';
import { useDateLocale } from '../../../shared/texts.ts';
import { absoluteMoment } from '../../../shared/time/format-moment.ts';
import { useUtc } from '../../../shared/time/utc.ts';
import classes from './Fields.module.css';
import { useVersionHistoryTexts } from './version-history.texts.ts';

const tones = 6;

interface Run {
  objectId: string;
  value: unknown;
  present: boolean;
  modificationDate: string;
  toDate: string | null;
}

/** The values over time, each as wide as its duration; equal values share a color. */
export function ValueStrip({
  runs,
  until,
}: {
  /** Newest first. */
  runs: readonly Run[];
  /** The shown moment; undefined for now. */
  until: string | undefined;
}) {
  const t = useVersionHistoryTexts();
  const { erased } = useRedactionTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const [now] = useState(() => Date.now());
  const from = Date.parse(runs.at(-1)?.modificationDate ?? '');
  const to = runs[0]?.toDate ? Date.parse(runs[0].toDate) : until ? Date.parse(until) : now;
  const texts = [...new Set(runs.map((run) => remarkedText(run.value, erased)))];
  const part = (at: number) => (to > from ? ((at - from) / (to - from)) * 100 : 0);
  return (
    <div className={classes.stripPlace}>
      <div className={classes.strip} role="img" aria-label={t.strip}>
        {runs.map((run) => {
          const start = part(Date.parse(run.modificationDate));
          const end = run.toDate === null ? 100 : part(Date.parse(run.toDate));
          const text = run.present ? textOf(run.value, erased) : t.absent;
          return (
            <span
              key={run.objectId}
              className={classes.run}
              data-tone={
                run.present ? texts.indexOf(remarkedText(run.value, erased)) % tones : 'absent'
              }
              style={{ left: `${start}%`, width: `${Math.max(0, end - start)}%` }}
              title={`${text.slice(0, 200)} – ${absoluteMoment(run.modificationDate, locale, utc)}`}
            >
              {text.slice(0, 60)}
            </span>
          );
        })}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{absoluteMoment(new Date(from).toISOString(), locale, utc)}</span>
        <span>{absoluteMoment(new Date(to).toISOString(), locale, utc)}</span>
      </div>
    </div>
  );
}

function textOf(value: unknown, erased: (receipt: number) => string): string {
  if (value instanceof RedactedValue) return erased(value.receipt);
  return typeof value === 'string' ? value : remarkedText(value, erased);
}
