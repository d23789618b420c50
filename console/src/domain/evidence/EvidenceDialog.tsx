import { Button, Checkbox, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getEvidence, getKeptEvidence, startEvidence } from '@annals/contracts/evidence';
import { listTransfers } from '@annals/contracts/transfers';
import { call, callForFile } from '../../platform/api/call.ts';
import { invalidate, queryOf } from '../../platform/api/query.ts';
import { downloadBlob } from '../../platform/csv/csv.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { SimpleForm } from '../../ui/forms/SimpleForm.tsx';
import { pathTo } from '../../platform/links.ts';
import { fileStem } from '../../platform/long-work/file-stem.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { languageNames, languages, useLanguage } from '../../platform/texts.ts';
import { readAsOf } from '../../platform/time/moments.ts';
import { MomentInput } from '../../platform/time/MomentInput.tsx';
import { useUtc } from '../../platform/time/utc.ts';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import type { EvidenceAbout } from './evidence-about.ts';
import classes from './Evidence.module.css';
import { useEvidenceTexts } from './evidence.texts.ts';
import { EvidenceJobActions } from './EvidenceJobActions.tsx';
import { EvidenceProgress } from './EvidenceProgress.tsx';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

interface EvidenceDialogProps extends EvidenceAbout {
  onClose: () => void;
}

/** Asks for the moment and the language, shows what the file will contain, and creates it. */
export function EvidenceDialog({
  partitionId,
  name,
  objectId,
  query,
  onClose,
}: EvidenceDialogProps) {
  const t = useEvidenceTexts();
  const utc = useUtc();
  const { asOf: shownAsOf = '', isHeld } = useTimeTravel();
  const [at, setAt] = useState<string | null>(shownAsOf);
  const [held, setHeld] = useState(isHeld);
  const [language, setLanguage] = useState(useLanguage());
  const [bytes, setBytes] = useState(0);
  const [openedAt] = useState(() => Date.now());
  const [isCancelled, setCancelled] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const asOf = at === '' ? undefined : (at ?? undefined);
  const isAhead = asOf !== undefined && readAsOf(asOf, openedAt).kind === 'future';
  const momentError = at === null ? t.momentWrong : isAhead ? t.momentAhead : undefined;
  const asked = {
    ...(asOf === undefined ? {} : { asOf, ...(held ? { asHeld: true } : {}) }),
    ...(objectId === undefined ? {} : { objectId }),
    ...(query ? { query } : {}),
  };
  const params = { partitionId };
  const evidence = useQuery({
    ...queryOf(getEvidence, { params, query: asked }),
    enabled: momentError === undefined,
  });

  const fileNameOf = () => {
    const day = (asOf ?? new Date().toISOString()).slice(0, 10);
    return `${t.fileName}-${fileStem(name, partitionId)}-${day}.zip`;
  };
  const isLarge =
    useCapability('POST /v1/partitions/{partitionId}/evidence') && evidence.data?.large;
  const starting = useSingleMutation({
    mutationFn: async () => {
      const { id } = await call(startEvidence, { params, body: { ...asked, language } });
      return { id, fileName: fileNameOf() };
    },
    onSuccess: () => void invalidate(listTransfers),
  });
  const making = useSingleMutation({
    mutationFn: async () => {
      control.current = new AbortController();
      setBytes(0);
      setCancelled(false);
      const file = await callForFile(
        getEvidence,
        { params, query: { ...asked, language } },
        { signal: control.current.signal, onBytes: setBytes },
      );
      const fileName = fileNameOf();
      downloadBlob(fileName, file);
      return fileName;
    },
  });

  function send(): boolean {
    if (momentError !== undefined) return false;
    if (making.isPending) {
      setCancelled(true);
      control.current?.abort();
    } else if (isLarge) starting.mutate();
    else making.mutate();
    return true;
  }

  if (starting.isSuccess)
    return (
      <Dialog title={t.title(name)} onClose={onClose}>
        <EvidenceJob
          partitionId={partitionId}
          jobId={starting.data.id}
          fileName={starting.data.fileName}
          onAgain={() => starting.reset()}
        />
      </Dialog>
    );
  return (
    <Dialog title={t.title(name)} onClose={onClose}>
      <SimpleForm className={classes.form} onSubmit={send}>
        <p className={classes.hint}>{query ? t.aboutSearch(query) : t.intro}</p>
        <MomentInput
          descriptionNamesZone
          label={t.moment}
          description={utc ? t.momentHintUtc : t.momentHintLocal}
          value={at}
          error={momentError}
          disabled={making.isPending}
          onChange={setAt}
        />
        {asOf !== undefined && (
          <Checkbox
            label={t.held}
            description={t.heldHint}
            checked={held}
            disabled={making.isPending}
            onChange={({ currentTarget }) => setHeld(currentTarget.checked)}
          />
        )}
        <Radio.Group
          label={t.language}
          value={language}
          onChange={(value) => setLanguage(languages.find((one) => one === value) ?? 'en')}
        >
          <div className={classes.line}>
            {languages.map((one) => (
              <Radio
                key={one}
                value={one}
                label={languageNames[one]}
                lang={one}
                disabled={making.isPending}
              />
            ))}
          </div>
        </Radio.Group>
        {momentError === undefined && (
          <section className={classes.contents} aria-label={t.contents}>
            <h3 className={classes.heading}>{t.contents}</h3>
            {evidence.isPending && <LineSkeletons lines={4} />}
            {evidence.data && (
              <ul className={classes.list}>
                <li>{t.report}</li>
                <li>{t.data(evidence.data.objectCount, evidence.data.versionCount)}</li>
                <li>{t.members(evidence.data.memberCount)}</li>
                <li>{t.proofs}</li>
                {evidence.data.overLimit && (
                  <li>{evidence.data.subject === 'PARTITION' ? t.reportCut : t.cut}</li>
                )}
                {evidence.data.subject === 'SEARCH' && <li>{t.searchLimit}</li>}
              </ul>
            )}
            {evidence.error && (
              <ErrorPanel error={evidence.error} onRetry={() => void evidence.refetch()} />
            )}
          </section>
        )}
        {isLarge && <p className={classes.hint}>{t.large}</p>}
        <div aria-live="polite">
          {making.isPending && <p className={classes.hint}>{t.received(bytes)}</p>}
          {making.isSuccess && <p className={classes.hint}>{t.saved(making.data)}</p>}
          {isCancelled && !making.isPending && <p className={classes.hint}>{t.cancelled}</p>}
        </div>
        {making.isError && !isCancelled && <ErrorPanel title={t.failed} error={making.error} />}
        {starting.isError && <ErrorPanel title={t.failed} error={starting.error} />}
        <div className={classes.buttons}>
          <Button
            type="submit"
            variant={making.isPending ? 'default' : 'filled'}
            loading={starting.isPending}
            disabled={evidence.isPending && momentError === undefined}
          >
            {making.isPending ? t.cancel : isLarge ? t.makeByJob : t.make}
          </Button>
        </div>
      </SimpleForm>
    </Dialog>
  );
}

const lookAgainMs = 1000;

interface EvidenceJobProps {
  partitionId: string;
  jobId: string;
  /** The name of the downloaded file. */
  fileName: string;
  onAgain: () => void;
}

/** A job that creates evidence, while it runs and afterwards. Its dialog may be closed in the meantime. */
function EvidenceJob({ partitionId, jobId, fileName, onAgain }: EvidenceJobProps) {
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
