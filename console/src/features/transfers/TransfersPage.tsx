import { getCheckpoint } from '@annals/contracts/proofs';
import {
  importObjects,
  exportObjects,
  startTransfer,
  listTransfers,
} from '@annals/contracts/transfers';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { bundleRuns } from '../../domain/proofs/bundle-run.ts';
import { verificationRuns } from '../../domain/proofs/verification-run.ts';
import { Tabs } from '../../ui/tabs/Tabs.tsx';
import { CopyTab } from './copy/CopyTab.tsx';
import { exportRuns } from './export/export-run.ts';
import { ExportTab } from './export/ExportTab.tsx';
import { importRuns, isBusy } from './import/import-run.ts';
import { ImportTab } from './import/ImportTab.tsx';
import { useTransferTexts } from './shared/transfers.texts.ts';
import { TransfersTab } from './list/TransfersTab.tsx';
import { SchemaTab } from './SchemaTab.tsx';
import { VerifyTab } from './verify/VerifyTab.tsx';

/** The transfers: import, export, copies; and the schema migrations of both services. */
export function TransfersPage() {
  const t = useTransferTexts();
  const mayOperate = useMay('operations:read');
  const importing = importRuns.useRun();
  const exporting = exportRuns.useRun();
  const percent =
    isBusy(importing) && importing && importing.bytes > 0
      ? Math.floor((100 * importing.bytes) / Math.max(importing.file.size, 1))
      : undefined;
  const bundle = bundleRuns.useRun();
  const exported =
    exporting?.phase === 'RUNNING' && exporting.total
      ? Math.floor((100 * exporting.rows) / exporting.total)
      : percentOf(bundle);
  const verified = percentOf(verificationRuns.useRun());
  const beside = (value: number | undefined) =>
    value === undefined ? {} : { beside: t.percent(Math.min(value, 100)) };
  return (
    <>
      <PageHeader title={t.migrations} />
      <Tabs
        label={t.parts}
        tabs={[
          {
            id: 'import',
            name: t.import,
            needs: importObjects,
            content: <ImportTab />,
            ...beside(percent),
          },
          {
            id: 'export',
            name: t.export,
            needs: exportObjects,
            content: <ExportTab />,
            ...beside(exported),
          },
          { id: 'copy', name: t.copy, needs: startTransfer, content: <CopyTab /> },
          {
            id: 'verify',
            name: t.verify,
            needs: getCheckpoint,
            content: <VerifyTab />,
            ...beside(verified),
          },
          { id: 'runs', name: t.runs, needs: listTransfers, content: <TransfersTab /> },
          ...(mayOperate ? [{ id: 'schema', name: t.schema, content: <SchemaTab /> }] : []),
        ]}
      />
    </>
  );
}

function percentOf(run: { phase: string; entries: number; size: number | undefined } | undefined) {
  return run?.phase === 'RUNNING' && run.size
    ? Math.floor((100 * run.entries) / run.size)
    : undefined;
}
