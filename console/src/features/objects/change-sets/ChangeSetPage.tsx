import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { StateBadge } from '../../../domain/change-sets/StateBadge.tsx';
import { Id } from '../../../ui/ids/Id.tsx';
import { pathTo } from '../../../platform/links.ts';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { ReceiptProvider } from '../shared/ReceiptProvider.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import classes from './ChangeSet.module.css';
import { changeSetQuery, type SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import { SetView } from './SetView.tsx';

/** One change set: its changes, comments and reviews, and its actions. */
export function ChangeSetPage() {
  const t = useSetTexts();
  const words = useChangeSetTexts();
  const params = useParams({ from: '/v1/partitions/$partitionId/change-sets/$changeSetId' });
  const { partitionId } = params;
  const { parents } = usePartitionOfObjects(partitionId);
  const list = pathTo('v1-partitions-partitionId-change-sets', { partitionId });
  return (
    <PageFrame
      name={words.changeSet}
      parents={[...parents, { name: words.changeSets, to: list }]}
      absent={t}
      coming={['beside']}
      lines={12}
    >
      <LoadedSet params={params} />
    </PageFrame>
  );
}

function LoadedSet({ params }: { params: SetParams }) {
  const t = useSetTexts();
  const query = useSuspenseQuery(changeSetQuery(params));
  const { title, state, revision } = query.data;
  return (
    <>
      <PageHeader
        title={title}
        query={query}
        coming={['beside']}
        beside={
          <>
            <StateBadge state={state} />
            <span className={classes.quiet}>{t.revision(revision)}</span>
            <Id value={params.changeSetId} />
          </>
        }
      />
      <ReceiptProvider partitionId={params.partitionId}>
        <SetView set={query.data} params={params} />
      </ReceiptProvider>
    </>
  );
}
