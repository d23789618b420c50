import { IconArrowBarToRight, IconHistory, IconPencilPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { CopyAs, type ShownCall } from '../../../ui/copy-as/CopyAs.tsx';
import { EvidenceButton } from '../../../domain/evidence/EvidenceButton.tsx';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { preloadUseOfChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { FollowButton } from '../../../domain/subscriptions/FollowButton.tsx';
import { ToolMenu } from '../../../ui/buttons/ToolMenu.tsx';
import { EraseButtons } from '../erase/EraseButtons.tsx';
import { preloadType } from '../edit/object-type.queries.ts';
import type { FieldEdits } from '../in-place/useFieldEdits.ts';
import { AwaitUseOfChangeSets } from '../propose/AwaitUseOfChangeSets.tsx';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { useGoToLatest } from '../shared/useGoToLatest.ts';
import { WriteButton } from '../shared/WriteButton.tsx';
import classes from './VersionView.module.css';

const loadEdit = () => import('../edit/EditVersion.tsx');
const loadForm = () => import('../edit/schema-form/SchemaForm.tsx');
const EditVersion = lazyNamed(loadEdit, 'EditVersion');
const EndTimeline = lazyNamed(() => import('../edit/EndTimeline.tsx'), 'EndTimeline');
const RestoreVersion = lazyNamed(() => import('../edit/RestoreVersion.tsx'), 'RestoreVersion');

interface VersionActionsProps {
  partitionId: string;
  version: ObjectVersion;
  latest: ObjectVersion;
  offBecause: string | undefined;
  mayErase: boolean;
  fields: FieldEdits;
  /** The call behind the page. */
  call: ShownCall;
}

/** The actions on an object: a new version or an earlier one again; behind “…” what is needed rarely. */
export function VersionActions({
  partitionId,
  version,
  latest,
  offBecause,
  mayErase,
  fields,
  call,
}: VersionActionsProps) {
  const t = useTimelineTexts();
  const { endedReason } = useObjectsTexts();
  const goToLatest = useGoToLatest(partitionId);
  const [open, setOpen] = useState<'edit' | 'end' | 'restore'>();
  const hasTimeline = latest.timelineId !== undefined;
  const ended = Boolean(latest.endedDate);
  // Services with sequence numbers can continue an ended timeline.
  const goesOn = !ended || latest.sequence !== undefined;
  const close = () => setOpen(undefined);
  const preload = (code: () => Promise<unknown>) => async () => {
    preloadUseOfChangeSets(partitionId);
    await code();
  };
  const props = { partitionId, latest, onClose: close };
  const goTo = (saved: ObjectVersion) => {
    close();
    goToLatest(saved);
  };
  const restore = (
    <WriteButton
      quiet={!ended}
      icon={<IconHistory size={16} aria-hidden />}
      offBecause={offBecause}
      preload={preload(RestoreVersion.preload)}
      onClick={() => setOpen('restore')}
    >
      {ended ? t.restoreAndContinue : t.restore}
    </WriteButton>
  );
  return (
    <div className={classes.actions}>
      {hasTimeline && goesOn && (ended || latest.id !== version.id) && restore}
      {!(ended && goesOn) && (
        <WriteButton
          icon={<IconPencilPlus size={16} aria-hidden />}
          shortcut="e"
          keepsWords
          offBecause={offBecause ?? (ended ? endedReason : undefined)}
          preload={preload(async () => {
            preloadType(partitionId, version.type ?? '');
            await Promise.all([loadEdit(), loadForm()]);
          })}
          // What was changed on the page goes on in the form.
          onClick={() => (fields.edits ? fields.openForm() : setOpen('edit'))}
        >
          {t.newVersion}
        </WriteButton>
      )}
      <ToolMenu label={t.moreActions}>
        {latest.timelineId !== undefined && (
          <FollowButton
            partitionId={partitionId}
            timelineId={latest.timelineId}
            title={titleOf(latest)}
          />
        )}
        <EvidenceButton partitionId={partitionId} objectId={version.id} name={titleOf(version)} />
        <CopyAs call={call} />
        {hasTimeline && !ended && (
          <WriteButton
            quiet
            icon={<IconArrowBarToRight size={16} aria-hidden />}
            offBecause={offBecause}
            preload={preload(EndTimeline.preload)}
            onClick={() => setOpen('end')}
          >
            {t.endTimeline}
          </WriteButton>
        )}
        {mayErase && (
          <EraseButtons partitionId={partitionId} version={version} offBecause={offBecause} />
        )}
      </ToolMenu>
      {open && (
        <Suspense>
          <AwaitUseOfChangeSets partitionId={partitionId}>
            {open === 'edit' && <EditVersion {...props} version={version} onSaved={goTo} />}
            {open === 'restore' && (
              <RestoreVersion {...props} version={version} onRestored={goTo} />
            )}
            {open === 'end' && hasTimeline && <EndTimeline {...props} />}
          </AwaitUseOfChangeSets>
        </Suspense>
      )}
    </div>
  );
}
