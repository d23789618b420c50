import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { timelineBlame } from '@annals/contracts/objects';
import { queryOf } from '../../../platform/api/query.ts';
import { pathTo } from '../../../platform/links.ts';
import { PropertyName } from '../../../ui/json/PropertyName.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { receiptsIn, redactPart } from '@annals/rules/redacted-data';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { FollowFieldButton } from '../../../domain/subscriptions/FollowButton.tsx';
import { useSubscriptionTexts } from '../../../domain/subscriptions/subscriptions.texts.ts';
import { QueryPanel } from '../../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../../ui/tables/SimpleTable.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { objectQuery } from '../shared/object.queries.ts';
import { VersionNotice } from '../shared/ObjectLabels.tsx';
import { fieldRows } from './field-rows.ts';
import { ChangedInVersion, FieldValue } from './FieldCells.tsx';
import classes from './Fields.module.css';
import { useVersionHistoryTexts } from './version-history.texts.ts';

interface BlameTabProps {
  partitionId: string;
  timelineId: string;
}

/** Each field of the newest version with its last change: who and when. */
export function BlameTab({ partitionId, timelineId }: BlameTabProps) {
  const t = useVersionHistoryTexts();
  const follow = useSubscriptionTexts();
  const { at, isPast, withAsOf } = useTimeTravel();
  const query = useQuery(
    queryOf(timelineBlame, { params: { partitionId, timelineId }, query: at }),
  );
  const fields = query.data?.data;
  const shown = useQuery({
    ...objectQuery(partitionId, query.data?.objectId ?? ''),
    enabled: query.data !== undefined,
  });
  const objectData = shown.data?.objectData;
  const rows = useMemo(() => fieldRows(fields ?? [], objectData), [fields, objectData]);
  const oldest = Math.min(...(fields ?? []).map((field) => field.modificationCount));
  // A value erased in several versions may have changed between them.
  const isDoubtful = (
    pointer: string,
    { value, modificationCount }: { value?: unknown; modificationCount: number },
  ) =>
    receiptsIn(redactPart(value, pointer, shown.data?.erased)).length > 0 &&
    modificationCount < (shown.data?.modificationCount ?? 0);
  const valuesPath = (pointer: string) =>
    withAsOf(
      `${pathTo('v1-partitions-partitionId-timelines-timelineId-objects', {
        partitionId,
        timelineId,
      })}?tab=values&path=${encodeURIComponent(pointer)}`,
    );
  return (
    <QueryPanel
      title={t.blameTitle}
      query={query}
      lines={12}
      beside={({ data }) => data.length}
      flush
    >
      {({ complete, data }) => (
        <>
          {!complete && (
            <div className={classes.notice}>
              <VersionNotice tone="plain">{t.blameIncomplete}</VersionNotice>
            </div>
          )}
          {data.length === 0 ? (
            <p className={classes.none}>{t.noFields}</p>
          ) : (
            <SimpleTable
              label={t.blameTitle}
              columns={[
                {
                  id: 'field',
                  header: t.field,
                  names: true,
                  render: ({ pointer, names, field }) =>
                    field ? (
                      <PathLink to={valuesPath(pointer)} title={t.showValues(names.join(' › '))}>
                        <PropertyName name={names.at(-1) ?? ''} />
                      </PathLink>
                    ) : (
                      <PropertyName name={names.at(-1) ?? ''} />
                    ),
                  width: '25%',
                },
                {
                  id: 'value',
                  header: t.value,
                  render: ({ pointer, field }) =>
                    field && (
                      <FieldValue value={redactPart(field.value, pointer, shown.data?.erased)} />
                    ),
                  width: '29%',
                },
                {
                  id: 'lastChange',
                  header: t.lastChange,
                  render: ({ pointer, field }) =>
                    field && (
                      <ChangedInVersion partitionId={partitionId} change={field}>
                        {!complete && field.modificationCount === oldest && <em>{t.orEarlier}</em>}
                        {isDoubtful(pointer, field) && <em>{t.orLater}</em>}
                      </ChangedInVersion>
                    ),
                },
                ...(isPast
                  ? []
                  : [
                      {
                        id: 'follow',
                        header: follow.notifyMe,
                        quietHead: true,
                        fits: true,
                        align: 'end' as const,
                        render: ({ pointer, names, field }: (typeof rows)[number]) =>
                          field &&
                          // Elements of lists have no link of their own.
                          !/\/\d+(?:\/|$)/.test(pointer) && (
                            <FollowFieldButton
                              partitionId={partitionId}
                              timelineId={timelineId}
                              title={shown.data ? titleOf(shown.data) : ''}
                              paths={[pointer]}
                              name={names.at(-1) ?? ''}
                            />
                          ),
                      },
                    ]),
              ]}
              rows={rows}
              rowKey={({ pointer }) => pointer}
              levelOf={({ level }) => level}
              isGroup={({ field }) => field === undefined}
            />
          )}
        </>
      )}
    </QueryPanel>
  );
}
