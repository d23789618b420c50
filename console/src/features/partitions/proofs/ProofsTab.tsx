import { useQuery } from '@tanstack/react-query';
import type { Partition } from '../../../platform/api/things.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import { Offered } from '../../../domain/permissions/Offered.tsx';
import { Bundle } from '../../../domain/proofs/Bundle.tsx';
import { logHealthQuery } from '../../../domain/proofs/log-health.queries.ts';
import { Verification, VerificationErrors } from '../../../domain/proofs/Verification.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { useProofsTabTexts } from './proofs-tab.texts.ts';
import { LogFacts } from './LogFacts.tsx';
import { Receipts } from './Receipts.tsx';
import sampleClasses from '../samples/Samples.module.css';
import { useSampleTexts } from '../samples/samples.texts.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { pathTo } from '../../../platform/links.ts';
import panels from '../../../ui/page/Panels.module.css';

/** Where auditors draw samples. */
function Samples({ partitionId }: { partitionId: string }) {
  const t = useSampleTexts();
  return (
    <Panel
      title={t.samples}
      action={
        <PathLink to={pathTo('v1-partitions-partitionId-samples', { partitionId })}>
          {t.all}
        </PathLink>
      }
    >
      <p className={sampleClasses.hint}>{t.samplesHint}</p>
    </Panel>
  );
}

interface ProofsTabProps {
  partitionId: string;
  partition: Partition;
}

/** The log of a partition: its health, its complete verification, and the receipts of erasures. */
export function ProofsTab({ partitionId, partition }: ProofsTabProps) {
  const t = useProofsTabTexts();
  const query = useQuery(logHealthQuery(partitionId));
  if (query.data === null) return <EmptyState title={t.noLog} hint={t.noLogHint} />;
  const named = { id: partitionId, name: shownName(partition.partitionName, partitionId) };
  const health = (
    <Panel title={t.health}>
      <QueryStates query={query} lines={7}>
        {(log) => log && <LogFacts partitionId={partitionId} health={log} />}
      </QueryStates>
    </Panel>
  );
  // How high the facts are depends on the width and the log, so what stands below them comes with them.
  if (query.isPending) return health;
  return (
    <div className={panels.panels}>
      <div className={panels.pair}>
        {health}
        <div className={panels.panels}>
          <Verification partition={named} />
          <Bundle partition={named} />
        </div>
      </div>
      <VerificationErrors partition={named} />
      {/* An announcement is an event. */}
      <Offered needs="authentication">
        <Samples partitionId={partitionId} />
      </Offered>
      <Receipts partitionId={partitionId} />
    </div>
  );
}
