import { IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Partition } from '../../platform/api/things.ts';
import { pathTo } from '../../platform/links.ts';
import { texts } from '../../platform/texts.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import classes from './ReadRecords.module.css';
import { useMayReadRecords } from './useMayReadRecords.ts';

const useReadsRecordedTexts = texts({
  en: {
    OBJECTS: 'Reads of objects and exports are recorded',
    EVERYTHING: 'All reads are recorded',
  },
  de: {
    OBJECTS: 'Lesen und Exportieren von Objekten wird aufgezeichnet',
    EVERYTHING: 'Jeder Lesezugriff wird aufgezeichnet',
  },
});

type RecordedPartition = Partition & { recordedReads?: string | undefined };

/**
 * Tells readers that their reads are recorded; undefined if they are not. For those who may see who looked, it leads
 * there.
 * @param timelineId of the object that the page is about
 */
export function useReadsRecorded(
  partition: RecordedPartition | undefined,
  timelineId?: string,
): ReactNode {
  const t = useReadsRecordedTexts();
  const seesReads = useMayReadRecords(partition);
  const scope = partition?.recordedReads;
  if (!partition || (scope !== 'OBJECTS' && scope !== 'EVERYTHING')) return undefined;
  const sentence = (
    <>
      <IconEye size={16} stroke={1.75} aria-hidden />
      {t[scope]}
    </>
  );
  const partitionId = partition.id;
  const tab = { tab: 'reads' };
  return seesReads ? (
    <PathLink
      className={classes.recorded}
      to={
        timelineId === undefined
          ? pathTo('v1-partitions-partitionId', { partitionId }, tab)
          : pathTo(
              'v1-partitions-partitionId-timelines-timelineId-objects',
              { partitionId, timelineId },
              tab,
            )
      }
    >
      {sentence}
    </PathLink>
  ) : (
    <span className={classes.recorded}>{sentence}</span>
  );
}
