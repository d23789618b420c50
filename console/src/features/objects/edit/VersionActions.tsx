import { IconPencilPlus, IconPlayerStop } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { latestPath } from '../object-paths.ts';
import { useObjectsTexts } from '../objects.texts.ts';
import { useVersionTexts } from '../version/version.texts.ts';
import { WriteButton } from './WriteButton.tsx';
import classes from './VersionActions.module.css';

const EditVersion = lazy(async () => ({
  default: (await import('./EditVersion.tsx')).EditVersion,
}));
const EndTimeline = lazy(async () => ({
  default: (await import('./EndTimeline.tsx')).EndTimeline,
}));

interface VersionActionsProps {
  partitionId: string;
  version: ObjectVersion;
  latest: ObjectVersion;
  offBecause: string | undefined;
}

/** What can be done with an object: a new version, and the end of its timeline. */
export function VersionActions({ partitionId, version, latest, offBecause }: VersionActionsProps) {
  const t = useVersionTexts();
  const { endedReason } = useObjectsTexts();
  const router = useRouter();
  const [open, setOpen] = useState<'edit' | 'end'>();
  const { timelineId } = latest;
  const off = offBecause ?? (latest.endedDate ? endedReason : undefined);
  const close = () => setOpen(undefined);
  return (
    <div className={classes.actions}>
      {timelineId !== undefined && (
        <WriteButton
          quiet
          icon={<IconPlayerStop size={16} aria-hidden />}
          offBecause={off}
          onClick={() => setOpen('end')}
        >
          {t.endTimeline}
        </WriteButton>
      )}
      <WriteButton
        icon={<IconPencilPlus size={16} aria-hidden />}
        offBecause={off}
        onClick={() => setOpen('edit')}
      >
        {t.newVersion}
      </WriteButton>
      <Suspense>
        {open === 'edit' && (
          <EditVersion
            partitionId={partitionId}
            version={version}
            latest={latest}
            onClose={close}
            onSaved={(saved) => {
              close();
              router.history.push(latestPath(partitionId, saved), {}, { ignoreBlocker: true });
            }}
          />
        )}
        {open === 'end' && timelineId !== undefined && (
          <EndTimeline
            partitionId={partitionId}
            timelineId={timelineId}
            latest={latest}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}
