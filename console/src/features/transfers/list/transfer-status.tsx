import type { Transfer } from '@annals/contracts/transfers';
import { EvidenceProgress } from '../../../domain/evidence/EvidenceProgress.tsx';
import progress from '../../../platform/long-work/Progress.module.css';
import { StatusBadge } from '../../../ui/states/StatusBadge.tsx';
import { useLanguage } from '../../../platform/texts.ts';
import { type TransferListTexts, useTransferListTexts } from './transfer-list.texts.ts';

const tones = { RUNNING: 'waiting', DONE: 'good', FAILED: 'off', CANCELLED: 'off' } as const;

export function TransferState({ state }: Pick<Transfer, 'state'>) {
  const t = useTransferListTexts();
  return <StatusBadge tone={tones[state]}>{t.states[state]}</StatusBadge>;
}

/** The progress of a transfer: a bar while it runs, and the numbers. */
export function TransferProgress({ transfer }: { transfer: Transfer }) {
  return transfer.kind === 'EVIDENCE' ? (
    <EvidenceProgress job={transfer} />
  ) : (
    <RowProgress transfer={transfer} />
  );
}

function RowProgress({ transfer: { state, done, total } }: { transfer: Transfer }) {
  const t = useTransferListTexts();
  const language = useLanguage();
  const progressText = total === null ? done.toLocaleString(language) : t.ofTotal(done, total);
  return (
    <span className={progress.progress}>
      {state === 'RUNNING' && total !== null && total > 0 && (
        <progress max={total} value={done} aria-label={t.progress} />
      )}
      <span>{progressText}</span>
    </span>
  );
}

/** The non-zero row counts of a transfer in words; for evidence, the state of its file. */
export function outcomesOf(transfer: Transfer, t: TransferListTexts): string[] {
  const { evidence, state, fileBytes } = transfer;
  if (evidence) return state === 'DONE' ? [fileBytes == null ? t.fileExpired : t.fileReady] : [];
  const counts =
    transfer.kind === 'REINDEX'
      ? ([
          [transfer.changed, t.indexCounts.changed],
          [transfer.existing, t.indexCounts.existing],
        ] as const)
      : ([
          [transfer.created, t.counts.created],
          [transfer.changed, t.counts.changed],
          [transfer.ended, t.counts.ended],
          [transfer.existing, t.counts.existing],
          [transfer.refused, t.counts.refused],
        ] as const);
  return counts.filter(([count]) => count > 0).map(([count, label]) => label(count));
}
