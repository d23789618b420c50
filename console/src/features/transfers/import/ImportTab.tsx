import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { DropArea } from '../../../ui/files/DropArea.tsx';
import { FileButton } from '../../../ui/files/FileButton.tsx';
import { shownName } from '../../../ui/ids/display-names.ts';
import { usePageLocation } from '../../../platform/page-location.ts';
import { oneOf } from '../../../platform/search.ts';
import { CopyBlock } from '../../../ui/secrets/CopyBlock.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { useMay } from '../../../domain/permissions/my-permissions.ts';
import { PartitionPicker } from '../../../domain/pickers/PartitionPicker.tsx';
import { pickPartitionQuery } from '../../../domain/pickers/pickers.queries.ts';
import { QueryPanel } from '../../../ui/states/QueryPanel.tsx';
import { Steps } from '../../../ui/states/Steps.tsx';
import { useLanguage } from '../../../platform/texts.ts';
import { usePartitionChoice, useRefusalOf } from '../shared/partition-choice.ts';
import { transferQuery } from '../shared/transfer.queries.ts';
import classes from '../shared/transfers.module.css';
import { type ImportRun, importRuns, isBusy } from './import-run.ts';
import { discardDraft, type ImportDraft, readDraft } from './import-draft.ts';
import { useFileTexts } from './file.texts.ts';
import { changeReading, openDraft, openFile, resumeWithFile } from './import-work.ts';
import { useImportTexts } from './import.texts.ts';
import { ImportProgress } from './ImportProgress.tsx';
import { MapColumns } from './MapColumns.tsx';
import { ReadFile } from './ReadFile.tsx';
import { useIntoSetTexts } from './into-set.texts.ts';
import { useMappingTexts } from './mapping.texts.ts';
import { useImportTarget, ImportTarget } from './ImportTarget.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import panels from '../../../ui/page/Panels.module.css';

/** Imports a file into a partition: dry run first, then the import. A transfer in the URL is resumed. */
export function ImportTab() {
  const run = importRuns.useRun();
  const { search } = usePageLocation();
  const transferId = oneOf(search['run']);
  // A link that resumes another import takes precedence over the result of an earlier one.
  const isShown =
    run && (isBusy(run) || transferId === undefined || run.transfer?.id === transferId);
  return (
    <Steps step={isShown ? run.phase : ''}>
      {isShown ? (
        <RunningImport run={run} />
      ) : transferId === undefined ? (
        <ChooseFile />
      ) : (
        <ChooseFileAgain transferId={transferId} />
      )}
    </Steps>
  );
}

function RunningImport({ run }: { run: ImportRun }) {
  const t = useFileTexts();
  const { phase, sheet } = run;
  if (phase === 'READING' && sheet) return <ReadFile run={run} sheet={sheet} />;
  if (phase !== 'MAPPING' || !sheet) return <ImportProgress run={run} />;
  return (
    <div className={panels.panels}>
      <MapColumns run={run} sheet={sheet} />
      {sheet.facts.format !== 'json' && (
        <div>
          <Button variant="subtle" onClick={changeReading}>
            {t.change}
          </Button>
        </div>
      )}
    </div>
  );
}

const draftKey = ['import-draft'];

/** The spreadsheet that the user was working on before the page was reloaded. */
const useDraft = () =>
  useQuery({ queryKey: draftKey, queryFn: readDraft, networkMode: 'always', gcTime: 0 });

function ChooseFile() {
  const t = useImportTexts();
  const { partition, isLoading, pick } = usePartitionChoice();
  const [file, setFile] = useState<File>();
  const [asked, setAsked] = useState(false);
  const refusal = useRefusalOf()(partition, 'EDITOR');
  const where = useImportTarget(refusal === undefined ? partition?.id : undefined);
  const draft = useDraft();
  const anywhere = useMayImportAnywhere();
  const missing = partition === null ? t.partitionMissing : undefined;

  function check() {
    setAsked(true);
    open();
  }

  function open() {
    if (partition === null || file === undefined || refusal !== undefined) return;
    if (where.isTitleMissing) return;
    const name = shownName(partition.partitionName, partition.id);
    openFile({ partition: { id: partition.id, name }, file, into: where.into });
  }

  // The file is the last of the form: where there is nothing more to choose, it needs no button.
  const isReady = !isLoading && !where.isLoading;
  const openAtOnce = useEffectEvent(() => where.choices === undefined && open());
  const partitionId = partition?.id;
  useEffect(() => {
    if (isReady) openAtOnce();
  }, [file, partitionId, isReady]);

  // Waits, because the form would move otherwise, and reading the draft takes only milliseconds.
  if (draft.isPending || anywhere === undefined) return null;
  if (!anywhere) return <EmptyState title={t.nowhere} hint={t.nowhereHint} />;
  return (
    <div className={panels.panels}>
      {draft.data && <UnfinishedImport draft={draft.data} onDiscard={() => void draft.refetch()} />}
      <Panel title={t.title}>
        <div className={classes.form}>
          <PartitionPicker
            label={t.partition}
            value={partition}
            onChange={pick}
            error={refusal ?? (asked && missing)}
          />
          {refusal === undefined && (
            <>
              <ImportTarget where={where} asked={asked} />
              <FileDrop file={file} onFile={setFile} />
              {asked && file === undefined && <p role="alert">{t.fileMissing}</p>}
              <div className={classes.line}>
                <Button onClick={check} disabled={!isReady}>
                  {t.check}
                </Button>
                <p className={classes.hint}>{t.checkHint}</p>
              </div>
            </>
          )}
        </div>
      </Panel>
      {refusal === undefined && <FormatHelp />}
    </div>
  );
}

/** Whether there may be a partition that the user can write to; undefined while unknown. */
function useMayImportAnywhere(): boolean | undefined {
  const writesAll = useMay('partitions:write-all');
  const refusalOf = useRefusalOf();
  const { data, isError } = useQuery({ ...pickPartitionQuery(''), enabled: !writesAll });
  if (writesAll || isError) return true;
  return (
    data && (data.hasMore || data.data.some((each) => refusalOf(each, 'EDITOR') === undefined))
  );
}

interface UnfinishedImportProps {
  draft: ImportDraft;
  onDiscard: () => void;
}

function UnfinishedImport({ draft, onDiscard }: UnfinishedImportProps) {
  const t = useMappingTexts();
  const { intoSet } = useIntoSetTexts();
  const { id, file, partition, openedAt, mapping, fixes, into } = draft;
  const fixed = Object.keys(fixes).length;
  return (
    <Panel title={t.unfinished}>
      <div className={classes.form}>
        <div>
          {t.unfinishedFile(file.name, partition.name)}{' '}
          <Moment value={new Date(openedAt).toISOString()} />
          {fixed > 0 && ` · ${t.fixedRows(fixed)}`}
          {into && ` · ${intoSet(into.title)}`}
        </div>
        <p className={classes.hint}>{t.unfinishedHint}</p>
        <div className={classes.line}>
          <Button variant="light" onClick={() => openDraft(draft)}>
            {mapping ? t.continueRows : t.continueColumns}
          </Button>
          <Button variant="default" onClick={() => void discardDraft(id).then(onDiscard)}>
            {t.discard}
          </Button>
        </div>
      </div>
    </Panel>
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

interface FileDropProps {
  file: File | undefined;
  onFile: (file: File) => void;
}

/** Takes a dropped or chosen file. */
function FileDrop({ file, onFile }: FileDropProps) {
  const t = useImportTexts();
  const language = useLanguage();
  return (
    <DropArea onFile={onFile}>
      <div className={classes.drop}>
        <FileButton
          label={t.choose}
          accept=".xlsx,.xlsm,.csv,.tsv,.tab,.psv,.txt,.ndjson,.jsonl,.json,.geojson,.gz"
          onFile={onFile}
        />
        <output>
          {file ? (
            <span className={classes.fileName}>
              {t.chosen(file.name, sizeOf(file.size, language))}
            </span>
          ) : (
            <span className={classes.hint}>{t.drop}</span>
          )}
        </output>
      </div>
    </DropArea>
  );
}

function sizeOf(bytes: number, language: string): string {
  const [unit, divisor] =
    bytes < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const);
  const digits = { maximumFractionDigits: bytes < 10 * divisor ? 1 : 0 };
  return (bytes / divisor).toLocaleString(language, { style: 'unit', unit, ...digits });
}

const sampleNdjson = `{"key":"runtimes","type":"CATEGORY","objectData":{"title":"Runtimes"},"modificationDate":"2020-01-01T00:00:00Z"}
{"key":"node","type":"PRODUCT","objectData":{"title":"Node.js","release":{"cycle":"16"}},"references":[{"name":"categoryRef","key":"runtimes"}],"modificationDate":"2020-01-02T00:00:00Z"}
{"key":"node","ended":true,"modificationDate":"2020-01-03T00:00:00Z"}
`;

const sampleCsv = `key,type,modificationDate,title,release.cycle [text],ref:categoryRef,ended
runtimes,CATEGORY,2020-01-01T00:00:00Z,Runtimes,,,
node,PRODUCT,2020-01-02T00:00:00Z,Node.js,16,runtimes,
node,,2020-01-03T00:00:00Z,,,,true
`;

/** Describes the file format, with samples to copy. */
function FormatHelp() {
  const t = useImportTexts();
  const columns = [
    ['key', t.columnKey],
    ['type', t.columnType],
    ['modificationDate', t.columnDate],
    ['modificationUserId', t.columnUser],
    ['id', t.columnId],
    ['ref:NAME', t.columnRef],
    ['ended', t.columnEnded],
    ['restored', t.columnRestored],
    ['reason', t.columnReason],
  ] as const;
  return (
    <details className={classes.explained}>
      <summary>{t.format}</summary>
      <p>{t.ndjson}</p>
      <CopyBlock label={t.sampleNdjson} value={sampleNdjson} />
      <p>{t.csv}</p>
      <p>{t.spreadsheet}</p>
      <ul>
        {columns.map(([name, meaning]) => (
          <li key={name}>
            <code>{name}</code>: {meaning}
          </li>
        ))}
        <li>{t.columnOther}</li>
      </ul>
      <CopyBlock label={t.sampleCsv} value={sampleCsv} />
    </details>
  );
}
