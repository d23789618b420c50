import { Button } from '@mantine/core';
import { csvText } from '../../../shared/csv/csv.ts';
import { downloadCsv } from '../../../shared/csv/download-text.ts';
import { Panel } from '../../../shared/states/Panel.tsx';
import classes from '../Moves.module.css';
import type { RowProblem } from './import-run.ts';
import { useImportTexts } from './import.texts.ts';

/** So many are shown; all that are kept are in the CSV. */
const mostShown = 200;

interface RowProblemsProps {
  problems: readonly RowProblem[];
  /** Whether these are all there were. */
  complete: boolean;
  filename: string;
}

/** Rows that were not taken, by their number in the file. */
export function RowProblems({ problems, complete, filename }: RowProblemsProps) {
  const t = useImportTexts();
  const save = () =>
    downloadCsv(
      filename,
      csvText([
        [t.row, t.kind, t.why],
        ...problems.map(({ row, kind, message }) => [row, t.kinds[kind], message]),
      ]),
    );
  return (
    <Panel
      title={t.problems}
      beside={
        problems.length > mostShown
          ? t.shownProblems(mostShown)
          : !complete && t.firstProblems(problems.length)
      }
      action={
        <Button size="xs" variant="default" onClick={save}>
          {t.download}
        </Button>
      }
      flush
    >
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroller} role="group" aria-label={t.problems} tabIndex={0}>
        <table className={`${classes.table} ${classes.stacking}`}>
          <thead>
            <tr>
              <th scope="col" className={classes.end}>
                {t.row}
              </th>
              <th scope="col">{t.kind}</th>
              <th scope="col">{t.why}</th>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, mostShown).map(({ row, kind, message }) => (
              <tr key={`${kind}-${row}`}>
                <td className={classes.end}>{row}</td>
                <td>{t.kinds[kind]}</td>
                <td className={classes.message}>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
