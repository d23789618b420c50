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
          <table className={classes.fields}>
            <thead>
              <tr>
                <th scope="col">{t.value}</th>
                <th scope="col">{t.from}</th>
                <th scope="col">{t.to}</th>
                <th scope="col">{t.version}</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.objectId}>
                  <td>
                    {run.present ? (
                      <FieldValue value={run.value} />
                    ) : (
                      <em className={classes.quiet}>{t.absent}</em>
                    )}
                  </td>
                  <td className={classes.when} data-label={t.from}>
                    <Moment value={run.modificationDate} absolute />
                  </td>
                  <td className={classes.when} data-label={t.to}>
                    {run.toDate === null ? (
                      <span className={classes.quiet}>{isPast ? t.untilThen : t.until}</span>
                    ) : (
                      <Moment value={run.toDate} absolute />
                    )}
                  </td>
                  <td>
                    <ChangeMade partitionId={partitionId} change={run} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
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
