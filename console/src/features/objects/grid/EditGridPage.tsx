import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useHasChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { pathTo } from '../../../platform/links.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { oneOf, type PlainSearch } from '../../../platform/search.ts';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { EditRows } from './EditRows.tsx';
import { useGridTexts } from './grid.texts.ts';
import { gridRowsQuery, type LoadedRows, maxRows } from './load-rows.ts';
import classes from './Grid.module.css';

/** The objects found by a search, for editing in a grid. */
export function EditGridPage() {
  const t = useGridTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/objects/edit' });
  const search: PlainSearch = useSearch({ strict: false });
  const q = oneOf(search['q']) ?? '';
  const only = oneOf(search['only'])?.split(',');
  const { partition, partitionError, reloadPartition, parents, objects, offBecause } =
    usePartitionOfObjects(partitionId);
  // Requested with the rows, which wait for it.
  useHasChangeSets(partitionId);
  const [count, setCount] = useState(0);
  const mayEdit = partition !== undefined && offBecause === undefined;
  const { data, error, refetch } = useQuery({
    ...gridRowsQuery(partitionId, { query: q, only }, setCount),
    enabled: mayEdit,
  });
  const list = pathTo('v1-partitions-partitionId-objects', { partitionId }, { q: q || undefined });
  return (
    <>
      <PageHeader title={t.title} parents={[...parents, { ...objects, to: list }]} />
      {partition && offBecause !== undefined && (
        <EmptyState title={offBecause} action={<PathLink to={list}>{t.back}</PathLink>} />
      )}
      {partitionError && (
        <ErrorPanel error={partitionError} onRetry={() => void reloadPartition()} />
      )}
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && !partitionError && offBecause === undefined && (
        <div className={classes.page}>
          <output className={classes.hint}>{t.loading(count)}</output>
          <LineSkeletons lines={8} />
        </div>
      )}
      {data && <OneType partitionId={partitionId} loaded={data} back={list} />}
    </>
  );
}

interface OneTypeProps {
  partitionId: string;
  loaded: LoadedRows;
  /** The path of the list they come from. */
  back: string;
}

/** A grid contains objects of one type, whose schema defines its columns. */
function OneType({ partitionId, loaded: { versions, hasMore }, back }: OneTypeProps) {
  const t = useGridTexts();
  const types = useMemo(() => byType(versions), [versions]);
  const [chosen, setChosen] = useState<string>();
  const type = chosen ?? types[0]?.type;
  const shown = types.find((one) => one.type === type);
  if (!shown)
    return (
      <EmptyState
        title={t.nothing}
        hint={t.nothingHint}
        action={<PathLink to={back}>{t.back}</PathLink>}
      />
    );
  const ended = versions.filter(({ endedDate }) => endedDate).length;
  return (
    <EditRows
      key={shown.type}
      partitionId={partitionId}
      type={shown.type}
      versions={shown.versions}
      notes={[hasMore && t.more(maxRows), ended > 0 && t.endedLeftOut(ended)].filter(
        (note) => note !== false,
      )}
      renderType={(ask) =>
        types.length > 1 && (
          <NativeSelect
            label={t.type}
            data={types.map(({ type: value, versions: of }) => ({
              value,
              label: t.typeOf(value, of.length),
            }))}
            value={shown.type}
            onChange={({ currentTarget: { value } }) => ask(() => setChosen(value))}
          />
        )
      }
    />
  );
}

/** The editable objects by type, most frequent first. */
function byType(
  versions: readonly ObjectVersion[],
): { type: string; versions: readonly ObjectVersion[] }[] {
  const types = new Map<string, ObjectVersion[]>();
  for (const version of versions) {
    if (version.endedDate) continue;
    const { type = '' } = version;
    types.set(type, [...(types.get(type) ?? []), version]);
  }
  return [...types]
    .map(([type, of]) => ({ type, versions: of }))
    .sort((one, other) => other.versions.length - one.versions.length);
}
