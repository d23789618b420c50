import { useRouter } from '@tanstack/react-router';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { latestPath } from './object-paths.ts';

/** Opens the newest version of an object, after a version of it was written: nothing is unsaved any more. */
export function useGoToLatest(partitionId: string): (saved: ObjectVersion) => void {
  const router = useRouter();
  return (saved) =>
    router.history.push(latestPath(partitionId, saved), {}, { ignoreBlocker: true });
}
