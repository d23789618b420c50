import { shownName } from '../../../ui/ids/display-names.ts';
import { PartitionPicker } from '../../../domain/pickers/PartitionPicker.tsx';
import { OfflineHint } from '../../../domain/proofs/Bundle.tsx';
import { Verification, VerificationErrors } from '../../../domain/proofs/Verification.tsx';
import { verificationRuns } from '../../../domain/proofs/verification-run.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import classes from '../shared/transfers.module.css';
import { usePartitionChoice } from '../shared/partition-choice.ts';
import { ServiceLog } from './ServiceLog.tsx';
import { useVerifyTexts } from './verify.texts.ts';
import { VerifyFile } from './VerifyFile.tsx';
import panels from '../../../ui/page/Panels.module.css';

/** Verifies the log of any partition, and shows the service log over all of them. */
export function VerifyTab() {
  const t = useVerifyTexts();
  const { partition, pick } = usePartitionChoice();
  const run = verificationRuns.useRun();
  // Shows a running verification again after navigation.
  const shown = partition
    ? { id: partition.id, name: shownName(partition.partitionName, partition.id) }
    : run?.partition;
  return (
    <div className={panels.panels}>
      <Panel title={t.title}>
        <div className={classes.form}>
          <p className={classes.hint}>{t.hint}</p>
          <PartitionPicker
            label={t.partition}
            value={
              partition ??
              (run ? { id: run.partition.id, partitionName: run.partition.name } : null)
            }
            onChange={pick}
          />
          <OfflineHint />
        </div>
      </Panel>
      {shown && <Verification key={shown.id} partition={shown} />}
      {shown && <VerificationErrors partition={shown} />}
      <VerifyFile />
      <ServiceLog />
    </div>
  );
}
