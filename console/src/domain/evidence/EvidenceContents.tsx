import type { UseQueryResult } from '@tanstack/react-query';
import type { getEvidence } from '@annals/contracts/evidence';
import type { AnswerOf } from '../../platform/api/told.ts';
import { useAccessUnknown } from '../access/access-unknown.ts';
import { QueryStates } from '../../ui/states/QueryPanel.tsx';
import classes from './Evidence.module.css';
import { useEvidenceTexts } from './evidence.texts.ts';

/** What the file will contain. */
export function EvidenceContents({
  evidence,
}: {
  evidence: UseQueryResult<AnswerOf<typeof getEvidence>>;
}) {
  const t = useEvidenceTexts();
  return (
    <section className={classes.contents} aria-label={t.contents}>
      <h3 className={classes.heading}>{t.contents}</h3>
      <QueryStates query={evidence} lines={4}>
        {({ subject, objectCount, versionCount, memberCount, knownSince, overLimit }) => (
          <ul className={classes.list}>
            <li>{t.report}</li>
            <li>{t.data(objectCount, versionCount)}</li>
            {memberCount === null ? (
              <AccessUnknown since={knownSince} />
            ) : (
              <li>{t.members(memberCount)}</li>
            )}
            <li>{t.proofs}</li>
            {overLimit && <li>{subject === 'PARTITION' ? t.reportCut : t.cut}</li>}
            {subject === 'SEARCH' && <li>{t.searchLimit}</li>}
          </ul>
        )}
      </QueryStates>
    </section>
  );
}

function AccessUnknown({ since }: { since: string | undefined }) {
  const t = useEvidenceTexts();
  const unknown = useAccessUnknown(since);
  return <li>{[t.membersUnknown, unknown?.hint].filter(Boolean).join(' ')}</li>;
}
