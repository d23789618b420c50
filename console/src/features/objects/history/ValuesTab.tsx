import { Button, NativeSelect, TextInput } from '@mantine/core';
// oxlint-disable-next-line no-restricted-imports -- it grows at its end and has no pages to turn
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { dataPath } from '@annals/contracts/object-version';
import { type ObjectVersion, timelineValues } from '@annals/contracts/objects';
import { infiniteQueryOf } from '../../../api/query.ts';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { AskForm } from '../../../shared/forms/AskForm.tsx';
import { date } from '../../../shared/list/columns.tsx';
import { redactedPart } from '../../../shared/json-values/redacted-data.ts';
import { oneOf, type PlainSearch } from '../../../shared/search.ts';
import { EmptyState } from '../../../shared/feedback/EmptyState.tsx';
import { Panel } from '../../../shared/states/Panel.tsx';
import { LineSkeletons } from '../../../shared/states/QueryPanel.tsx';
import { SimpleTable } from '../../../shared/tables/SimpleTable.tsx';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import { predecessorQuery } from '../shared/object.queries.ts';
import { fieldPaths } from './field-rows.ts';
import { ChangedInVersion, FieldValue } from './FieldCells.tsx';
import classes from './Fields.module.css';
import { ValueStrip } from './ValueStrip.tsx';
import { useVersionHistoryTexts } from './version-history.texts.ts';

interface ValuesTabProps {
  partitionId: string;
  timelineId: string;
  newest: ObjectVersion;
}

/** The values of a field over time; the URL names the field. */
export function ValuesTab({ partitionId, timelineId, newest }: ValuesTabProps) {
  const t = useVersionHistoryTexts();
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
  const t = useVersionHistoryTexts();
  const { asOf, isPast } = useTimeTravel();
  const query = useInfiniteQuery(
    infiniteQueryOf(timelineValues, {
      params: { partitionId, timelineId },
      query: { asOf, path, pageSize: 100 },
    }),
  );
  const found = query.data?.pages.flatMap((page) => page.data);
  const runs = useRedactedRuns(partitionId, path, found);
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
              date('modificationDate', t.from, { absolute: true }),
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
                render: (run) => <ChangedInVersion partitionId={partitionId} change={run} />,
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

interface Run {
  objectId: string;
  value: unknown;
  present: boolean;
}

/** Marks erased values: null alone is ambiguous, so the versions that introduced one are fetched. */
function useRedactedRuns<R extends Run>(
  partitionId: string,
  path: string,
  runs: readonly R[] | undefined,
): R[] | undefined {
  const doubtful = (runs ?? []).filter((run) => run.present && mayBeRedacted(run.value));
  const erased = useQueries({
    queries: doubtful.map(({ objectId }) => predecessorQuery(partitionId, objectId)),
    combine: (results) => new Map(results.map(({ data }) => [data?.id, data?.erased])),
  });
  return runs?.map((run) =>
    Object.assign({}, run, { value: redactedPart(run.value, path, erased.get(run.objectId)) }),
  );
}

/** Whether it contains null. */
function mayBeRedacted(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  return value === null || Object.values(value).some(mayBeRedacted);
}

/** The maximum number of options; any other field can be typed. */
const mostOffered = 500;

interface FieldChooserProps {
  path: string | undefined;
  newest: ObjectVersion;
  onChoose: (path: string) => void;
}

/** Selects a field of the newest data, or any other by JSON Pointer. */
function FieldChooser({ path, newest, onChoose }: FieldChooserProps) {
  const t = useVersionHistoryTexts();
  const paths = fieldPaths(newest.objectData ?? {}).slice(0, mostOffered);
  const isOffered = path === undefined || paths.includes(path);
  const [written, setWritten] = useState(isOffered ? '' : path);
  const [error, setError] = useState<string>();
  function show(): boolean {
    const pointer = written.trim();
    const fits = dataPath.safeParse(pointer).success;
    if (fits) onChoose(pointer);
    else setError(t.badPointer);
    return fits;
  }
  return (
    <div className={classes.chooser}>
      <NativeSelect
        label={t.chooseField}
        value={isOffered ? (path ?? '') : ''}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        data={[{ value: '', label: '–' }, ...paths.map((one) => ({ value: one, label: one }))]}
      />
      <AskForm className={classes.other} onSubmit={show}>
        <TextInput
          label={t.otherField}
          placeholder="/release/cycle"
          title={t.pointerHint}
          value={written}
          error={error}
          onChange={({ currentTarget }) => {
            setWritten(currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="default">
          {t.show}
        </Button>
      </AskForm>
    </div>
  );
}
