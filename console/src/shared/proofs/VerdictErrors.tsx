import { Button } from '@mantine/core';
import { faultText } from '@annals/proofs/fault-text';
import type { NamedFault } from '@annals/proofs/verdict';
import { csvText, downloadCsv } from '../csv/csv.ts';
import { Id } from '../ids/Id.tsx';
import { fileStem } from '../long-work/file-stem.ts';
import { Panel } from '../states/Panel.tsx';
import { SimpleTable } from '../tables/SimpleTable.tsx';
import classes from './Proofs.module.css';
import { useProofTexts } from './proofs.texts.ts';
import { useFaultTexts } from './fault.texts.ts';
import type { NamedPartition } from './log-run.ts';

/** The check of a log names so many at most. */
const mostNamed = 100;

interface VerdictErrorsProps {
  partition: NamedPartition;
  faults: readonly NamedFault[];
}

/** What a check found wrong: one row for each fault. */
export function VerdictErrors({ partition, faults }: VerdictErrorsProps) {
  const t = useProofTexts();
  const sentences = useFaultTexts();
  const save = () =>
    downloadCsv(
      `${fileStem(partition.name, partition.id)}-faults`,
      csvText([
        [t.entry, t.version, t.pointer, t.receiptNumber, t.code, t.message],
        ...faults.map((fault) => [
          fault.where.index,
          fault.where.objectId,
          fault.where.pointer,
          fault.where.receipt,
          fault.code,
          faultText(fault, sentences),
        ]),
      ]),
    );
  return (
    <Panel
      title={t.faults}
      beside={faults.length >= mostNamed ? t.firstFaults(faults.length) : faults.length}
      action={
        <Button size="xs" variant="default" onClick={save}>
          {t.saveFaults}
        </Button>
      }
      flush
    >
      <SimpleTable
        label={t.faults}
        columns={[
          {
            id: 'entry',
            header: t.entry,
            render: ({ where }) => where.index,
            fits: true,
          },
          {
            id: 'place',
            header: t.place,
            render: ({ where }) => isNamed(where) && <ErrorLocation where={where} />,
          },
          {
            id: 'why',
            header: t.why,
            render: (fault) => (
              <div>
                <strong>{t.codes[fault.code]}</strong>
                <span className={classes.message}>{faultText(fault, sentences)}</span>
              </div>
            ),
            width: '60%',
          },
        ]}
        rows={faults}
        // The same may be found twice, and the order never changes.
        rowKey={(_, index) => index}
        scrolls="tall"
      />
    </Panel>
  );
}

const isNamed = ({ objectId, pointer, receipt }: NamedFault['where']): boolean =>
  objectId !== undefined || pointer !== undefined || receipt !== undefined;

function ErrorLocation({ where }: Pick<NamedFault, 'where'>) {
  const t = useProofTexts();
  const { objectId, pointer, receipt } = where;
  return (
    <span className={classes.place}>
      {receipt !== undefined && <span>{t.receipt(receipt)}</span>}
      {objectId !== undefined && <Id value={objectId} />}
      {pointer !== undefined && <code>{pointer}</code>}
    </span>
  );
}
