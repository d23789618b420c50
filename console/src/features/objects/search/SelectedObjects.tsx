import { Button } from '@mantine/core';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { EvidenceButton } from '../../../domain/evidence/EvidenceButton.tsx';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { FollowButton } from '../../../domain/subscriptions/FollowButton.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { showFailure, showToast } from '../../../ui/feedback/toasts.ts';
import { useListTexts } from '../../../ui/list/list.texts.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { useEditMany } from './useEditMany.ts';

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
  const { isReadOnly, isPreview } = useTimeTravel();
  const editMany = useEditMany(partitionId);
  const only = rows.flatMap(({ timelineId }) => timelineId ?? []).join(',');
  const [first, second] = rows;
  const single = second === undefined ? first : undefined;
  async function exportRows() {
    try {
      const [{ buildExportTable }, { downloadTable }] = await Promise.all([
        import('./build-export-table.ts'),
        import('../../../ui/list/export-rows.ts'),
      ]);
      const table = await buildExportTable(partitionId, rows);
      if (table === undefined) throw new Error(t.notExportable);
      await downloadTable(partitionName ?? 'objects', table, 'csv');
      showToast({ message: listTexts.exported(rows.length) });
    } catch (error) {
      showFailure(listTexts.notExported, error);
    }
  }
  return (
    <>
      {mayEdit && editMany && !isReadOnly && (
        <Button size="xs" variant="default" onClick={() => editMany(query, only)}>
          {t.changeSelected}
        </Button>
      )}
      {single && !isPreview && (
        <EvidenceButton
          size="xs"
          partitionId={partitionId}
          objectId={single.id}
          name={titleOf(single)}
        />
      )}
      {single?.timelineId !== undefined && !isReadOnly && (
        <FollowButton
          size="xs"
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
