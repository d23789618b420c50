import { Button } from '@mantine/core';
import { csvText } from '../csv/csv.ts';
import { downloadCsv } from '../csv/download-text.ts';
import { Dialog } from '../states/Dialog.tsx';
import { type BulkOutcome, bulkOutcomes } from './bulk-result.ts';
import classes from './BulkResults.module.css';
import { useBulkTexts } from './bulk.texts.ts';
import type { Bulk, BulkRun } from './useBulk.ts';

interface BulkResultsProps<Item> {
  bulk: Bulk<Item>;
  /** Of the CSV, without day and ending. */
  filename: string;
  /** After the results were closed: read the list again, clear the selection. */
  onClose: () => void;
}

/** How far an act on many has come, then what became of each. */
export function BulkResults<Item>({ bulk, filename, onClose }: BulkResultsProps<Item>) {
  const t = useBulkTexts();
  const { run } = bulk;
  if (run === undefined) return null;
  const close = () => {
    bulk.close();
    onClose();
  };
  return (
    <Dialog title={run.title} onClose={close} form size="lg">
      <div className={classes.content}>
        <div className={classes.progress}>
          <progress max={run.total} value={run.results.length} aria-label={run.title} />
          <span aria-hidden>{t.progress(run.results.length, run.total)}</span>
        </div>
        <output className={classes.counts}>
          {!run.running &&
            countsOf(run).map(([outcome, count]) => (
              <span key={outcome} data-outcome={outcome}>
                {t.counts[outcome](count)}
              </span>
            ))}
        </output>
        <Results run={run} />
        <div className={classes.buttons}>
          {run.running ? (
            <Button variant="default" onClick={bulk.cancel}>
              {t.cancel}
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={() => downloadCsv(filename, csvOf(run, t))}>
                {t.download}
              </Button>
              <Button data-autofocus onClick={close}>
                {t.close}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Results({ run }: { run: BulkRun }) {
  const t = useBulkTexts();
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroller} role="region" aria-label={t.results} tabIndex={0}>
      <table className={classes.results}>
        <thead>
          <tr>
            <th scope="col">{t.name}</th>
            <th scope="col">{t.outcome}</th>
          </tr>
        </thead>
        <tbody>
          {run.results.map(({ name, outcome, message }, index) => (
            // Two may have the same name, and the order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <td>{name}</td>
              <td>
                <span className={classes.outcome} data-outcome={outcome}>
                  {t.outcomes[outcome]}
                </span>
                {message !== undefined && <span className={classes.message}>{message}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function countsOf({ results }: BulkRun): (readonly [BulkOutcome, number])[] {
  return bulkOutcomes
    .map((outcome) => [outcome, results.filter((each) => each.outcome === outcome).length] as const)
    .filter(([, count]) => count > 0);
}

function csvOf({ results }: BulkRun, t: ReturnType<typeof useBulkTexts>): string {
  return csvText([
    [t.name, t.outcome, t.message],
    ...results.map(({ name, outcome, message }) => [name, t.outcomes[outcome], message]),
  ]);
}
