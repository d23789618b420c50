import { Button } from '@mantine/core';
import { findingText } from '@annals/proofs/finding-text';
import type { NamedFinding } from '@annals/proofs/verdict';
import { csvText } from '@annals/rules/files/csv-text';
import { downloadCsv } from '../../platform/downloads.ts';
import { Id } from '../../ui/ids/Id.tsx';
import { fileStem } from '../../platform/long-work/file-stem.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import classes from './Proofs.module.css';
import { useProofTexts } from './proofs.texts.ts';
import { useFindingTexts } from './finding.texts.ts';
import type { NamedPartition } from './log-run.ts';

/** The maximum number of findings of a log verification. */
const maxNamed = 100;

interface VerdictErrorsProps {
  partition: NamedPartition;
  findings: readonly NamedFinding[];
}

/** The problems found by a verification, one per row. */
export function VerdictErrors({ partition, findings }: VerdictErrorsProps) {
  const t = useProofTexts();
  const sentences = useFindingTexts();
  const save = () =>
    downloadCsv(
      `${fileStem(partition.name, partition.id)}-findings`,
      csvText([
        [t.entry, t.version, t.pointer, t.receiptNumber, t.code, t.message],
        ...findings.map((finding) => [
          finding.where.index,
          finding.where.objectId,
          finding.where.pointer,
          finding.where.receipt,
          finding.code,
          findingText(finding, sentences),
        ]),
      ]),
    );
  return (
    <Panel
      title={t.problems}
      beside={findings.length >= maxNamed ? t.firstProblems(findings.length) : findings.length}
      action={
        <Button size="xs" variant="default" onClick={save}>
          {t.saveProblems}
        </Button>
      }
      flush
    >
      <SimpleTable
        label={t.problems}
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
            render: (finding) => (
              <div>
                <strong>{t.codes[finding.code]}</strong>
                <span className={classes.message}>{findingText(finding, sentences)}</span>
              </div>
            ),
            width: '60%',
          },
        ]}
        rows={findings}
        // Findings may repeat, and the order never changes.
        rowKey={(_, index) => index}
        scrolls="tall"
      />
    </Panel>
  );
}

const isNamed = ({ objectId, pointer, receipt }: NamedFinding['where']): boolean =>
  objectId !== undefined || pointer !== undefined || receipt !== undefined;

function ErrorLocation({ where }: Pick<NamedFinding, 'where'>) {
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
