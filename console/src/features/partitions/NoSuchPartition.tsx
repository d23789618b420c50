import { pathTo } from '../../shared/links.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { useTimeTravel } from '../../shared/time-travel/useTimeTravel.ts';
import { usePartitionTexts } from './partitions.texts.ts';

/**
 * In place of a partition that is not there.
 * @param then it was not there at the moment that is shown, which the page around says
 */
export function NoSuchPartition({ then = false }: { then?: boolean }) {
  const t = usePartitionTexts();
  const { withAsOf } = useTimeTravel();
  const list = withAsOf(pathTo('v1-partitions'));
  const title = then ? t.notYet : t.noSuchPartition;
  return (
    <>
      {!then && <PageHeader title={title} parents={[{ name: t.partitions, to: list }]} absent />}
      <EmptyState
        title={title}
        hint={then ? t.notYetHint : t.noSuchPartitionHint}
        action={<PathLink to={list}>{t.allPartitions}</PathLink>}
      />
    </>
  );
}
