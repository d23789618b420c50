import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { fileStem } from '../../../platform/long-work/file-stem.ts';
import { pathTo } from '../../../platform/links.ts';
import { EvidenceJob } from '../../../domain/evidence/EvidenceJob.tsx';
import { useMay } from '../../../domain/permissions/my-permissions.ts';
import classes from './Incident.module.css';
import { type Incident, personOf } from './incident-search.ts';
import { type IncidentTexts, useIncidentTexts } from './incident.texts.ts';
import {
  type CreatedIn,
  endCredentials,
  findCredentials,
  findReadPartitions,
  makeEvidence,
  type NamedPartition,
  proposeReverts,
} from './respond.ts';

interface WrittenPartition extends NamedPartition {
  versionCount: number;
  mayWrite: boolean;
}

interface RespondProps {
  incident: Incident;
  name: string;
  written: readonly WrittenPartition[];
  /** Partitions that were read or written. */
  touched: readonly NamedPartition[];
  /** More were read than the page shows, perhaps in other partitions. */
  hasMoreReads: boolean;
  grants: { count: number; isCut: boolean };
}

type Part = 'end' | 'revert' | 'evidence';

/** The actions on an incident, each alone or all together, and what they created. */
export function Respond({ incident, name, written, touched, hasMoreReads, grants }: RespondProps) {
  const t = useIncidentTexts();
  const person = personOf(incident);
  const mayEnd = useMay(
    person?.kind === 'application'
      ? 'applications:write'
      : incident.kind === 'token'
        ? 'tokens:write'
        : 'users:write',
  );
  const [asks, setAsks] = useState<Part | 'all'>();
  const [sets, setSets] = useState<CreatedIn[]>([]);
  const [files, setFiles] = useState<CreatedIn[]>([]);
  // What was created is not created again by a second attempt after a failure.
  const isNew = (made: readonly CreatedIn[]) => (partition: NamedPartition) =>
    !made.some(({ id }) => id === partition.id);
  const toRevert = written.filter(isNew(sets));
  const revertible = toRevert.filter(({ mayWrite }) => mayWrite);
  const toProve = touched.filter(isNew(files));
  const findToProve = async () => {
    if (!hasMoreReads) return { partitions: toProve, onlyNewest: undefined };
    const { partitions, onlyNewest } = await findReadPartitions(incident);
    const all = new Map([...touched, ...partitions].map((partition) => [partition.id, partition]));
    return { partitions: [...all.values()].filter(isNew(files)), onlyNewest };
  };
  const parts: Part[] = [
    ...(person && mayEnd ? (['end'] as const) : []),
    ...(revertible.length > 0 ? (['revert'] as const) : []),
    ...(toProve.length > 0 ? (['evidence'] as const) : []),
  ];
  if (parts.length === 0 && sets.length === 0 && files.length === 0) return null;

  const run: Record<Part, () => Promise<void>> = {
    end: () => endCredentials(incident),
    revert: () =>
      proposeReverts(incident, revertible, t.setTitle(name).slice(0, 200), (created) =>
        setSets((all) => [...all, created]),
      ),
    evidence: async () =>
      makeEvidence((await findToProve()).partitions, (created) =>
        setFiles((all) => [...all, created]),
      ),
  };
  const touches: Record<Part, () => Promise<string[]>> = {
    end: async () => credentialSentences(await findCredentials(incident), t),
    revert: async () =>
      toRevert.map(({ partitionName, versionCount, mayWrite }) =>
        mayWrite ? t.reverts(partitionName, versionCount) : t.cannotRevert(partitionName),
      ),
    evidence: async () => {
      const { partitions, onlyNewest } = await findToProve();
      return [
        ...partitions.map(({ partitionName }) => t.evidenceOf(partitionName)),
        ...(onlyNewest === undefined ? [] : [t.moreReads(onlyNewest)]),
      ];
    },
  };
  const chosen = asks === 'all' ? parts : asks === undefined ? [] : [asks];
  return (
    <Panel title={t.respond}>
      <p className={classes.quiet}>{t.respondHint}</p>
      <div className={`${classes.actions} ${classes.more}`}>
        {parts.length > 1 && <Button onClick={() => setAsks('all')}>{t.all}</Button>}
        {parts.map((part) => (
          <Button key={part} variant="default" onClick={() => setAsks(part)}>
            {t[part]}
          </Button>
        ))}
      </div>
      {(sets.length > 0 || files.length > 0) && (
        <div className={classes.results}>
          <ChangeSets sets={sets} />
          <Files
            files={files}
            onAgain={(lost) => setFiles((all) => all.filter((each) => each !== lost))}
          />
        </div>
      )}
      {asks && (
        <ConfirmDialog
          title={titleOf(asks, incident, name, t)}
          question={
            asks === 'revert'
              ? t.revertQuestion
              : asks === 'evidence'
                ? t.evidenceQuestion
                : t.question
          }
          touches={async () => [
            ...(await Promise.all(chosen.map((part) => touches[part]()))).flat(),
            ...(asks === 'all' && grants.count > 0
              ? [t.grantsRemain(grants.count, grants.isCut)]
              : []),
          ]}
          confirm={t.confirm}
          failed={t.failed}
          danger={chosen.includes('end')}
          act={async () => {
            // Ended first: whoever is still signed in could go on.
            for (const part of chosen) await run[part]();
          }}
          onDone={() => showToast({ message: t.done })}
          onClose={() => setAsks(undefined)}
        />
      )}
    </Panel>
  );
}

function titleOf(asks: Part | 'all', { kind }: Incident, name: string, t: IncidentTexts): string {
  switch (asks) {
    case 'all':
      return t.allTitle(name);
    case 'end':
      return kind === 'token' ? t.endTokenTitle(name) : t.endTitle(name);
    case 'revert':
      return t.revertTitle(name);
    case 'evidence':
      return t.evidenceTitle(name);
  }
}

function credentialSentences(
  { sessions, tokenIds }: Awaited<ReturnType<typeof findCredentials>>,
  t: IncidentTexts,
): string[] {
  if (sessions === 0 && tokenIds.length === 0) return [t.nothingToEnd];
  return [
    ...(sessions > 0 ? [t.sessions(sessions)] : []),
    ...(tokenIds.length > 0 ? [t.tokens(tokenIds.length)] : []),
  ];
}

function ChangeSets({ sets }: { sets: readonly CreatedIn[] }) {
  const t = useIncidentTexts();
  if (sets.length === 0) return null;
  return (
    <div>
      <strong>{t.sets}</strong>
      <ul>
        {sets.map(({ id: partitionId, partitionName, created: changeSetId }) => (
          <li key={changeSetId}>
            <PathLink
              to={pathTo('v1-partitions-partitionId-change-sets-changeSetId', {
                partitionId,
                changeSetId,
              })}
            >
              {partitionName}
            </PathLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** @param onAgain for a file that could not be created, or is not stored any more */
function Files({
  files,
  onAgain,
}: {
  files: readonly CreatedIn[];
  onAgain: (lost: CreatedIn) => void;
}) {
  const t = useIncidentTexts();
  if (files.length === 0) return null;
  return (
    <div>
      <strong>{t.files}</strong>
      {files.map((file) => (
        <div key={file.created}>
          <p>{file.partitionName}</p>
          <EvidenceJob
            partitionId={file.id}
            jobId={file.created}
            fileName={`${t.fileName}-${fileStem(file.partitionName, file.id)}.zip`}
            onAgain={() => onAgain(file)}
          />
        </div>
      ))}
    </div>
  );
}
