import { ChangeSetList } from '../../../domain/change-sets/ChangeSetList.tsx';
import { NewChangeSetButton } from '../../../domain/change-sets/NewChangeSetButton.tsx';

/** The change sets of the partition, like on their own page. */
export function ChangeSetsTab({ partitionId }: { partitionId: string }) {
  const begin = <NewChangeSetButton partitionId={partitionId} />;
  return <ChangeSetList partitionId={partitionId} tools={begin} begin={begin} />;
}
