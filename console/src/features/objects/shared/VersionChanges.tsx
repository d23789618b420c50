import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ChangeSummary } from '../../../ui/diff/ChangeSummary.tsx';
import { type ComparableVersion, diffVersions } from '@annals/rules/version-diff/diff-versions';
import { useIsPrinting } from '../../../platform/printing.ts';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { ofFields } from '../../../ui/diff/of-fields.ts';
import { predecessorQuery } from './object.queries.ts';
import classes from './objects.module.css';
import { useObjectsTexts } from './objects.texts.ts';
import { useHasBeenVisible } from './useHasBeenVisible.ts';

interface VersionChangesProps {
  partitionId: string;
  version: ObjectVersion;
  /** The previous version, if already loaded. */
  predecessor?: ComparableVersion | undefined;
  /** On one line, for rows with a fixed height. */
  oneLine?: boolean;
  /** Only changes of these fields, by JSON Pointer. */
  fields?: readonly string[] | undefined;
}

/** A short summary of a version's changes; computed once the row becomes visible. */
export function VersionChanges({
  partitionId,
  version,
  predecessor = version.predecessor,
  oneLine = false,
  fields,
}: VersionChangesProps) {
  const t = useObjectsTexts();
  const printing = useIsPrinting();
  const [ref, visible] = useHasBeenVisible<HTMLSpanElement>();
  const { predecessorId } = version;
  const known = typeof predecessorId === 'string';
  const { data, isError } = useQuery({
    ...predecessorQuery(partitionId, predecessorId ?? ''),
    enabled: visible && known && predecessor === undefined,
  });
  const before = predecessor ?? data;
  const difference = useMemo(
    () => (visible && before ? ofFields(diffVersions(before, version), fields) : undefined),
    [visible, before, version, fields],
  );
  return (
    <span ref={ref} className={classes.changes} data-line={oneLine || undefined}>
      {difference && (
        <ChangeSummary
          difference={difference}
          most={oneLine ? 1 : 2}
          oneLine={oneLine}
          whole={printing}
        />
      )}
      {!known && predecessorId === null && <span className={classes.created}>{t.created}</span>}
      {known && !difference && !isError && (
        <Skeleton component="span" className={classes.changesSkeleton} />
      )}
    </span>
  );
}
