import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { pathTo } from '../../../platform/links.ts';
import { EvidenceButton } from '../../../domain/evidence/EvidenceButton.tsx';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { FollowButton } from '../../../domain/subscriptions/FollowButton.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { showFailure, showToast } from '../../../ui/feedback/toasts.ts';
import { useListTexts } from '../../../ui/list/list.texts.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';

interface SelectedObjectsProps {
  partitionId: string;
  partitionName: string | undefined;
  rows: readonly ObjectVersion[];
  /** The search that found them. */
  query: string;
  mayEdit: boolean;
}

/** What can be done with the selected objects. Evidence and notifications are about one object, or a whole search. */
export function SelectedObjects({
  partitionId,
  partitionName,
  rows,
  query,
  mayEdit,
}: SelectedObjectsProps) {
  const t = useObjectsTexts();
  const listTexts = useListTexts();
  const router = useRouter();
  const { isReadOnly, isPreview } = useTimeTravel();
  const mayEditMany = useCapability('POST /v1/partitions/{partitionId}/transactions');
  const only = rows.flatMap(({ timelineId }) => timelineId ?? []).join(',');
  const [first, second] = rows;
  const single = second === undefined ? first : undefined;
  async function exportRows() {
    try {
      const [{ exportedObjects }, { downloadTable }] = await Promise.all([
        import('./exported-objects.ts'),
        import('../../../ui/list/export-rows.ts'),
      ]);
      const table = exportedObjects(rows);
      if (table === undefined) throw new Error(t.notExportable);
      await downloadTable(partitionName ?? 'objects', table, 'csv');
      showToast({ message: listTexts.exported(rows.length) });
    } catch (error) {
      showFailure(listTexts.notExported, error);
    }
  }
  return (
    <>
      {mayEdit && mayEditMany && !isReadOnly && (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            router.history.push(
              pathTo(
                'v1-partitions-partitionId-objects-edit',
                { partitionId },
                { q: query || undefined, only },
              ),
            )
          }
        >
          {t.changeSelected}
        </Button>
      )}
      {single && !isPreview && (
        <EvidenceButton partitionId={partitionId} objectId={single.id} name={titleOf(single)} />
      )}
      {single?.timelineId !== undefined && !isReadOnly && (
        <FollowButton
          partitionId={partitionId}
          timelineId={single.timelineId}
          title={titleOf(single)}
        />
      )}
      <Button size="xs" variant="default" onClick={() => void exportRows()}>
        {listTexts.exportAs.csv}
      </Button>
    </>
  );
}
