import { pathTo } from '../../../platform/links.ts';
import { AbsentPage } from '../../../ui/page/AbsentPage.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { usePartitionTexts } from './partitions.texts.ts';

/**
 * Shown in place of a missing partition.
 * @param then whether it did not exist at the shown moment, which the page says itself
 */
export function NoSuchPartition({ then = false }: { then?: boolean }) {
  const t = usePartitionTexts();
  const { withAsOf } = useTimeTravel();
  const list = withAsOf(pathTo('v1-partitions'));
  const action = <PathLink to={list}>{t.allPartitions}</PathLink>;
  if (then) return <EmptyState title={t.notYet} hint={t.notYetHint} action={action} />;
  return (
    <AbsentPage
      title={t.noSuchPartition}
      parents={[{ name: t.partitions, to: list }]}
      hint={t.noSuchPartitionHint}
      action={action}
    />
  );
}
