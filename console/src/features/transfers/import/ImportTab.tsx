import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { shortenId } from '../../../shared/ids/shorten-id.ts';
import { PartitionPicker } from '../../../shared/pickers/PartitionPicker.tsx';
import { oneOf, type PlainSearch } from '../../../shared/search.ts';
import { EmptyState } from '../../../shared/feedback/EmptyState.tsx';
import { Panel } from '../../../shared/states/Panel.tsx';
import { QueryPanel } from '../../../shared/states/QueryPanel.tsx';
import { transferQuery } from '../transfers.queries.ts';
import classes from '../Transfers.module.css';
import { usePartitionChoice, useRefusalOf } from '../partition-choice.ts';
import { FileDrop } from './FileDrop.tsx';
import { FormatHelp } from './FormatHelp.tsx';
import { importRuns, isBusy } from './import-run.ts';
import { checkFile, resumeWithFile } from './import-work.ts';
import { useImportTexts } from './import.texts.ts';
import { ImportProgress } from './ImportProgress.tsx';

/** Brings a file into a partition: a dry run first, then for real. With a run in the address it goes on with that one. */
export function ImportTab() {
  const run = importRuns.useRun();
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const transferId = oneOf(search['run']);
  // A link to go on with another import wins over the result of an earlier one.
  if (run && (isBusy(run) || transferId === undefined || run.transfer?.id === transferId))
    return <ImportProgress run={run} />;
  return transferId === undefined ? <ChooseFile /> : <ChooseFileAgain transferId={transferId} />;
}

function ChooseFile() {
  const t = useImportTexts();
  const { partition, pick } = usePartitionChoice();
  const [file, setFile] = useState<File>();
  const [asked, setAsked] = useState(false);
  const refusal = useRefusalOf()(partition, 'EDITOR');
  const missing = partition === null ? t.partitionMissing : undefined;

  function check() {
    setAsked(true);
    if (partition === null || file === undefined || refusal !== undefined) return;
    const name = partition.partitionName ?? shortenId(partition.id);
    checkFile({ id: partition.id, name }, file);
  }

  return (
    <div className={classes.panels}>
      <Panel title={t.title}>
        <div className={classes.form}>
          <PartitionPicker
            label={t.partition}
            value={partition}
            onChange={pick}
            error={refusal ?? (asked && missing)}
          />
          <FileDrop file={file} onFile={setFile} />
          {asked && file === undefined && <p role="alert">{t.fileMissing}</p>}
          <div className={classes.line}>
            <Button onClick={check} disabled={refusal !== undefined}>
              {t.check}
            </Button>
            <p className={classes.hint}>{t.checkHint}</p>
          </div>
        </div>
      </Panel>
      <FormatHelp />
    </div>
  );
}

function ChooseFileAgain({ transferId }: { transferId: string }) {
  const t = useImportTexts();
  const transfer = useQuery(transferQuery(transferId));
  return (
    <QueryPanel
      title={transfer.data ? t.resumeTitle(transfer.data.fileName ?? '') : t.title}
      query={transfer}
    >
      {(known) =>
        known.kind !== 'IMPORT' || known.state === 'DONE' ? (
          <EmptyState title={t.cannotResume} />
        ) : (
          <div className={classes.form}>
            <p className={classes.hint}>{t.resumeHint(known.done)}</p>
            <FileDrop file={undefined} onFile={(file) => resumeWithFile(known, file)} />
          </div>
        )
      }
    </QueryPanel>
  );
}
