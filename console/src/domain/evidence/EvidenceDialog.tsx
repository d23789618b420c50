import { Button, Checkbox, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getEvidence, startEvidence } from '@annals/contracts/evidence';
import { listTransfers } from '@annals/contracts/transfers';
import { call, callForFile } from '../../platform/api/call.ts';
import { invalidate, queryOf } from '../../platform/api/query.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { SimpleForm } from '../../ui/forms/SimpleForm.tsx';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';
import { fileStem } from '../../platform/long-work/file-stem.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { languageNames, languages } from '../../platform/texts.ts';
import { MomentInput } from '../../platform/time/MomentInput.tsx';
import { useUtc } from '../../platform/time/utc.ts';
import type { EvidenceAbout } from './evidence-about.ts';
import classes from './Evidence.module.css';
import { useEvidenceTexts } from './evidence.texts.ts';
import { EvidenceContents } from './EvidenceContents.tsx';
import { EvidenceJob } from './EvidenceJob.tsx';
import { useDownload } from './useDownload.ts';
import { useEvidenceRequest } from './useEvidenceRequest.ts';

interface EvidenceDialogProps extends EvidenceAbout {
  onClose: () => void;
}

/** Asks for the moment and the language, shows what the file will contain, and creates it. */
export function EvidenceDialog({ onClose, ...about }: EvidenceDialogProps) {
  const { partitionId, name, query } = about;
  const t = useEvidenceTexts();
  const utc = useUtc();
  const request = useEvidenceRequest(about);
  const { asOf, subject, momentError, language } = request;
  const params = { partitionId };
  const evidence = useQuery({
    ...queryOf(getEvidence, { params, query: subject }),
    enabled: momentError === undefined,
  });
  const isLarge =
    useCapability('POST /v1/partitions/{partitionId}/evidence') && evidence.data?.large;

  const fileNameOf = () => {
    const day = (asOf ?? new Date().toISOString()).slice(0, 10);
    return `${t.fileName}-${fileStem(name, partitionId)}-${day}.zip`;
  };
  const starting = useSingleMutation({
    mutationFn: async () => {
      const { id } = await call(startEvidence, { params, body: { ...subject, language } });
      return { id, fileName: fileNameOf() };
    },
    onSuccess: () => void invalidate(listTransfers),
  });
  const { download, bytes, isCancelled, cancel } = useDownload(async (transfer) => ({
    file: await callForFile(getEvidence, { params, query: { ...subject, language } }, transfer),
    name: fileNameOf(),
  }));

  function send(): boolean {
    if (momentError !== undefined) return false;
    if (download.isPending) cancel();
    else if (isLarge) starting.mutate();
    else download.mutate();
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
          value={request.moment}
          error={momentError}
          disabled={download.isPending}
          onChange={request.setMoment}
        />
        {asOf !== undefined && (
          <Checkbox
            label={t.held}
            description={t.heldHint}
            checked={request.held}
            disabled={download.isPending}
            onChange={({ currentTarget }) => request.setHeld(currentTarget.checked)}
          />
        )}
        <Radio.Group
          label={t.language}
          value={language}
          onChange={(value) => request.setLanguage(languages.find((one) => one === value) ?? 'en')}
        >
          <div className={classes.line}>
            {languages.map((one) => (
              <Radio
                key={one}
                value={one}
                label={languageNames[one]}
                lang={one}
                disabled={download.isPending}
              />
            ))}
          </div>
        </Radio.Group>
        {momentError === undefined && <EvidenceContents evidence={evidence} />}
        {isLarge && <p className={classes.hint}>{t.large}</p>}
        <div aria-live="polite">
          {download.isPending && <p className={classes.hint}>{t.received(bytes)}</p>}
          {download.isSuccess && <p className={classes.hint}>{t.saved(download.data)}</p>}
          {isCancelled && !download.isPending && <p className={classes.hint}>{t.cancelled}</p>}
        </div>
        {download.isError && !isCancelled && <ErrorPanel title={t.failed} error={download.error} />}
        {starting.isError && <ErrorPanel title={t.failed} error={starting.error} />}
        <div className={classes.buttons}>
          <Button
            type="submit"
            variant={download.isPending ? 'default' : 'filled'}
            loading={starting.isPending}
            disabled={evidence.isPending && momentError === undefined}
          >
            {download.isPending ? t.cancel : isLarge ? t.makeByJob : t.make}
          </Button>
        </div>
      </SimpleForm>
    </Dialog>
  );
}
