import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { csvText } from '../../shared/csv/csv.ts';
import { downloadCsv } from '../../shared/csv/download-text.ts';
import { Panel } from '../../shared/states/Panel.tsx';
import stacking from '../../shared/tables/StackingTable.module.css';
import classes from './Moves.module.css';

/** Number of the row, in what way it was not taken, and why. */
type Line = readonly [row: number, kind: string, why: string];

interface RowTableProps {
  title: string;
  beside: ReactNode;
  head: readonly [row: string, kind: string, why: string];
  /** All of them go into the file. */
  lines: readonly Line[];
  mostShown?: number;
  renderKind?: (kind: string) => ReactNode;
  download: string;
  /** Of the CSV file, without ending. */
  filename: string;
}

/** Rows of a file that were not taken, with a way to save them as CSV. */
export function RowTable({
  title,
  beside,
  head,
  lines,
  mostShown,
  renderKind,
  download,
  filename,
}: RowTableProps) {
  const [row, kind, why] = head;
  return (
    <Panel
      title={title}
      beside={beside}
      action={
        <Button
          size="xs"
          variant="default"
          onClick={() => downloadCsv(filename, csvText([head, ...lines]))}
        >
          {download}
        </Button>
      }
      flush
    >
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroller} role="group" aria-label={title} tabIndex={0}>
        <table className={`${classes.table} ${stacking.stacking}`}>
          <thead>
            <tr>
              <th scope="col" className={classes.end}>
                {row}
              </th>
              <th scope="col">{kind}</th>
              <th scope="col">{why}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, mostShown).map(([number, way, reason]) => (
              <tr key={`${way}-${number}`}>
                <td className={classes.end}>{number}</td>
                <td>{renderKind ? renderKind(way) : way}</td>
                <td className={classes.message}>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
