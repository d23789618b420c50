import type { UseQueryResult } from '@tanstack/react-query';
import type { getEvidence } from '@annals/contracts/evidence';
import type { AnswerOf } from '../../platform/api/told.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import classes from './Evidence.module.css';
import { useEvidenceTexts } from './evidence.texts.ts';

/** What the file will contain. */
export function EvidenceContents({
  evidence,
}: {
  evidence: UseQueryResult<AnswerOf<typeof getEvidence>>;
}) {
  const t = useEvidenceTexts();
  const { data, error, isPending, refetch } = evidence;
  return (
    <section className={classes.contents} aria-label={t.contents}>
      <h3 className={classes.heading}>{t.contents}</h3>
      {isPending && <LineSkeletons lines={4} />}
      {data && (
        <ul className={classes.list}>
          <li>{t.report}</li>
          <li>{t.data(data.objectCount, data.versionCount)}</li>
          <li>{t.members(data.memberCount)}</li>
          <li>{t.proofs}</li>
          {data.overLimit && <li>{data.subject === 'PARTITION' ? t.reportCut : t.cut}</li>}
          {data.subject === 'SEARCH' && <li>{t.searchLimit}</li>}
        </ul>
      )}
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </section>
  );
}
