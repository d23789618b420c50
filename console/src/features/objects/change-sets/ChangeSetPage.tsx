import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isNoSuchThing } from '../../../platform/api/errors.ts';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { StateBadge } from '../../../domain/change-sets/StateBadge.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Id } from '../../../ui/ids/Id.tsx';
import { pathTo } from '../../../platform/links.ts';
import { AbsentPage } from '../../../ui/page/AbsentPage.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { ReceiptProvider } from '../shared/ReceiptProvider.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import classes from './ChangeSet.module.css';
import { changeSetQuery } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import { SetView } from './SetView.tsx';

/** One change set: its changes, comments and reviews, and its actions. */
export function ChangeSetPage() {
  const t = useSetTexts();
  const words = useChangeSetTexts();
  const params = useParams({ from: '/v1/partitions/$partitionId/change-sets/$changeSetId' });
  const { partitionId, changeSetId } = params;
  const { parents } = usePartitionOfObjects(partitionId);
  const { data: set, error, refetch } = useQuery(changeSetQuery(params));
  const list = {
    name: words.changeSets,
    to: pathTo('v1-partitions-partitionId-change-sets', { partitionId }),
  };
  if (!set && isNoSuchThing(error))
    return (
      <AbsentPage
        title={t.noSuch}
        parents={[...parents, list]}
        hint={t.noSuchHint}
        action={<PathLink to={list.to}>{t.toList}</PathLink>}
      />
    );
  return (
    <>
      <PageHeader
        title={set?.title ?? (error ? words.changeSet : undefined)}
        parents={[...parents, list]}
        coming={error ? [] : ['beside']}
        beside={
          set && (
            <>
              <StateBadge state={set.state} />
              <span className={classes.quiet}>{t.revision(set.revision)}</span>
              <Id value={changeSetId} />
            </>
          )
        }
      />
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!set && !error && <LineSkeletons lines={12} />}
      {set && (
        <ReceiptProvider partitionId={partitionId}>
          <SetView set={set} params={params} />
        </ReceiptProvider>
      )}
    </>
  );
}
