import { ActionIcon } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { exportEvents } from '@annals/contracts/events';
import { callForFile } from '../../platform/api/call.ts';
import { downloadBlob } from '../../platform/downloads.ts';
import { showFailure, showToast } from '../../ui/feedback/toasts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';
import { useAuditLogTexts } from './audit-log.texts.ts';

/** Downloads all events with their proof, which `annals verify events` and the verifier check. */
export function ProofOfEvents() {
  const t = useAuditLogTexts();
  const download = useSingleMutation({
    mutationFn: async () => {
      const { signal } = new AbortController();
      const file = await callForFile(exportEvents, {}, { signal, onBytes: () => undefined });
      const name = `audit-log-${new Date().toISOString().slice(0, 10)}.proof.ndjson`;
      downloadBlob(name, file);
      return name;
    },
    onSuccess: (name) => showToast({ message: t.proofSaved(name) }),
    onError: (error) => showFailure(t.proofNotSaved, error),
  });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t.downloadProof}
      title={t.downloadProof}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      <IconShieldCheck size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
