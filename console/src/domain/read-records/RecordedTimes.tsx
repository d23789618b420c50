import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../platform/time/Moment.tsx';
import { readRecordingQuery } from './read-records.queries.ts';
import { useReadRecordTexts } from './read-records.texts.ts';
import classes from './ReadRecords.module.css';

/** Since when reads of the partition are recorded: what was read at other times is unknown, not nothing. */
export function RecordedTimes({ partitionId }: { partitionId: string }) {
  const t = useReadRecordTexts();
  const { data } = useQuery(readRecordingQuery(partitionId));
  const periods = data?.periods ?? [];
  const oldest = periods.at(-1);
  if (!data || !oldest) return <p className={classes.notRecorded}>{data && t.neverRecorded}</p>;
  const newest = periods[0];
  const gaps = periods.flatMap(({ toDate }, index) => {
    const next = periods[index - 1];
    return toDate !== null && next && next.fromDate !== toDate
      ? [{ from: toDate, to: next.fromDate }]
      : [];
  });
  return (
    <p className={classes.notRecorded}>
      {t.since} <Moment value={oldest.fromDate} absolute />. {t.before}
      {gaps.map(({ from, to }) => (
        <span key={from}>
          {' '}
          {t.gap} <Moment value={from} absolute /> {t.upTo} <Moment value={to} absolute />.
        </span>
      ))}
      {newest?.toDate != null && (
        <>
          {' '}
          {t.notNow} <Moment value={newest.toDate} absolute />.
        </>
      )}{' '}
      {t.deletedAfter(data.keptDays)}
    </p>
  );
}
