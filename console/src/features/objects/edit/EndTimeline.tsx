import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ObjectVersion } from '@annals/contracts/objects';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { LineSkeletons } from '../../../shared/states/QueryPanel.tsx';
import { Dialog } from '../../../shared/states/Dialog.tsx';
import { useEditTexts } from './edit.texts.ts';
import { useEndTimeline } from './object-writes.ts';
import { firstReferencedByQuery } from '../objects.queries.ts';
import classes from './EndTimeline.module.css';

interface EndTimelineProps {
  partitionId: string;
  timelineId: string;
  latest: ObjectVersion;
  onClose: () => void;
}

/** The dialog before a timeline ends: what it touches. */
export function EndTimeline({ partitionId, timelineId, latest, onClose }: EndTimelineProps) {
  const t = useEditTexts();
  const end = useEndTimeline(partitionId, timelineId);
  const pointing = useQuery(firstReferencedByQuery(partitionId, latest.id, undefined));
  const title = titleOf(latest);
  return (
    <Dialog title={t.endTitle(title)} onClose={onClose}>
      <div className={classes.dialog}>
        <p>{t.endWhat}</p>
        <ul>
          <li>{t.endReferences(latest.references?.length ?? 0)}</li>
          {pointing.data && (
            <li>
              {t.endReferencedBy(pointing.data.data.length, pointing.data.hasMore)}
              {pointing.data.data.length > 0 && (
                <ul>
                  {pointing.data.data.map(({ name, object }) => (
                    <li key={`${name} ${object.id}`}>
                      {titleOf(object)} <span className={classes.name}>({name})</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )}
        </ul>
        {pointing.isPending && <LineSkeletons lines={2} />}
        {end.error && <ErrorPanel title={t.notEnded} error={end.error} />}
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus disabled={end.isPending} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button
            color="red"
            loading={end.isPending}
            onClick={() =>
              end.mutate(latest.id, {
                onSuccess: () => {
                  showToast({ message: t.ended(title) });
                  onClose();
                },
              })
            }
          >
            {t.end}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
