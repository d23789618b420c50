import type { ReactNode } from 'react';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { labelFor } from '../states/label-for.ts';
import type { TableColumn } from '../tables/SimpleTable.tsx';
import { type BulkOutcome, type BulkResult, reasonOf } from './bulk-result.ts';
import classes from './Outcomes.module.css';

/** The result, or the predicted result, of each row, with its reason. */
export function useOutcomeColumn<Row extends BulkResult>(
  header: string,
  words: Readonly<Record<string, string>>,
): TableColumn<Row> {
  const translate = useServiceText();
  return {
    id: 'outcome',
    header,
    render: (row) => {
      const reason = reasonOf(row);
      return (
        <>
          <span className={classes.outcome} data-outcome={row.outcome}>
            {labelFor(words, row.outcome)}
          </span>
          {reason && <span className={classes.message}>{translate(reason)}</span>}
        </>
      );
    },
  };
}

interface OutcomeCountsProps {
  /** The texts of the counts, such as "3 done". */
  counts: readonly (readonly [outcome: BulkOutcome, words: ReactNode])[];
}

/** The counts per outcome; announced when they change. */
export function OutcomeCounts({ counts }: OutcomeCountsProps) {
  return (
    <output className={classes.counts}>
      {counts.map(([outcome, words]) => (
        <span key={outcome} data-outcome={outcome}>
          {words}
        </span>
      ))}
    </output>
  );
}
