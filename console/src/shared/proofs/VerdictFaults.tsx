import { Button } from '@mantine/core';
import type { Fault } from '@annals/proofs/verdict';
import { csvText } from '../csv/csv.ts';
import { downloadCsv } from '../csv/download-text.ts';
import { Id } from '../ids/Id.tsx';
import { fileStem } from '../long-work/file-stem.ts';
import { Panel } from '../states/Panel.tsx';
import stacking from '../tables/StackingTable.module.css';
import classes from './Proofs.module.css';
import { useProofTexts } from './proofs.texts.ts';
import type { NamedPartition } from './log-run.ts';

/** The check of a log names so many at most. */
const mostNamed = 100;

interface VerdictFaultsProps {
  partition: NamedPartition;
  faults: readonly Fault[];
}

/** What a check found wrong: one row for each fault. */
export function VerdictFaults({ partition, faults }: VerdictFaultsProps) {
  const t = useProofTexts();
  const save = () =>
    downloadCsv(
      `${fileStem(partition.name, partition.id)}-faults`,
      csvText([
        [t.entry, t.version, t.pointer, t.receiptNumber, t.code, t.message],
        ...faults.map(({ code, message, where }) => [
          where.index,
          where.objectId,
          where.pointer,
          where.receipt,
          code,
          message,
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
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroller} role="group" aria-label={t.faults} tabIndex={0}>
        <table className={`${classes.faults} ${stacking.stacking}`}>
          <thead>
            <tr>
              <th scope="col">{t.entry}</th>
              <th scope="col">{t.place}</th>
              <th scope="col">{t.why}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault, index) => (
              // The same may be found twice, and the order never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td className={classes.number}>{fault.where.index ?? '–'}</td>
                <td>
                  <Place where={fault.where} />
                </td>
                <td>
                  <strong>{t.codes[fault.code]}</strong>
                  <span className={classes.message} lang="en">
                    {fault.message}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Place({ where: { objectId, pointer, receipt } }: Pick<Fault, 'where'>) {
  const t = useProofTexts();
  if (objectId === undefined && pointer === undefined && receipt === undefined) return '–';
  return (
    <span className={classes.place}>
      {receipt !== undefined && <span>{t.receipt(receipt)}</span>}
      {objectId !== undefined && <Id value={objectId} />}
      {pointer !== undefined && <code>{pointer}</code>}
    </span>
  );
}
