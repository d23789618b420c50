import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Partition } from '../../../platform/api/things.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { PartitionPicker } from '../../../domain/pickers/PartitionPicker.tsx';
import { BundleButtons, BundleOutcome, OfflineHint } from '../../../domain/proofs/Bundle.tsx';
import { type BundleRun, bundleRuns, startBundle } from '../../../domain/proofs/bundle-run.ts';
import { useProofTexts } from '../../../domain/proofs/proofs.texts.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { readAsOf } from '../../../platform/time/moments.ts';
import { MomentInput } from '../../../platform/time/MomentInput.tsx';
import { useUtc } from '../../../platform/time/utc.ts';
import classes from '../shared/transfers.module.css';
import { usePartitionChoice } from '../shared/partition-choice.ts';
import { type ExportFormat, exportFormats, exportRuns, startExport } from './export-run.ts';
import { useExportTexts } from './export.texts.ts';
import { ExportProgress } from './ExportProgress.tsx';
import panels from '../../../ui/page/Panels.module.css';

/** Exports a partition as a file that can be imported again. */
export function ExportTab() {
  const run = exportRuns.useRun();
  const bundle = bundleRuns.useRun();
  return (
    <div className={panels.panels}>
      {bundle && <BundleProgress run={bundle} />}
      {run && <ExportProgress run={run} />}
      {!run && !bundle && <ChooseExport />}
    </div>
  );
}

/** A bundle that was started here or on the page of its partition. */
function BundleProgress({ run }: { run: BundleRun }) {
  const t = useExportTexts();
  const ofProofs = useProofTexts();
  return (
    <Panel title={ofProofs.bundleOf(run.partition.name)} beside={ofProofs.phases[run.phase]}>
      <div className={panels.panels}>
        <BundleOutcome run={run} />
        <div className={classes.line}>
          <BundleButtons run={run} partition={run.partition} other={t.other} />
        </div>
      </div>
    </Panel>
  );
}

const whats = ['history', 'newest', 'proofs'] as const;
type What = (typeof whats)[number];

function ChooseExport() {
  const t = useExportTexts();
  const utc = useUtc();
  const { partition, pick } = usePartitionChoice();
  const [what, setWhat] = useState<What>('history');
  const [type, setType] = useState('');
  const [format, setFormat] = useState<ExportFormat>('ndjson');
  const [at, setAt] = useState<string | null>('');
  const [asked, setAsked] = useState(false);
  const asOf = at === '' ? undefined : at;
  const momentError = asOf === null ? t.momentWrong : isAhead(asOf) ? t.momentAhead : undefined;

  function start(): boolean {
    setAsked(true);
    if (partition === null) return false;
    const named = { id: partition.id, name: shownName(partition.partitionName, partition.id) };
    if (what === 'proofs') {
      startBundle(named);
      return true;
    }
    if (asOf === null || momentError !== undefined) return false;
    const history = what === 'history';
    startExport({
      partition: named,
      asOf,
      history,
      type: type.trim() || undefined,
      format,
      total: totalOf(partition, history && asOf === undefined && type.trim() === ''),
    });
    return true;
  }

  return (
    <Panel title={t.title}>
      <SimpleForm className={classes.form} onSubmit={start}>
        <PartitionPicker
          label={t.partition}
          value={partition}
          onChange={pick}
          error={asked && partition === null && t.partitionMissing}
        />
        <Radio.Group
          label={t.what}
          value={what}
          onChange={(value) => setWhat(whats.find((one) => one === value) ?? 'history')}
        >
          <div className={classes.choices}>
            <Radio value="history" label={t.history} description={t.historyHint} />
            <Radio value="newest" label={t.newest} description={t.newestHint} />
            <Radio value="proofs" label={t.proofs} description={t.proofsHint} />
          </div>
        </Radio.Group>
        {what === 'proofs' ? (
          <OfflineHint />
        ) : (
          <>
            <TextInput
              label={t.type}
              description={t.typeHint}
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              value={type}
              onChange={({ currentTarget }) => setType(currentTarget.value)}
            />
            <NativeSelect
              label={t.format}
              description={format !== 'ndjson' && t.tableHint}
              data={exportFormats.map((value) => ({ value, label: t.formats[value] }))}
              value={format}
              onChange={({ currentTarget }) =>
                setFormat(exportFormats.find((one) => one === currentTarget.value) ?? 'ndjson')
              }
            />
            <MomentInput
              descriptionNamesZone
              label={t.moment}
              description={utc ? t.momentHintUtc : t.momentHintLocal}
              value={at}
              error={momentError}
              onChange={setAt}
            />
          </>
        )}
        <div className={classes.line}>
          <Button type="submit">{what === 'proofs' ? t.startProofs : t.start}</Button>
        </div>
      </SimpleForm>
    </Panel>
  );
}

const isAhead = (asOf: string | undefined): boolean =>
  asOf !== undefined && readAsOf(asOf, Date.now()).kind === 'future';

/** The number of rows is known only without filters. */
const totalOf = ({ versionCount }: Partition, everything: boolean): number | undefined =>
  everything ? versionCount : undefined;
