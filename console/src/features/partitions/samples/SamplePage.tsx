import { IconDownload, IconFingerprint } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { getSampleResult, type AuditSampleDetail } from '@annals/contracts/audit-samples';
import { call } from '../../../platform/api/call.ts';
import { useAppState } from '../../../platform/api/state.ts';
import { downloadText } from '../../../platform/downloads.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { momentFact } from '../../../platform/time/moment-fact.tsx';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import { Id } from '../../../ui/ids/Id.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import panels from '../../../ui/page/Panels.module.css';
import { Facts } from '../../../ui/states/Facts.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { usePartitionOfPage } from '../shared/usePartitionOfPage.ts';
import { DrawAgain } from './DrawAgain.tsx';
import { SampleItems } from './SampleItems.tsx';
import { SampleState } from './SampleState.tsx';
import { sampleQuery, type SampleParams } from './samples.queries.ts';
import { useSampleTexts } from './samples.texts.ts';
import classes from './Samples.module.css';

const SignSample = lazyNamed(() => import('./SignSample.tsx'), 'SignSample');

/** One sample: how it was drawn, its entries, and the conclusions about them. */
export function SamplePage() {
  const t = useSampleTexts();
  const params = useParams({ from: '/v1/partitions/$partitionId/samples/$sampleId' });
  const { partitionId, sampleId } = params;
  const { parents } = usePartitionOfPage(partitionId);
  return (
    <PageFrame
      name={t.sample}
      parents={[
        ...parents,
        { name: t.samples, to: pathTo('v1-partitions-partitionId-samples', { partitionId }) },
      ]}
      absent={t}
      beside={<Id value={sampleId} />}
      lines={12}
    >
      <SampleView params={params} />
    </PageFrame>
  );
}

function SampleView({ params }: { params: SampleParams }) {
  const t = useSampleTexts();
  const query = useSuspenseQuery(sampleQuery(params));
  const sample = query.data;
  const isOwn = useAppState(({ user }) => user?.id) === sample.userId;
  const [signing, setSigning] = useState(false);
  const download = useSingleMutation({
    mutationFn: async () => {
      const result = await call(getSampleResult, { params });
      const name = `audit-result-${params.sampleId}.json`;
      downloadText(name, JSON.stringify(result), 'application/json');
    },
  });
  return (
    <>
      <PageHeader
        title={t.sampleOf(sample.count)}
        query={query}
        beside={
          <>
            <SampleState state={sample.state} />
            <Id value={params.sampleId} />
          </>
        }
        action={
          <>
            {isOwn && sample.state === 'DRAWN' && (
              <ResponsiveButton
                icon={<IconFingerprint size={16} stroke={1.75} aria-hidden />}
                disabled={sample.signing === null}
                {...(sample.signing === null && { title: t.signWhenAll })}
                onClick={() => setSigning(true)}
                {...SignSample.onApproach}
              >
                {t.sign}
              </ResponsiveButton>
            )}
            {sample.state === 'SIGNED' && (
              <ResponsiveButton
                icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
                loading={download.isPending}
                onClick={() => download.mutate()}
              >
                {t.download}
              </ResponsiveButton>
            )}
          </>
        }
      />
      {download.error && <ErrorPanel title={t.notDownloaded} error={download.error} />}
      <div className={panels.panels}>
        {sample.state === 'SIGNED' && <p className={classes.hint}>{t.resultHint}</p>}
        {sample.state === 'ANNOUNCED' && isOwn && (
          <Panel title={t.drawNow}>
            <DrawAgain params={params} />
          </Panel>
        )}
        {sample.state !== 'ANNOUNCED' && (
          <Panel title={t.entries} beside={t.progress(sample.concludedCount, sample.items.length)}>
            <SampleItems
              params={params}
              items={sample.items}
              mayConclude={isOwn && sample.state === 'DRAWN'}
            />
          </Panel>
        )}
        <Panel title={t.facts}>
          <DrawFacts sample={sample} />
        </Panel>
      </div>
      {signing && sample.signing && (
        <Suspense>
          <SignSample params={params} signing={sample.signing} onClose={() => setSigning(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Everything that somebody needs to repeat the draw. */
function DrawFacts({ sample }: { sample: AuditSampleDetail }) {
  const t = useSampleTexts();
  const { userName, userId, from, size, root, commitment, number, eventsCheckpoint } = sample;
  return (
    <div className={classes.content}>
      <Facts
        facts={[
          [t.auditor, shownName(userName, userId)],
          [t.announced, <Moment key="announced" value={sample.announcedDate} absolute />],
          [t.drawn, momentFact(sample.drawnDate ?? undefined, { absolute: true })],
          [t.signed, momentFact(sample.signedDate ?? undefined, { absolute: true })],
          [t.population, t.populationOf(from, size)],
          [t.root, <Id key="root" value={root} />],
          [t.commitment, <Id key="commitment" value={commitment} />],
          [
            t.announcedNumber,
            number === null ? undefined : (
              <code key="number" className={classes.number}>
                {number}
              </code>
            ),
          ],
        ]}
      />
      <details className={classes.how}>
        <summary>{t.howDrawn}</summary>
        <p className={classes.quiet}>{t.repeat}</p>
        <pre className={classes.algorithm} lang="en">
          {sample.algorithm.join('\n')}
        </pre>
        {eventsCheckpoint !== null && (
          <>
            <p className={classes.quiet}>{t.eventsCheckpoint}</p>
            <pre className={classes.algorithm}>{eventsCheckpoint}</pre>
          </>
        )}
      </details>
    </div>
  );
}
