import { RowTable } from '../RowTable.tsx';
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
  return (
    <RowTable
      title={t.problems}
      beside={
        problems.length > mostShown
          ? t.shownProblems(mostShown)
          : !complete && t.firstProblems(problems.length)
      }
      head={[t.row, t.kind, t.why]}
      lines={problems.map(({ row, kind, message }) => [row, t.kinds[kind], message])}
      mostShown={mostShown}
      download={t.download}
      filename={filename}
    />
  );
}
