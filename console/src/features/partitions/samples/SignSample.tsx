import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { signSample, type AuditSampleDetail } from '@annals/contracts/audit-samples';
import { isRefusedPasskey, knowsPasskeys } from '../../../domain/second-factors/passkeys.ts';
import { requestStatement, sign } from '../../../domain/signatures/signatures.ts';
import { call } from '../../../platform/api/call.ts';
import { pathTo } from '../../../platform/links.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';
import { Id } from '../../../ui/ids/Id.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { Facts } from '../../../ui/states/Facts.tsx';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { invalidateSamples, type SampleParams } from './samples.queries.ts';
import { useSampleTexts } from './samples.texts.ts';
import classes from './Samples.module.css';

interface SignSampleProps {
  params: SampleParams;
  signing: NonNullable<AuditSampleDetail['signing']>;
  onClose: () => void;
}

/** Shows what is signed, and signs it with a passkey. */
export function SignSample({ params, signing, onClose }: SignSampleProps) {
  const t = useSampleTexts();
  const { data: offered, error } = useQuery({
    queryKey: ['sample-statement', signing],
    queryFn: () => requestStatement({ subject: signing, meaning: 'CONCLUDED' }),
    // Each statement is signed once, and only for some minutes.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const going = useSingleMutation({
    mutationFn: async () => {
      if (!offered) return;
      const signature = await sign(offered, 'passkey');
      await call(signSample, { params, body: { signature } });
    },
    onSuccess: () => {
      void invalidateSamples();
      showToast({ message: t.signedToast });
      onClose();
    },
  });
  const hasPasskey = offered !== undefined && offered.passkey !== null && knowsPasskeys();
  const refused = going.error ?? error;
  return (
    <Dialog title={t.signTitle} onClose={() => !going.isPending && onClose()}>
      <div className={classes.content}>
        <p>{t.signQuestion}</p>
        {!offered && !error && <LineSkeletons lines={4} />}
        {offered && (
          <Facts
            facts={[
              [t.signer, offered.statement.name],
              [t.covers, t.coversOf(signing.itemCount)],
              [t.time, <Moment key="time" value={offered.statement.signedDate} absolute />],
              [t.fingerprint, <Id key="root" value={offered.statement.root} />],
            ]}
          />
        )}
        {refused && (
          <ErrorPanel
            title={t.notSigned}
            error={isRefusedPasskey(refused) ? new Error(t.noPasskeyUsed) : refused}
          />
        )}
        {offered && !hasPasskey && (
          <p role="alert">
            {t.noPasskey} <PathLink to={pathTo('user-management')}>{t.toAccount}</PathLink>
          </p>
        )}
        <div className={classes.buttons}>
          <Button variant="default" disabled={going.isPending} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button
            data-autofocus
            leftSection={<IconFingerprint size={18} aria-hidden />}
            loading={going.isPending}
            disabled={!hasPasskey}
            onClick={() => going.mutate()}
          >
            {t.withPasskey}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
