import { PathLink } from '../../../ui/page/PathLink.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { usePartitionOfObjects } from './usePartitionOfObjects.ts';
import { useTimelineTexts } from './timeline.texts.ts';

/** Shown in place of a missing object, below a heading that says so. */
export function NoSuchObject({ partitionId }: { partitionId: string }) {
  const t = useTimelineTexts();
  const { objects } = usePartitionOfObjects(partitionId);
  return (
    <EmptyState
      hint={t.noSuchObjectHint}
      action={objects.to !== undefined && <PathLink to={objects.to}>{t.allObjects}</PathLink>}
    />
  );
}
