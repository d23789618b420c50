import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { ChangeSummary } from '../../../shared/diff/ChangeSummary.tsx';
import { diffVersions } from '../../../shared/diff/diff-versions.ts';
import { predecessorQuery } from '../objects.queries.ts';
import { useObjectsTexts } from '../objects.texts.ts';
import { useSeen } from '../useSeen.ts';
import classes from './VersionChanges.module.css';

interface VersionChangesProps {
  partitionId: string;
  version: ObjectVersion;
  /** The version before, where it is at hand already. */
  predecessor?: ObjectVersion | undefined;
  /** In one line, for a row of fixed height. */
  oneLine?: boolean;
}

/** What a version changed, in a few words; worked out once the row comes into sight. */
export function VersionChanges({
  partitionId,
  version,
  predecessor,
  oneLine = false,
}: VersionChangesProps) {
  const t = useObjectsTexts();
  const [ref, seen] = useSeen<HTMLSpanElement>();
  const { predecessorId } = version;
  const known = typeof predecessorId === 'string';
  const { data = predecessor, isError } = useQuery({
    ...predecessorQuery(partitionId, predecessorId ?? ''),
    enabled: seen && known && predecessor === undefined,
  });
  const difference = useMemo(
    () => (seen && data ? diffVersions(data, version) : undefined),
    [seen, data, version],
  );
  return (
    <span ref={ref} className={classes.changes} data-line={oneLine || undefined}>
      {difference && (
        <ChangeSummary difference={difference} most={oneLine ? 1 : 2} oneLine={oneLine} />
      )}
      {!known && predecessorId === null && <span className={classes.created}>{t.created}</span>}
      {known && !difference && !isError && (
        <Skeleton component="span" className={classes.skeleton} />
      )}
    </span>
  );
}
