import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getKeptEvidence } from '@annals/contracts/evidence';
import { queryOf } from '../../platform/api/query.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import classes from './Evidence.module.css';
import { useEvidenceTexts } from './evidence.texts.ts';
import { EvidenceJobActions } from './EvidenceJobActions.tsx';
import { EvidenceProgress } from './EvidenceProgress.tsx';

const lookAgainMs = 1000;

interface EvidenceJobProps {
  partitionId: string;
  jobId: string;
  /** The name of the downloaded file. */
  fileName: string;
  onAgain: () => void;
}

/** A job that creates evidence, while it runs and afterwards. Its dialog may be closed in the meantime. */
export function EvidenceJob({ partitionId, jobId, fileName, onAgain }: EvidenceJobProps) {
  const t = useEvidenceTexts();
  const serviceText = useServiceText();
  const query = useQuery({
    ...queryOf(getKeptEvidence, { params: { partitionId, jobId } }),
    refetchInterval: ({ state }) => state.data?.state === 'RUNNING' && lookAgainMs,
  });
  const job = query.data;
  const isOver = job !== undefined && job.state !== 'RUNNING' && job.fileBytes == null;
  return (
    <div className={classes.form}>
      {query.error && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      <div aria-live="polite">
        {job?.state === 'RUNNING' && <p className={classes.hint}>{t.mayLeave}</p>}
        {job?.fileBytes != null && <p className={classes.hint}>{t.isMade}</p>}
        {isOver && <p role="alert">{job.error ? serviceText(job.error) : t.noFile}</p>}
      </div>
      {job && <EvidenceProgress job={job} />}
      <div className={classes.line}>
        {job && <EvidenceJobActions job={job} fileName={fileName} />}
        {isOver && (
          <Button variant="default" onClick={onAgain}>
            {t.again}
          </Button>
        )}
        <PathLink to={pathTo('migrations', {}, { tab: 'runs', run: jobId })}>{t.inRuns}</PathLink>
      </div>
    </div>
  );
}
