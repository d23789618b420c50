import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ObjectVersion, Reference } from '@annals/contracts/objects';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { targetQuery } from '../shared/object.queries.ts';
import { useHasBeenVisible } from '../shared/useHasBeenVisible.ts';
import classes from './ObjectsPage.module.css';

/** The number of titles that fit into a cell. */
const maxShown = 3;

/** The references of an object by the titles of their targets; loaded once the row becomes visible. */
export function ReferenceTitles({ version }: { version: ObjectVersion }) {
  const [ref, visible] = useHasBeenVisible<HTMLSpanElement>();
  const { partitionId, references = [] } = version;
  if (references.length === 0) return '–';
  const rest = references.length - maxShown;
  return (
    <span ref={ref} className={classes.targets}>
      {references.slice(0, maxShown).map((reference, index) => (
        <span key={`${reference.name} ${reference.timelineId}`} title={reference.name}>
          {index > 0 && ', '}
          {partitionId === undefined ? (
            reference.name
          ) : (
            <Target partitionId={partitionId} reference={reference} enabled={visible} />
          )}
        </span>
      ))}
      {rest > 0 && ` +${rest}`}
    </span>
  );
}

interface TargetProps {
  partitionId: string;
  reference: Reference;
  enabled: boolean;
}

/** For an invisible target, the name of the reference is shown. */
function Target({ partitionId, reference: { name, timelineId }, enabled }: TargetProps) {
  const { shown } = useTimeTravel();
  const { data, isError } = useQuery({ ...targetQuery(partitionId, timelineId, shown), enabled });
  if (data) return titleOf(data);
  return isError ? name : <Skeleton component="span" className={classes.target} />;
}
