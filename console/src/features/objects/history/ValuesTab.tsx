import { Button, NativeSelect, TextInput } from '@mantine/core';
// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dataPath } from '@annals/contracts/object-version';
import { timelineValues } from '@annals/contracts/objects';
import { infiniteQueryOf } from '../../../platform/api/query.ts';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { date } from '../../../ui/list/columns.tsx';
import { redactPart } from '@annals/rules/redacted-data';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { usePageLocation } from '../../../platform/page-location.ts';
import { oneOf } from '../../../platform/search.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { MoreButton } from '../../../ui/states/MoreButton.tsx';
import { QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../../ui/tables/SimpleTable.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { predecessorQuery } from '../shared/object.queries.ts';
import { ChangedInVersion, FieldValue } from './FieldCells.tsx';
import classes from './Fields.module.css';
import {
  choosableFields,
  chosenField,
  type ChosenField,
  fieldKey,
  fieldText,
  runsOfElement,
} from './list-elements.ts';
import { ValueChart } from './ValueChart.tsx';
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
  const { search } = usePageLocation();
  const path = oneOf(search['path']);
  const element = oneOf(search['element']);
  const field: ChosenField | undefined =
    path === undefined
      ? undefined
      : element === undefined
        ? // An address with an index means the element that stands there now.
          chosenField(newest.objectData, path)
        : { path, element, below: oneOf(search['below']) ?? '' };
  const choose = (next: ChosenField | undefined) =>
    void router.navigate({
      to: '.',
      search: {
        ...search,
        path: next?.path,
        element: next?.element,
        below: next?.below === '' ? undefined : next?.below,
      },
      resetScroll: false,
    });
  return (
    <div className={classes.values}>
      <FieldChooser
        key={field ? fieldKey(field) : ''}
        field={field}
        newest={newest}
        onChoose={choose}
      />
      {field === undefined ? (
        <EmptyState title={t.chooseFieldFirst} hint={t.chooseFieldHint} />
      ) : (
        <FieldValues partitionId={partitionId} timelineId={timelineId} field={field} />
      )}
    </div>
  );
}

/**
 * The number of pages of a list's values that are loaded automatically to follow one of its elements; more on
 * request.
 */
const pagesOfElement = 20;

function FieldValues({
  partitionId,
  timelineId,
  field,
}: {
  partitionId: string;
  timelineId: string;
  field: ChosenField;
}) {
  const { path } = field;
  const name = fieldText(field);
  const t = useVersionHistoryTexts();
  const { at, isPast } = useTimeTravel();
  const query = useInfiniteQuery(
    infiniteQueryOf(timelineValues, {
      params: { partitionId, timelineId },
      query: { ...at, path, pageSize: 100 },
    }),
  );
  const { data: loaded, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  const pages = loaded?.pages.length ?? 0;
  // A list changes far more often than a single element of it.
  const wantsMore =
    field.element !== undefined && hasNextPage && !isError && pages < pagesOfElement;
  useEffect(() => {
    if (wantsMore && !isFetchingNextPage && pages > 0) void fetchNextPage();
  }, [wantsMore, isFetchingNextPage, pages, fetchNextPage]);
  // Shown at once: with each page the chart may get another form, and the table below it would move.
  const loadedRuns = wantsMore ? undefined : loaded?.pages.flatMap((page) => page.data);
  const ofPath = useRedactedRuns(partitionId, path, loadedRuns);
  const runs =
    field.element === undefined
      ? ofPath
      : ofPath && runsOfElement(ofPath, field, !query.hasNextPage);
  return (
    <Panel title={t.valuesOf(name)} beside={runs?.length} flush={runs !== undefined}>
      <QueryStates query={{ data: runs, error: query.error, refetch: query.refetch }} lines={6}>
        {(found) =>
          found.some((run) => run.present) ? (
            <>
              <ValueChart runs={found} until={at.asOf} />
              <SimpleTable
                label={t.valuesOf(name)}
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
                    width: '28%',
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
                    // When it came stands beside it already.
                    render: (run) => (
                      <ChangedInVersion partitionId={partitionId} change={run} dateless />
                    ),
                    width: '28%',
                  },
                ]}
                rows={found}
                rowKey={(run) => run.objectId}
              />
            </>
          ) : (
            <p className={classes.none}>{t.noValues}</p>
          )
        }
      </QueryStates>
      {runs && query.hasNextPage && (
        <div className={classes.more}>
          <MoreButton query={query}>{t.moreValues}</MoreButton>
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
    Object.assign({}, run, { value: redactPart(run.value, path, erased.get(run.objectId)) }),
  );
}

/** Whether it contains null. */
function mayBeRedacted(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  return value === null || Object.values(value).some(mayBeRedacted);
}

/** The maximum number of options; any other field can be typed. */
const maxOffered = 500;

interface FieldChooserProps {
  field: ChosenField | undefined;
  newest: ObjectVersion;
  onChoose: (field: ChosenField | undefined) => void;
}

/** Selects a field of the newest data, or any other by JSON Pointer. */
function FieldChooser({ field, newest, onChoose }: FieldChooserProps) {
  const t = useVersionHistoryTexts();
  const offered = choosableFields(newest.objectData ?? {}).slice(0, maxOffered);
  const chosen = field && fieldKey(field);
  const isOffered = chosen === undefined || offered.some((one) => fieldKey(one) === chosen);
  const options = isOffered || field?.element === undefined ? offered : [field, ...offered];
  const [written, setWritten] = useState(
    isOffered || field?.element !== undefined ? '' : (field?.path ?? ''),
  );
  const [error, setError] = useState<string>();
  function show(): boolean {
    const pointer = written.trim();
    const fits = dataPath.safeParse(pointer).success;
    if (fits) onChoose(chosenField(newest.objectData, pointer));
    else setError(t.badPointer);
    return fits;
  }
  return (
    <div className={classes.chooser}>
      <NativeSelect
        label={t.chooseField}
        value={options.some((one) => fieldKey(one) === chosen) ? (chosen ?? '') : ''}
        onChange={({ currentTarget }) =>
          onChoose(options.find((one) => fieldKey(one) === currentTarget.value))
        }
        data={[
          { value: '', label: t.choose },
          ...options.map((one) => ({ value: fieldKey(one), label: fieldText(one) })),
        ]}
      />
      <SimpleForm className={classes.other} onSubmit={show}>
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
      </SimpleForm>
    </div>
  );
}
