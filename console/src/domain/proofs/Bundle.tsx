import { Button } from '@mantine/core';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import {
  type BundleRun,
  bundleRuns,
  cancelBundle,
  closeBundle,
  saveBundle,
  startBundle,
} from './bundle-run.ts';
import classes from './Proofs.module.css';
import { useProofTexts } from './proofs.texts.ts';
import { LogMissing } from './read-log.ts';
import type { NamedPartition } from './log-run.ts';
import { WorkProgress } from './WorkProgress.tsx';

/** The whole log of a partition as a self-contained proof. */
export function Bundle({ partition }: { partition: NamedPartition }) {
  const t = useProofTexts();
  const any = bundleRuns.useRun();
  const run = any?.partition.id === partition.id ? any : undefined;
  const busyWith = any !== run && any?.phase === 'RUNNING' ? any.partition.name : undefined;
  return (
    <Panel title={t.bundleTitle} beside={run && t.phases[run.phase]}>
      <div className={classes.content}>
        <p className={classes.hint}>{t.bundleHint}</p>
        <OfflineHint />
        {run && <BundleOutcome run={run} />}
        {busyWith !== undefined && <p className={classes.hint}>{t.bundleBusy(busyWith)}</p>}
        <div className={classes.line}>
          <BundleButtons
            run={run}
            partition={partition}
            other={t.close}
            disabled={busyWith !== undefined}
          />
        </div>
      </div>
    </Panel>
  );
}

/** How to verify a bundle without the service. */
export function OfflineHint() {
  const t = useProofTexts();
  return (
    <p className={classes.hint}>
      {t.offlineBefore}{' '}
      <a href="/verifier.html" download>
        {t.offlineVerifier}
      </a>
      {t.offlineAfter} <code>annals verify FILE</code>.
    </p>
  );
}

/** The progress of reading a bundle, and the file when it is done. */
export function BundleOutcome({ run }: { run: BundleRun }) {
  const t = useProofTexts();
  return (
    <>
      {(run.phase === 'RUNNING' || run.phase === 'DONE') && (
        <WorkProgress label={t.bundleOf(run.partition.name)} run={run} />
      )}
      {run.phase === 'RUNNING' && <p className={classes.hint}>{t.goesOn}</p>}
      <div aria-live="polite">
        {run.phase === 'DONE' && <p className={classes.hint}>{t.saved(run.fileName)}</p>}
        {run.phase === 'CANCELLED' && <p className={classes.hint}>{t.bundleCancelled}</p>}
        {run.phase === 'STOPPED' &&
          (run.error instanceof LogMissing ? (
            <p className={classes.hint}>{t.noLog}</p>
          ) : (
            <ErrorPanel title={t.bundleStopped} error={run.error} />
          ))}
      </div>
    </>
  );
}

interface BundleButtonsProps {
  /** Undefined before it exists. */
  run: BundleRun | undefined;
  partition: NamedPartition;
  /** The label of the button that dismisses the run. */
  other: string;
  disabled?: boolean;
}

export function BundleButtons({ run, partition, other, disabled = false }: BundleButtonsProps) {
  const t = useProofTexts();
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={actionOf(run, partition)}>
        {wordsOf(run, t)}
      </Button>
      {run && run.phase !== 'RUNNING' && (
        <Button variant="default" onClick={closeBundle}>
          {other}
        </Button>
      )}
    </>
  );
}

// A single button for all states, so that it keeps the focus.
function actionOf(run: BundleRun | undefined, partition: NamedPartition): () => void {
  if (run?.phase === 'RUNNING') return cancelBundle;
  return run?.phase === 'DONE' ? () => saveBundle(run) : () => startBundle(partition);
}

function wordsOf(run: BundleRun | undefined, t: ReturnType<typeof useProofTexts>): string {
  if (run === undefined) return t.bundle;
  if (run.phase === 'RUNNING') return t.cancel;
  return run.phase === 'DONE' ? t.saveAgain : t.again;
}
