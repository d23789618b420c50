import { Button } from '@mantine/core';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import progress from '../../../platform/long-work/Progress.module.css';
import classes from '../shared/transfers.module.css';
import {
  cancelExport,
  closeExport,
  type ExportRun,
  saveExport,
  startExport,
} from './export-run.ts';
import { useExportTexts } from './export.texts.ts';
import panels from '../../../ui/page/Panels.module.css';

/** The progress of an export, and the file when it is done. */
export function ExportProgress({ run }: { run: ExportRun }) {
  const t = useExportTexts();
  const { phase, rows, total, startedAt, lookedAt } = run;
  const seconds = (lookedAt - startedAt) / 1000;
  const progressText =
    total === undefined || phase === 'DONE' ? t.rows(rows) : t.rowsOf(rows, total);
  // Without a value the bar is indeterminate.
  const value = phase === 'DONE' ? { max: 1, value: 1 } : total ? { max: total, value: rows } : {};
  return (
    <Panel title={t.of(run.partition.name)} beside={t.phases[phase]}>
      <div className={panels.panels}>
        {(phase === 'RUNNING' || phase === 'DONE') && (
          <div className={progress.progress}>
            <progress aria-label={t.of(run.partition.name)} {...value} />
            <span>
              {progressText}
              {phase === 'RUNNING' && seconds > 2 && ` · ${t.rate(Math.round(rows / seconds))}`}
            </span>
          </div>
        )}
        {phase === 'RUNNING' && <p className={classes.hint}>{t.goesOn}</p>}
        {phase === 'DONE' && <p className={classes.hint}>{t.saved(run.fileName)}</p>}
        {phase === 'STOPPED' && <ErrorPanel title={t.stopped} error={run.error} />}
        <div className={classes.line}>
          {phase === 'RUNNING' ? (
            <Button variant="default" onClick={cancelExport}>
              {t.cancel}
            </Button>
          ) : (
            <>
              {phase === 'DONE' ? (
                <Button variant="default" onClick={() => saveExport(run)}>
                  {t.saveAgain}
                </Button>
              ) : (
                <Button onClick={() => startExport(run)}>{t.again}</Button>
              )}
              <Button variant="default" onClick={closeExport}>
                {t.other}
              </Button>
            </>
          )}
        </div>
      </div>
    </Panel>
  );
}
