import { Button } from '@mantine/core';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import classes from './Proofs.module.css';
import { useProofTexts } from './proofs.texts.ts';
import type { NamedPartition } from './log-run.ts';
import { LogMissing } from './read-log.ts';
import { VerdictErrors } from './VerdictErrors.tsx';
import { VerdictSummary } from './VerdictSummary.tsx';
import {
  cancelVerification,
  startVerification,
  type VerificationRun,
  verificationRuns,
} from './verification-run.ts';
import { WorkProgress } from './WorkProgress.tsx';

/** Verifies the whole log of a partition in this browser, with progress and result. */
export function Verification({ partition }: { partition: NamedPartition }) {
  const t = useProofTexts();
  const any = verificationRuns.useRun();
  const run = any?.partition.id === partition.id ? any : undefined;
  const busyWith = any !== run && any?.phase === 'RUNNING' ? any.partition.name : undefined;
  return (
    <Panel title={t.verifyTitle} beside={run && run.phase !== 'DONE' && t.phases[run.phase]}>
      <div className={classes.content}>
        <p className={classes.hint}>{t.verifyHint}</p>
        {run?.phase === 'RUNNING' && (
          <>
            <WorkProgress label={t.verifyOf(partition.name)} run={run} />
            <p className={classes.hint}>{t.goesOn}</p>
          </>
        )}
        <div aria-live="polite">{run && <Outcome run={run} />}</div>
        {busyWith !== undefined && <p className={classes.hint}>{t.verifyBusy(busyWith)}</p>}
        <div className={classes.line}>
          {run?.phase === 'RUNNING' ? (
            <Button variant="default" onClick={cancelVerification}>
              {t.cancel}
            </Button>
          ) : (
            <Button
              {...(run && { variant: 'default' })}
              disabled={busyWith !== undefined}
              onClick={() => startVerification(partition)}
            >
              {run === undefined ? t.verify : run.phase === 'DONE' ? t.verifyAgain : t.again}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** The problems found by the last verification, outside its panel, where there is more room. */
export function VerificationErrors({ partition }: { partition: NamedPartition }) {
  const run = verificationRuns.useRun();
  if (run?.partition.id !== partition.id || run.verdict?.verdict !== 'TAMPERED') return null;
  return <VerdictErrors partition={partition} findings={run.verdict.findings} />;
}

function Outcome({ run }: { run: VerificationRun }) {
  const t = useProofTexts();
  const { phase, partition, verdict, entries, startedAt, lookedAt, error } = run;
  if (phase === 'CANCELLED') return <p className={classes.hint}>{t.verifyCancelled}</p>;
  if (phase === 'STOPPED')
    return error instanceof LogMissing ? (
      <p className={classes.hint}>{t.noLog}</p>
    ) : (
      <ErrorPanel title={t.verifyStopped} error={error} />
    );
  return (
    verdict && (
      <VerdictSummary
        partitionId={partition.id}
        verdict={verdict}
        entries={entries}
        seconds={(lookedAt - startedAt) / 1000}
      />
    )
  );
}
