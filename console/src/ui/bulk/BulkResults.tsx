import { Button } from '@mantine/core';
import { csvText } from '@annals/rules/files/csv-text';
import { downloadCsv } from '../../platform/downloads.ts';
import { type ServiceText, useServiceText } from '../../platform/service-messages/service-text.ts';
import { Dialog } from '../states/Dialog.tsx';
import { SimpleTable } from '../tables/SimpleTable.tsx';
import { type BulkOutcome, bulkOutcomes, type BulkResult, reasonOf } from './bulk-result.ts';
import classes from './BulkResults.module.css';
import { useBulkTexts } from './bulk.texts.ts';
import { OutcomeCounts, useOutcomeColumn } from './Outcomes.tsx';
import type { Bulk, BulkRun } from './useBulk.ts';

interface BulkResultsProps<Item> {
  bulk: Bulk<Item>;
  /** The name of the CSV file, without date and extension. */
  filename: string;
  /** Called after the results are closed: refresh the list, clear the selection. */
  onClose: () => void;
}

/** The progress of a bulk action, then its result for each item. */
export function BulkResults<Item>({ bulk, filename, onClose }: BulkResultsProps<Item>) {
  const t = useBulkTexts();
  const translate = useServiceText();
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
        <OutcomeCounts
          counts={
            run.running
              ? []
              : countsOf(run).map(([outcome, count]) => [outcome, t.counts[outcome](count)])
          }
        />
        <Results run={run} />
        <div className={classes.buttons}>
          {run.running ? (
            <Button variant="default" onClick={bulk.cancel}>
              {t.cancel}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                onClick={() => downloadCsv(filename, csvOf(run, t, translate))}
              >
                {t.download}
              </Button>
              {run.undo && (
                <Button variant="default" onClick={run.undo}>
                  {t.undo}
                </Button>
              )}
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
  const outcome = useOutcomeColumn<BulkResult>(t.outcome, t.outcomes);
  return (
    <div className={classes.results}>
      <SimpleTable
        label={t.results}
        columns={[{ id: 'name', header: t.name, render: ({ name }) => name }, outcome]}
        rows={run.results}
        // Names may repeat, and the order never changes.
        rowKey={(_, index) => index}
        scrolls="tall"
        narrow
        framed
      />
    </div>
  );
}

function countsOf({ results }: BulkRun): (readonly [BulkOutcome, number])[] {
  return bulkOutcomes
    .map((outcome) => [outcome, results.filter((each) => each.outcome === outcome).length] as const)
    .filter(([, count]) => count > 0);
}

function csvOf(
  { results }: BulkRun,
  t: ReturnType<typeof useBulkTexts>,
  translate: ServiceText,
): string {
  return csvText([
    [t.name, t.outcome, t.message],
    ...results.map((result) => {
      const reason = reasonOf(result);
      return [result.name, t.outcomes[result.outcome], reason && translate(reason)];
    }),
  ]);
}
