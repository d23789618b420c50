import type { getPartition } from '@annals/contracts/partitions';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { pathTo } from '../../../platform/links.ts';
import { count } from '../../../ui/list/columns.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { SimpleTable } from '../../../ui/tables/SimpleTable.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { usePartitionTexts } from '../shared/partitions.texts.ts';
import classes from './TypeCounts.module.css';

type Counted = NonNullable<AnswerOf<typeof getPartition>['types']>[number];

interface TypeCountsProps {
  partitionId: string;
  partition: AnswerOf<typeof getPartition>;
}

/** The object counts by type, with links. Hidden if the service does not report types. */
export function TypeCounts({ partitionId, partition }: TypeCountsProps) {
  const t = usePartitionTexts();
  const { withAsOf } = useTimeTravel();
  const types = partition.types?.toSorted((a, b) => b.timelineCount - a.timelineCount);
  if (types === undefined) return null;
  const most = Math.max(1, ...types.map((type) => type.timelineCount));
  return (
    <Panel title={t.types} flush={types.length > 0}>
      {types.length === 0 ? (
        <p className={classes.none}>{t.noTypes}</p>
      ) : (
        <SimpleTable
          label={t.types}
          columns={[
            {
              id: 'type',
              header: t.type,
              render: ({ type, timelineCount }) => (
                <>
                  <PathLink
                    className={classes.type}
                    to={withAsOf(
                      pathTo('v1-partitions-partitionId-objects', { partitionId }, { type }),
                    )}
                  >
                    {type}
                  </PathLink>
                  <meter
                    className={classes.share}
                    min={0}
                    max={most}
                    value={timelineCount}
                    aria-hidden
                  />
                </>
              ),
              width: '60%',
            },
            count<Counted>('timelineCount', t.timelines),
            count<Counted>('versionCount', t.versions),
          ]}
          rows={types}
          rowKey={({ type }) => type}
          narrow
        />
      )}
    </Panel>
  );
}
