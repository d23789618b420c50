import { Textarea } from '@mantine/core';
import { IconAlertOctagon, IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckedFile } from '@annals/proofs/check-file';
import { toBase64 } from '@annals/proofs/bytes';
import { findingText } from '@annals/proofs/finding-text';
import { useFindingTexts } from '../../../domain/proofs/finding.texts.ts';
import verdictClasses from '../../../domain/proofs/Proofs.module.css';
import { useProofTexts } from '../../../domain/proofs/proofs.texts.ts';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { DropArea } from '../../../ui/files/DropArea.tsx';
import { FileButton } from '../../../ui/files/FileButton.tsx';
import { Id } from '../../../ui/ids/Id.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import { Facts } from '../../../ui/states/Facts.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import bar from '../../../platform/long-work/Progress.module.css';
import classes from '../shared/transfers.module.css';
import { useVerifyTexts } from './verify.texts.ts';

interface FileToVerify {
  file: File;
  /** Keys and checkpoints that the user trusts, as they were pasted. */
  trusted: string;
}

/** Verifies a downloaded file in this browser: evidence, a proof, or a part of the audit log. */
export function VerifyFile() {
  const t = useVerifyTexts();
  const [trusted, setTrusted] = useState('');
  const [done, setDone] = useState<{ done: number; size: number }>();
  const check = useMutation({
    mutationFn: async ({ file, trusted: text }: FileToVerify) => {
      setDone(undefined);
      const [{ checkFile }, { readTrusted }] = await Promise.all([
        import('@annals/proofs/check-file'),
        import('@annals/proofs/pasted-input'),
      ]);
      const known = readTrusted(text);
      if (known === undefined) throw new Error(t.trustedWrong);
      const result = await checkFile(file, known, (read, size) => setDone({ done: read, size }));
      return { name: file.name, result, isCompared: (known.checkpoints ?? []).length > 0 };
    },
  });
  const verify = (file: File) => check.mutate({ file, trusted });
  return (
    <Panel title={t.fileTitle}>
      <DropArea onFile={verify}>
        <div className={classes.form}>
          <p className={classes.hint}>{t.fileHint}</p>
          <Textarea
            label={t.trusted}
            description={t.trustedHint}
            value={trusted}
            onChange={({ currentTarget }) => setTrusted(currentTarget.value)}
            rows={3}
            spellCheck={false}
          />
          <div className={classes.line}>
            <FileButton label={t.chooseFile} accept=".zip,.json,.ndjson,.jsonl" onFile={verify} />
            <span className={classes.hint}>{t.drop}</span>
          </div>
          <div aria-live="polite">
            {check.isPending && (
              <div className={bar.progress}>
                <progress
                  aria-label={t.checking}
                  max={Math.max(done?.size ?? 1, 1)}
                  value={done?.done ?? 0}
                />
              </div>
            )}
            {check.isError && <ErrorPanel title={t.notChecked} error={check.error} />}
            {check.isSuccess && <Verdict {...check.data} />}
          </div>
        </div>
      </DropArea>
    </Panel>
  );
}

interface VerdictProps {
  name: string;
  result: CheckedFile | undefined;
  /** Whether the user trusts a checkpoint. */
  isCompared: boolean;
}

function Verdict({ name, result, isCompared }: VerdictProps) {
  const t = useVerifyTexts();
  const words = useProofTexts();
  const sentences = useFindingTexts();
  if (result === undefined) return <p className={classes.hint}>{t.noProof(name)}</p>;
  const { checked, evidence } = result;
  const { verdict, checkpoint, events, audit } = checked;
  const members = evidence?.membership;
  const isBad = verdict.verdict === 'TAMPERED';
  const Icon = isBad ? IconAlertOctagon : IconShieldCheck;
  return (
    <div className={verdictClasses.content}>
      <div className={verdictClasses.verdict} data-verdict={verdict.verdict}>
        <Icon className={verdictClasses.icon} size={28} stroke={1.75} aria-hidden />
        <div className={verdictClasses.words}>
          <strong className={verdictClasses.word}>{words.verdicts[verdict.verdict]}</strong>
          <p>{isBad ? t.fileTampered : t.fileMeans[kindOf(result)]}</p>
          {!isBad && !checked.keyKnown && <p>{t.selfSigned}</p>}
        </div>
      </div>
      <Facts
        facts={[
          [t.file, name],
          [
            t.contents,
            evidence && t.contentsOf(evidence.files, evidence.proofs, evidence.versions),
          ],
          [t.others, evidence?.others.length ? t.othersOf(evidence.others.join(', ')) : undefined],
          [t.members, members && t.membersOf(members.proven, members.unknown.join(', '))],
          [t.events, events && t.eventsOf(events.from, events.to)],
          [t.auditor, audit && t.auditorOf(audit.name, audit.userId)],
          [t.signedOn, audit && <Moment key="signed" value={audit.signedDate} absolute />],
          [t.conclusions, audit && t.conclusionsOf(audit)],
          [t.origin, checkpoint?.origin],
          [t.size, checkpoint && t.entries(checkpoint.size)],
          [t.root, checkpoint && <Id key="root" value={toBase64(checkpoint.root)} />],
          [
            t.history,
            isCompared
              ? checked.historyKnown
                ? t.continues(checked.knownSize ?? 0)
                : t.notCompared
              : undefined,
          ],
          [t.anchor, checked.anchor && t.anchorOf(checked.anchor.size)],
        ]}
      />
      {verdict.verdict === 'TAMPERED' && (
        <ul>
          {verdict.findings.map((finding) => (
            <li key={`${finding.where.file ?? ''} ${finding.message}`}>
              <strong>{words.codes[finding.code]}</strong> {findingText(finding, sentences)}
              {finding.where.file !== undefined && <span> ({finding.where.file})</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function kindOf({
  evidence,
  checked,
  object,
}: CheckedFile): 'evidence' | 'audit' | 'events' | 'version' | 'log' {
  if (evidence) return 'evidence';
  if (checked.audit) return 'audit';
  if (checked.events) return 'events';
  return object ? 'version' : 'log';
}
