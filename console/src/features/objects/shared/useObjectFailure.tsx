import type { ReactNode } from 'react';
import { CallError, isNoSuchThing } from '../../../platform/api/errors.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { usePartitionOfObjects } from './usePartitionOfObjects.ts';
import { useTimelineTexts } from './timeline.texts.ts';

interface ObjectFailure {
  /** The heading of the page. */
  title: string;
  /** Whether there is no such object, or was none at the shown moment. */
  isAbsent: boolean;
  /** Whether it began after the shown moment. */
  isLater: boolean;
  content: ReactNode;
}

/**
 * What a page about an object shows in place of the object; undefined while it loads, and if it is there.
 * @param name the heading if it could not be loaded
 * @param asOf whether the call is answered as of the shown moment; single versions are always there
 */
export function useObjectFailure(
  partitionId: string,
  { data, error, refetch }: { data: unknown; error: unknown; refetch: () => unknown },
  { name, asOf }: { name: string; asOf: boolean },
): ObjectFailure | undefined {
  const t = useTimelineTexts();
  const { isPast, isHeld } = useTimeTravel();
  const { objects } = usePartitionOfObjects(partitionId);
  if (data !== undefined || error === null) return undefined;
  if (asOf && isPast && error instanceof CallError && error.status === 404) {
    const { title, hint } = isHeld ? t.notYetHeld : t.notYetThere;
    return { title, isAbsent: true, isLater: true, content: <EmptyState hint={hint} /> };
  }
  if (isNoSuchThing(error)) {
    const action = <PathLink to={objects.to}>{t.allObjects}</PathLink>;
    const content = <EmptyState hint={t.noSuchObjectHint} action={action} />;
    return { title: t.noSuchObject, isAbsent: true, isLater: false, content };
  }
  const content = <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return { title: name, isAbsent: false, isLater: false, content };
}
