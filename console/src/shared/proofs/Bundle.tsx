import { Button } from '@mantine/core';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { Panel } from '../states/Panel.tsx';
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
import { NoLog } from './read-log.ts';
import type { NamedPartition } from './verification-run.ts';
import { WorkProgress } from './WorkProgress.tsx';

/** The whole log of a partition as a file that proves itself. */
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
          {run ? (
            <BundleButtons run={run} other={t.close} />
          ) : (
            <Button
              variant="default"
              disabled={busyWith !== undefined}
              onClick={() => startBundle(partition)}
            >
              {t.bundle}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** How a bundle is checked without the service. */
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

/** How far the reading of a bundle is, and the file when it is done. */
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
          (run.error instanceof NoLog ? (
            <p className={classes.hint}>{t.noLog}</p>
          ) : (
            <ErrorPanel title={t.bundleStopped} error={run.error} />
          ))}
      </div>
    </>
  );
}

/** @param other the words of the button that puts the run away */
export function BundleButtons({ run, other }: { run: BundleRun; other: string }) {
  const t = useProofTexts();
  if (run.phase === 'RUNNING')
    return (
      <Button variant="default" onClick={cancelBundle}>
        {t.cancel}
      </Button>
    );
  return (
    <>
      {run.phase === 'DONE' ? (
        <Button variant="default" onClick={() => saveBundle(run)}>
          {t.saveAgain}
        </Button>
      ) : (
        <Button onClick={() => startBundle(run.partition)}>{t.again}</Button>
      )}
      <Button variant="default" onClick={closeBundle}>
        {other}
      </Button>
    </>
  );
}
