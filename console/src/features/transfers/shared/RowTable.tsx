import type { ReceivedMessage } from '@annals/contracts/problem';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { csvText } from '@annals/rules/files/csv-text';
import { downloadCsv } from '../../../platform/downloads.ts';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { SimpleTable } from '../../../ui/tables/SimpleTable.tsx';

/** Row number, kind of problem, and reason. */
type Line = readonly [row: number, kind: string, why: ReceivedMessage];

interface RowTableProps {
  title: string;
  beside: ReactNode;
  head: readonly [row: string, kind: string, why: string];
  /** The CSV file contains all of them. */
  lines: readonly Line[];
  maxShown?: number;
  renderKind?: (kind: string) => ReactNode;
  download: string;
  /** The name of the CSV file, without extension. */
  filename: string;
}

/** The rejected rows of a file, with a CSV download. */
export function RowTable({
  title,
  beside,
  head,
  lines,
  maxShown,
  renderKind,
  download,
  filename,
}: RowTableProps) {
  const [row, kind, why] = head;
  const serviceText = useServiceText();
  return (
    <Panel
      title={title}
      beside={beside}
      action={
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            downloadCsv(
              filename,
              csvText([head, ...lines.map(([at, way, reason]) => [at, way, serviceText(reason)])]),
            )
          }
        >
          {download}
        </Button>
      }
      flush
    >
      <SimpleTable
        label={title}
        columns={[
          { id: 'row', header: row, render: ([number]) => number, align: 'end', fits: true },
          {
            id: 'kind',
            header: kind,
            render: ([, way]) => (renderKind ? renderKind(way) : way),
            fits: true,
          },
          { id: 'why', header: why, render: ([, , reason]) => serviceText(reason) },
        ]}
        rows={lines.slice(0, maxShown)}
        rowKey={([number, way]) => `${way}-${number}`}
        scrolls="tall"
      />
    </Panel>
  );
}
