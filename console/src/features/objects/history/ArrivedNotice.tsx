import { Button } from '@mantine/core';
import { useState } from 'react';
import { invalidatePartition } from '../../../platform/api/query.ts';
import { useChanges } from '../../../domain/live/change-feed.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { VersionNotice } from '../shared/ObjectLabels.tsx';
import { useVersionHistoryTexts } from './version-history.texts.ts';

/** Offers a version that was written since the page was loaded. */
export function ArrivedNotice({
  partitionId,
  timelineId,
}: {
  partitionId: string;
  timelineId: string;
}) {
  const t = useVersionHistoryTexts();
  const { isPast } = useTimeTravel();
  const [hasArrived, setArrived] = useState(false);
  useChanges(partitionId, !isPast, ({ versions }) => {
    if (versions.some((version) => version.timelineId === timelineId)) setArrived(true);
  });
  if (!hasArrived) return null;
  return (
    <VersionNotice tone="plain">
      {t.aNewerArrived}{' '}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          setArrived(false);
          void invalidatePartition(partitionId);
        }}
      >
        {t.showIt}
      </Button>
    </VersionNotice>
  );
}
