import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useCheckForErasures } from '../erasures/useErasures.ts';
import { changeFeed, type Changes, type FeedState } from './change-feed.ts';

/**
 * Follows what is written to a partition, while the component is shown and the tab in sight.
 * @param follows false where the past is shown, or the person has paused
 * @param onChanges called about once a second at most
 */
export function useChanges(
  partitionId: string,
  follows: boolean,
  onChanges: (changes: Changes) => void,
): FeedState {
  const feed = changeFeed(partitionId);
  const lookForErasures = useCheckForErasures(partitionId);
  const tell = useEffectEvent((changes: Changes) => {
    if (changes.versions.length > 0) lookForErasures();
    onChanges(changes);
  });
  useEffect(() => (follows ? feed.listen((changes) => tell(changes)) : undefined), [feed, follows]);
  const state = useSyncExternalStore(feed.watchState, () => feed.state);
  return follows ? state : 'off';
}
