import { IconDice5 } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { AuditSample } from '@annals/contracts/audit-samples';
import { PartitionTabs } from '../../../domain/partition-tabs/PartitionTabs.tsx';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { shownName } from '../../../ui/ids/display-names.ts';
import { count, date, derived, type ListColumn } from '../../../ui/list/columns.tsx';
import { DataList } from '../../../ui/list/DataList.tsx';
import { useListQuery } from '../../../ui/list/list-of.ts';
import { useListState } from '../../../ui/list/useListState.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { NoSuchPartition } from '../shared/NoSuchPartition.tsx';
import { usePartitionOfPage } from '../shared/usePartitionOfPage.ts';
import { SampleState } from './SampleState.tsx';
import { samplesList } from './samples.queries.ts';
import { useSampleTexts, type SampleTexts } from './samples.texts.ts';
import classes from './Samples.module.css';

const DrawSample = lazyNamed(() => import('./DrawSample.tsx'), 'DrawSample');

/** The samples of a partition that auditors have announced, drawn or signed. */
export function SamplesPage() {
  const t = useSampleTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/samples' });
  const { partition, isAbsent, parents } = usePartitionOfPage(partitionId, 'proofs');
  const list = useListState(samplesList);
  const query = useListQuery(samplesList.query(list.request, { params: { partitionId } }));
  const columns = useMemo(() => columnsOf(t), [t]);
  const [drawing, setDrawing] = useState(false);
  if (isAbsent) return <NoSuchPartition />;
  const begin = (
    <ResponsiveButton
      icon={<IconDice5 size={16} stroke={1.75} aria-hidden />}
      data-shortcut="n"
      onClick={() => setDrawing(true)}
      {...DrawSample.onApproach}
    >
      {t.drawSample}
    </ResponsiveButton>
  );
  return (
    <>
      <PageHeader title={t.samples} parents={parents} action={begin} />
      <PartitionTabs
        partitionId={partitionId}
        partition={partition}
        current="proofs"
        contents={{
          proofs: {
            content: (
              <>
                <p className={classes.hint}>{t.samplesHint}</p>
                <DataList
                  list={list}
                  query={query}
                  label={t.list}
                  columns={columns}
                  rowId={({ id }) => id}
                  rowPath={({ id: sampleId }) =>
                    pathTo('v1-partitions-partitionId-samples-sampleId', { partitionId, sampleId })
                  }
                  none={{ title: t.none, hint: t.noneHint, action: begin }}
                />
              </>
            ),
          },
        }}
      />
      {drawing && (
        <Suspense>
          <DrawSample partitionId={partitionId} onClose={() => setDrawing(false)} />
        </Suspense>
      )}
    </>
  );
}

function columnsOf(t: SampleTexts): ListColumn<AuditSample>[] {
  return [
    derived('auditor', t.auditor, ({ userName, userId }) => shownName(userName, userId)),
    derived('state', t.state, ({ state }) => t.states[state], {
      render: ({ state }) => <SampleState state={state} />,
      width: '150px',
    }),
    count('count', t.count, { width: '100px', needsRoom: true }),
    derived(
      'concluded',
      t.concluded,
      ({ concludedCount, count: all }) => t.concludedOf(concludedCount, all),
      { width: '120px', needsRoom: true },
    ),
    count('findingCount', t.findings, { width: '140px', needsRoom: true }),
    date('announcedDate', t.announced),
    date('signedDate', t.signed),
  ];
}
