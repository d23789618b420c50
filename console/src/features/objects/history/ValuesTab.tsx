import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import type { ObjectVersion } from '@annals/contracts/objects';
import { isNotOffered } from '../../../api/errors.ts';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { oneOf, type PlainSearch } from '../../../shared/search.ts';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Panel } from '../../../shared/states/Panel.tsx';
import { LineSkeletons } from '../../../shared/states/QueryPanel.tsx';
import { SimpleTable } from '../../../shared/tables/SimpleTable.tsx';
import { usePartitionSearch } from '../../../shared/time-travel/usePartitionSearch.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import { ChangeMade } from './ChangeMade.tsx';
import { FieldValue } from './FieldValue.tsx';
import { FieldChooser } from './FieldChooser.tsx';
import classes from './Fields.module.css';
import { valuesQuery } from './history.queries.ts';
import { useHistoryTexts } from './history.texts.ts';
import { useSealedRuns } from './useSealedRuns.ts';
import { ValueStrip } from './ValueStrip.tsx';

interface ValuesTabProps {
  partitionId: string;
  timelineId: string;
  newest: ObjectVersion;
}

/** The values that a field had over time; the address says which field. */
export function ValuesTab({ partitionId, timelineId, newest }: ValuesTabProps) {
  const t = useHistoryTexts();
  const router = useRouter();
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const path = oneOf(search['path']);
  const choose = (next: string) =>
    void router.navigate({
      to: '.',
      search: { ...search, path: next === '' ? undefined : next },
      resetScroll: false,
    });
  return (
    <div className={classes.values}>
      <FieldChooser key={path ?? ''} path={path} newest={newest} onChoose={choose} />
      {path === undefined ? (
        <EmptyState title={t.chooseFieldFirst} hint={t.chooseFieldHint} />
      ) : (
        <FieldValues partitionId={partitionId} timelineId={timelineId} path={path} />
      )}
    </div>
  );
}

function FieldValues({
  partitionId,
  timelineId,
  path,
}: {
  partitionId: string;
  timelineId: string;
  path: string;
}) {
  const t = useHistoryTexts();
  const { asOf, isPast } = usePartitionSearch();
  const query = useInfiniteQuery(valuesQuery(partitionId, timelineId, path, asOf));
  const found = query.data?.pages.flatMap((page) => page.data);
  const runs = useSealedRuns(partitionId, path, found);
  if (!runs && isNotOffered(query.error))
    return <EmptyState title={t.notOffered} hint={t.notOfferedValues} />;
  return (
    <Panel title={t.valuesOf(path)} beside={runs?.length} flush={runs !== undefined}>
      {query.error && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {!runs && !query.error && <LineSkeletons lines={6} />}
      {runs?.every((run) => !run.present) && <p className={classes.none}>{t.noValues}</p>}
      {runs?.some((run) => run.present) && (
        <>
          <ValueStrip runs={runs} until={asOf} />
          <SimpleTable
            label={t.valuesOf(path)}
            columns={[
              {
                id: 'value',
                header: t.value,
                render: (run) =>
                  run.present ? (
                    <FieldValue value={run.value} />
                  ) : (
                    <em className={classes.quiet}>{t.absent}</em>
                  ),
                width: '34%',
              },
              {
                id: 'from',
                header: t.from,
                render: (run) => <Moment value={run.modificationDate} absolute />,
              },
              {
                id: 'to',
                header: t.to,
                render: (run) =>
                  run.toDate === null ? (
                    <span className={classes.quiet}>{isPast ? t.untilThen : t.until}</span>
                  ) : (
                    <Moment value={run.toDate} absolute />
                  ),
              },
              {
                id: 'version',
                header: t.version,
                render: (run) => <ChangeMade partitionId={partitionId} change={run} />,
              },
            ]}
            rows={runs}
            rowKey={(run) => run.objectId}
          />
        </>
      )}
      {query.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.moreValues}
          </Button>
        </div>
      )}
    </Panel>
  );
}
