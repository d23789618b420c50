import type { Transfer } from '@annals/contracts/transfers';
import progress from '../../platform/long-work/Progress.module.css';
import { byteSize } from '../../platform/numbers/byte-size.ts';
import { useLanguage } from '../../platform/texts.ts';
import { useEvidenceTexts } from './evidence.texts.ts';

/** The progress of an evidence job, or the size of its file. */
export function EvidenceProgress({ job: { state, done, total, fileBytes } }: { job: Transfer }) {
  const t = useEvidenceTexts();
  const language = useLanguage();
  if (state !== 'RUNNING')
    return <span>{fileBytes == null ? t.noFileShort : byteSize(fileBytes, language)}</span>;
  return (
    <span className={progress.progress}>
      <progress max={total ?? 1} value={total === null ? 0 : done} aria-label={t.progress} />
      <span>{total ? t.percent(Math.floor((100 * done) / total)) : t.begins}</span>
    </span>
  );
}
