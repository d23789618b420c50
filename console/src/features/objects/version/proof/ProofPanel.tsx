import { Button } from '@mantine/core';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { getObjectProof } from '@annals/contracts/proofs';
import type { ObjectVersion } from '../../../../platform/api/things.ts';
import { invalidatePartition } from '../../../../platform/api/query.ts';
import { CopyAs } from '../../../../ui/copy-as/CopyAs.tsx';
import { downloadText } from '../../../../platform/downloads.ts';
import { jsonText, sameJson } from '../../../../platform/json-values/json-values.ts';
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx';
import { lazyNamed } from '../../../../platform/lazy-named.ts';
import { logHealthQuery } from '../../../../domain/proofs/log-health.queries.ts';
import { LineSkeletons } from '../../../../ui/states/QueryPanel.tsx';
import { Panel } from '../../../../ui/states/Panel.tsx';
import { useVersionProofTexts } from './proof.texts.ts';
import classes from './ProofPanel.module.css';
import type { Verified } from './verify-version.ts';
import { useSingleMutation } from '../../../../ui/forms/useSingleMutation.ts';

const loadVerifying = () => import('./verify-version.ts');
const ProofVerdict = lazyNamed(() => import('./ProofVerdict.tsx'), 'ProofVerdict');

interface ProofPanelProps {
  partitionId: string;
  /** The version shown on the page. */
  version: ObjectVersion;
}

/** Verifies a version in this browser, or downloads the proof to verify it elsewhere. */
export function ProofPanel({ partitionId, version }: ProofPanelProps) {
  const t = useVersionProofTexts();
  // Only our own service numbers its versions, and even it may not keep a log; other services know nothing of
  // proofs.
  const isOurs = version.sequence !== undefined;
  const { data: health } = useQuery({ ...logHealthQuery(partitionId), enabled: isOurs });
  const verifying = useSingleMutation({
    mutationFn: async () => (await loadVerifying()).verifyVersion(partitionId, version),
    onSuccess: (verified) => {
      if (verified !== null && !hasSameContent(verified.version, version))
        void invalidatePartition(partitionId);
    },
  });
  const downloading = useSingleMutation({
    mutationFn: async () => {
      const { askProof } = await loadVerifying();
      const bundle = current?.bundle ?? (await askProof(partitionId, version.id));
      downloadText(fileName(version), `${jsonText(bundle)}\n`, 'application/json');
    },
  });
  const verified: Verified | null | undefined = verifying.data;
  // A result applies only to the version it was computed for.
  const current = verified && hasSameContent(verified.version, version) ? verified : undefined;
  if (!isOurs || health === null || verified === null) return null;
  const error = verifying.error ?? downloading.error;
  return (
    <Panel
      title={t.proof}
      action={
        <CopyAs
          call={{ row: getObjectProof, input: { params: { partitionId, objectId: version.id } } }}
        />
      }
    >
      <div className={classes.proof}>
        <div aria-live="polite" aria-busy={verifying.isPending} className={classes.outcome}>
          {verifying.isPending && <LineSkeletons lines={4} />}
          {!verifying.isPending && !current && (
            <p className={classes.quiet}>{verified ? t.changedSince : t.intro}</p>
          )}
          {!verifying.isPending && current && (
            <Suspense fallback={<LineSkeletons lines={4} />}>
              <ProofVerdict verified={current} />
            </Suspense>
          )}
        </div>
        {error && !verifying.isPending && (
          <ErrorPanel title={verifying.error ? t.notVerified : t.notDownloaded} error={error} />
        )}
        <div className={classes.buttons}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            loading={verifying.isPending}
            onPointerEnter={() => void loadVerifying()}
            onFocus={() => void loadVerifying()}
            onClick={() => {
              downloading.reset();
              verifying.mutate();
            }}
          >
            {current ? t.verifyAgain : t.verify}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={downloading.isPending}
            onClick={() => downloading.mutate()}
          >
            {t.download}
          </Button>
        </div>
        <p className={classes.hint}>
          {t.elsewhere}{' '}
          <a href="/verifier.html" download className={classes.link}>
            {t.verifier}
          </a>{' '}
          {t.orCommand} <code>annals verify FILE</code>
        </p>
      </div>
    </Panel>
  );
}

function hasSameContent(one: ObjectVersion, other: ObjectVersion): boolean {
  return (
    one.id === other.id &&
    sameJson(one.objectData, other.objectData) &&
    sameJson(one.erased ?? [], other.erased ?? [])
  );
}

const fileName = ({ type = 'object', id }: ObjectVersion): string => `${type}-${id}.proof.json`;
