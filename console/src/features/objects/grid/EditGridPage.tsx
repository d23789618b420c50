import { NativeSelect } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { getPartition } from '@annals/contracts/partitions';
import { queryOf } from '../../../platform/api/query.ts';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useHasChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { pathTo } from '../../../platform/links.ts';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { oneOf, type PlainSearch } from '../../../platform/search.ts';
import { LineSkeletons, QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { EditRows } from './EditRows.tsx';
import { useGridTexts } from './grid.texts.ts';
import { gridRowsQuery, type LoadedRows, maxRows, type WantedRows } from './load-rows.ts';
import classes from './Grid.module.css';

/** The objects found by a search, for editing in a grid. */
export function EditGridPage() {
  const t = useGridTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/objects/edit' });
  const search: PlainSearch = useSearch({ strict: false });
  const q = oneOf(search['q']) ?? '';
  const { parents, objects } = usePartitionOfObjects(partitionId);
  // Requested with the rows, which wait for it.
  useHasChangeSets(partitionId);
  const list = pathTo('v1-partitions-partitionId-objects', { partitionId }, { q: q || undefined });
  const only = oneOf(search['only'])?.split(',');
  return (
    <PageFrame
      name={t.title}
      title={t.title}
      parents={[...parents, { ...objects, to: list }]}
      header={<PageHeader title={t.title} />}
    >
      <FoundRows partitionId={partitionId} wanted={{ query: q, only }} back={list} />
    </PageFrame>
  );
}

interface FoundRowsProps {
  partitionId: string;
  wanted: WantedRows;
  /** The path of the list they come from. */
  back: string;
}

function FoundRows({ partitionId, wanted, back }: FoundRowsProps) {
  const t = useGridTexts();
  useSuspenseQuery(queryOf(getPartition, { params: { partitionId } }));
  const { offBecause } = usePartitionOfObjects(partitionId);
  const [count, setCount] = useState(0);
  const query = useQuery({
    ...gridRowsQuery(partitionId, wanted, setCount),
    enabled: offBecause === undefined,
  });
  if (offBecause !== undefined)
    return <EmptyState title={offBecause} action={<PathLink to={back}>{t.back}</PathLink>} />;
  const pending = (
    <div className={classes.page}>
      <output className={classes.hint}>{t.loading(count)}</output>
      <LineSkeletons lines={8} />
    </div>
  );
  return (
    <QueryStates query={query} pending={pending}>
      {(loaded) => <OneType partitionId={partitionId} loaded={loaded} back={back} />}
    </QueryStates>
  );
}

interface OneTypeProps extends Pick<FoundRowsProps, 'partitionId' | 'back'> {
  loaded: LoadedRows;
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
