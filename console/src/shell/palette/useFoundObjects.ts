import { IconArrowRight, IconCube } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { searchAllPartitions } from '@annals/contracts/object-search';
import { readQuery } from '@annals/rules/query-search';
import { queryOf } from '../../platform/api/query.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { useQueryErrorText } from '../../domain/query/query-errors.texts.ts';
import { useDateLocale } from '../../platform/texts.ts';
import { dayOf } from '../../platform/time/format-moment.ts';
import { useUtc } from '../../platform/time/utc.ts';
import type { PaletteItem } from './palette-item.ts';
import { usePaletteTexts } from './palette.texts.ts';

/** A single letter matches too much. */
const minLength = 2;
const maxShown = 8;

const foundQuery = (query: string, partitionId: string | undefined, enabled: boolean) =>
  queryOptions({
    ...queryOf(searchAllPartitions, { query: { query, partitionId, pageSize: maxShown } }),
    enabled,
    staleTime: 30_000,
  });

/**
 * Objects of all partitions that match a query, those of the current partition first.
 * @param settled whether typing has paused, so that the service may be queried
 */
export function useFoundObjects(
  typed: string,
  settled: boolean,
  partitionId: string | undefined,
): { items: PaletteItem[]; isLoading: boolean; error: string | undefined } {
  const t = usePaletteTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const errorText = useQueryErrorText();
  const isOffered = useCapability(searchAllPartitions);
  const [misread] = readQuery(typed, 'objects').errors;
  const asks = isOffered && typed.length >= minLength && misread === undefined;
  const { data, isFetching } = useQuery(foundQuery(typed, partitionId, asks && settled));
  const items = (asks && data ? data.data : []).map(
    ({ title, type, partitionName, timelineId, alias, ...object }): PaletteItem => ({
      id: `object:${object.partitionId}:${timelineId}`,
      label: shownName(title, timelineId),
      detail: [
        ...(alias === undefined ? [] : [alias]),
        type,
        partitionName,
        dayOf(object.modificationDate, locale, utc),
      ].join(' · '),
      icon: IconCube,
      path: pathTo('v1-partitions-partitionId-timelines-timelineId-objects-latest', {
        partitionId: object.partitionId,
        timelineId,
      }),
    }),
  );
  if (data && !data.complete && partitionId !== undefined && items.length > 0)
    items.push({
      id: 'object:all',
      label: t.showAllHere(typed),
      icon: IconArrowRight,
      path: pathTo('v1-partitions-partitionId-objects', { partitionId }, { q: typed }),
    });
  return {
    items,
    isLoading: asks && (!settled || isFetching),
    error: isOffered && misread ? errorText(misread, typed) : undefined,
  };
}
