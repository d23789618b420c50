import { Skeleton } from '@mantine/core';
import { IconClockExclamation, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { NamedThing } from '../../../domain/named-things/NamedThing.tsx';
import { Id } from '../../../ui/ids/Id.tsx';
import { pathTo } from '../../../platform/links.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useMayOfferPage } from '../../../domain/permissions/may-open.ts';
import { useAbsoluteMoment } from '../../../platform/time/use-absolute-moment.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import classes from './objects.module.css';
import { useTimelineTexts } from './timeline.texts.ts';
import { usePeople } from './usePeople.ts';

export function TypeBadge({ type }: { type: string | undefined }) {
  return type === undefined ? null : <span className={classes.type}>{type}</span>;
}

export function EndedBadge() {
  const t = useTimelineTexts();
  return <span className={classes.ended}>{t.ended}</span>;
}

/** Whether a version belongs to the previewed change set, and is therefore not committed. */
export function useIsDrafted(): (version: ObjectVersion) => boolean {
  const { changeSet, isPreview } = useTimeTravel();
  return ({ changeSetId }) => isPreview && changeSetId === changeSet;
}

/** In a preview, what the change set does to this object; nothing for unchanged objects. */
export function PreviewMark({ version }: { version: ObjectVersion }) {
  const t = useTimelineTexts();
  const isDrafted = useIsDrafted();
  if (!isDrafted(version)) return null;
  const kind = kindOf(version);
  return (
    <span className={classes.drafted} title={t.draftedHint[kind]}>
      {t.drafted[kind]}
    </span>
  );
}

interface StateMarkProps {
  version: ObjectVersion;
  hasEnded?: boolean;
}

/** In a preview, what the change set does to the object; otherwise whether it has ended. */
export function StateMark({ version, hasEnded = Boolean(version.endedDate) }: StateMarkProps) {
  const isDrafted = useIsDrafted();
  if (isDrafted(version)) return <PreviewMark version={version} />;
  return hasEnded ? <EndedBadge /> : null;
}

/** The same as a sentence above the object. Every object of a preview has one, so that none moves the page. */
export function PreviewNotice({ version }: { version: ObjectVersion | undefined }) {
  const t = useTimelineTexts();
  const isDrafted = useIsDrafted();
  const { isPreview } = useTimeTravel();
  if (!isPreview) return null;
  return version && isDrafted(version) ? (
    <VersionNotice tone="drafted">{t.draftedHint[kindOf(version)]}</VersionNotice>
  ) : (
    <VersionNotice tone="plain">
      {version ? (
        t.notDraftedHint
      ) : (
        // As many lines as any of the sentences.
        <Skeleton component="span" className={classes.noticeSkeleton} aria-hidden>
          {t.draftedHint.changed}
        </Skeleton>
      )}
    </VersionNotice>
  );
}

function kindOf({ endedDate, predecessorId }: ObjectVersion): 'created' | 'changed' | 'ended' {
  if (endedDate) return 'ended';
  return predecessorId === null ? 'created' : 'changed';
}

/** The author of a version: the name, or the id if the service reports no name. */
export function Author({ version }: { version: ObjectVersion }) {
  const { modificationUserName: name, modificationUserId: id } = version;
  if (name) return <span>{name}</span>;
  return id ? <Id value={id} /> : <span>–</span>;
}

/** Who imported a version: a member or another visible user. */
export function Importer({
  partitionId,
  version,
}: {
  partitionId: string;
  version: ObjectVersion;
}) {
  const id = version.importedUserId ?? '';
  const name = usePeople(partitionId, [version]).get(id);
  return name === undefined ? <NamedThing field="userId" id={id} /> : <span>{name}</span>;
}

/** The mark of an imported version, with the time of the import. */
export function ImportedMark({ version: { importedDate } }: { version: ObjectVersion }) {
  const t = useTimelineTexts();
  const absolute = useAbsoluteMoment();
  if (!importedDate) return null;
  return (
    <span className={classes.imported} title={t.importedOn(absolute(importedDate))}>
      {t.imported}
    </span>
  );
}

/** Links to the change set of a version; nothing for a version that was saved directly. */
export function ChangeSetLink({
  partitionId,
  version,
}: {
  partitionId: string;
  version: ObjectVersion;
}) {
  const t = useTimelineTexts();
  const mayOffer = useMayOfferPage();
  const { changeSetId } = version;
  if (!changeSetId || !mayOffer('v1-partitions-partitionId-change-sets-changeSetId')) return null;
  return (
    <PathLink
      to={pathTo('v1-partitions-partitionId-change-sets-changeSetId', { partitionId, changeSetId })}
    >
      {t.changeSet}
    </PathLink>
  );
}

interface VersionNoticeProps {
  /** `outdated` is amber: the shown data is not current; `drafted` has the colour of previews. */
  tone: 'outdated' | 'plain' | 'drafted';
  children: ReactNode;
}

/** An important notice above a version. */
export function VersionNotice({ tone, children }: VersionNoticeProps) {
  const Icon = tone === 'outdated' ? IconClockExclamation : IconInfoCircle;
  return (
    <output className={classes.notice} data-tone={tone}>
      <Icon className={classes.noticeIcon} size={18} aria-hidden />
      <span>{children}</span>
    </output>
  );
}
