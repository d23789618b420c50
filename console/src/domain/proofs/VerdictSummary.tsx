import { IconAlertOctagon, IconShieldCheck } from '@tabler/icons-react';
import type { Verdict } from '@annals/proofs/verdict';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useLanguage } from '../../platform/texts.ts';
import classes from './Proofs.module.css';
import { useProofTexts } from './proofs.texts.ts';

/** The maximum number of named receipts; the list of receipts has all of them. */
const maxNamed = 20;

interface VerdictSummaryProps {
  partitionId: string;
  verdict: Verdict;
  entries: number;
  seconds: number;
}

/** The result of a log verification, as a word and a sentence. */
export function VerdictSummary({ partitionId, verdict, entries, seconds }: VerdictSummaryProps) {
  const t = useProofTexts();
  const language = useLanguage();
  const bad = verdict.verdict === 'TAMPERED';
  const Icon = bad ? IconAlertOctagon : IconShieldCheck;
  const count = t.entries(entries);
  const took = seconds.toLocaleString(language, { maximumFractionDigits: 1 });
  return (
    <div className={classes.verdict} data-verdict={verdict.verdict}>
      <Icon className={classes.icon} size={28} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <strong className={classes.word}>{t.verdicts[verdict.verdict]}</strong>
        {bad ? (
          <>
            <p>{t.tampered}</p>
            <p>{t.whatNow}</p>
          </>
        ) : (
          <p>{verdict.verdict === 'INTACT' ? t.intact(count) : t.erased(count)}</p>
        )}
        {verdict.verdict === 'ERASED' && (
          <p>
            {t.receipts} <Receipts partitionId={partitionId} receipts={verdict.receipts} />
          </p>
        )}
        <p className={classes.took}>{t.took(took)}</p>
      </div>
    </div>
  );
}

function Receipts({ partitionId, receipts }: { partitionId: string; receipts: number[] }) {
  const t = useProofTexts();
  const named = receipts.slice(0, maxNamed);
  return (
    <span className={classes.receipts}>
      {named.map((receipt) => (
        <PathLink
          key={receipt}
          to={pathTo(
            'v1-partitions-partitionId',
            { partitionId },
            { tab: 'proofs', receipt: String(receipt) },
          )}
        >
          {t.receipt(receipt)}
        </PathLink>
      ))}
      {receipts.length > named.length && t.moreReceipts(receipts.length - named.length)}
    </span>
  );
}
