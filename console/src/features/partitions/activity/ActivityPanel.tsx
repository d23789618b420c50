import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { partitionActivity } from '@annals/contracts/partitions';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { Bars } from '../../../ui/charts/Bars.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { QueryPanel } from '../../../ui/states/QueryPanel.tsx';
import { useDateLocale } from '../../../platform/texts.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { dayOf } from '../../../platform/time/format-moment.ts';
import { activityQuery } from '../shared/partition.queries.ts';
import classes from './ActivityPanel.module.css';
import { useActivityTexts } from './activity.texts.ts';
import { type BrushRange, TimeBrush } from './TimeBrush.tsx';

type Activity = AnswerOf<typeof partitionActivity>;

/** Longer than the steps of a drag, so that data is requested only when it stops. */
const pauseMs = 150;

/** The number of writes over the lifetime of the partition, with a brush for zooming in. */
export function ActivityPanel({ partitionId }: { partitionId: string }) {
  const t = useActivityTexts();
  const { at } = useTimeTravel();
  const query = useQuery(activityQuery(partitionId, at));
  return (
    <QueryPanel title={t.activity} query={query} lines={8}>
      {(whole) =>
        whole.data.length === 0 ? (
          t.none
        ) : (
          // The lifetime depends on the moment.
          <Lifetime
            key={`${at.asOf} ${at.asHeld}`}
            partitionId={partitionId}
            whole={whole}
            now={new Date(query.dataUpdatedAt).toISOString()}
          />
        )
      }
    </QueryPanel>
  );
}

interface LifetimeProps {
  partitionId: string;
  whole: Activity;
  /** When the activity was loaded. */
  now: string;
}

function Lifetime({ partitionId, whole, now }: LifetimeProps) {
  const t = useActivityTexts();
  const { at } = useTimeTravel();
  const locale = useDateLocale();
  const [brushed, setBrushed] = useState<BrushRange>();
  const [settled] = useDebouncedValue(brushed, pauseMs);
  const { data: part, error } = useQuery({
    ...activityQuery(partitionId, at, settled && rangeOf(whole, settled)),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
  });
  const shown = brushed ? (part ?? whole) : whole;
  const [first] = whole.data;
  return (
    <div className={classes.activity}>
      {brushed && error && <ErrorPanel error={error} />}
      <Bars
        bars={shown.data.map(({ from, versionCount }) => ({
          key: from,
          name: dayOf(from, locale, true),
          count: versionCount,
        }))}
        label={t.label}
        heading={t.period}
        peak={t.most[shown.unit]}
        end={dayOf(shown.toDate ?? now, locale, true)}
      />
      {whole.data.length > 1 && (
        <>
          <TimeBrush
            starts={whole.data.map(({ from }) => from)}
            end={whole.toDate ?? now}
            counts={whole.data.map(({ versionCount }) => versionCount)}
            brushed={brushed ?? { first: 0, end: whole.data.length }}
            onBrush={(next) =>
              setBrushed(next.first === 0 && next.end === whole.data.length ? undefined : next)
            }
          />
          <div className={classes.foot}>
            <span>
              {t.fromTo(
                dayOf(first?.from ?? '', locale, true),
                dayOf(whole.toDate ?? now, locale, true),
              )}
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              disabled={brushed === undefined}
              onClick={() => setBrushed(undefined)}
            >
              {t.everything}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function rangeOf({ data, toDate }: Activity, { first, end }: BrushRange) {
  const to = data[end]?.from ?? toDate;
  return { from: data[first]?.from ?? '', ...(to !== null && { to }) };
}
