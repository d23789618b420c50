import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { changePolicyQuery } from '../../../domain/change-sets/change-sets.queries.ts';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { ChangeSetList } from '../../../domain/change-sets/ChangeSetList.tsx';
import { NewChangeSetButton } from '../../../domain/change-sets/NewChangeSetButton.tsx';
import { policySentences } from '../../../domain/change-sets/rule-sentences.ts';
import { PartitionTabs } from '../../../domain/partition-tabs/PartitionTabs.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import classes from './ChangeSet.module.css';

/** The change sets of a partition. */
export function ChangeSetsPage() {
  const t = useChangeSetTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/change-sets' });
  const { partition, parents } = usePartitionOfObjects(partitionId);
  const { data: policy } = useQuery(changePolicyQuery(partitionId));
  const begin = <NewChangeSetButton partitionId={partitionId} />;
  return (
    <>
      <PageHeader title={t.changeSets} parents={parents} action={begin} />
      {policy && policy.rules.length > 0 && (
        <ul className={classes.policy}>
          {policySentences(t, policy).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <PartitionTabs
        partitionId={partitionId}
        partition={partition}
        current="change-sets"
        contents={{
          'change-sets': { content: <ChangeSetList partitionId={partitionId} begin={begin} /> },
        }}
      />
    </>
  );
}
