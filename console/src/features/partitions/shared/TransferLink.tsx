import { Button } from '@mantine/core';
import { IconTransfer } from '@tabler/icons-react';
import { pathTo } from '../../../platform/links.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useMayOfferPage } from '../../../domain/permissions/may-open.ts';
import { useMayWriteTo } from '../../../domain/permissions/may-write-to.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { usePartitionTexts } from './partitions.texts.ts';

/** Leads to the import for users who can write, and to the export for all others. */
export function TransferLink({ partitionId }: { partitionId: string }) {
  const t = usePartitionTexts();
  const mayWrite = useMayWriteTo(partitionId);
  const mayOffer = useMayOfferPage();
  const { isPast } = useTimeTravel();
  if (!mayOffer('migrations') || isPast) return null;
  const tab = mayWrite ? 'import' : 'export';
  return (
    <Button
      variant="default"
      component={PathLink}
      to={pathTo('migrations', {}, { tab, partition: partitionId })}
      leftSection={<IconTransfer size={16} aria-hidden />}
    >
      {mayWrite ? t.importFile : t.exportFile}
    </Button>
  );
}

/** Leads to the import, of which the partition is chosen there. */
export function ImportLink() {
  const t = usePartitionTexts();
  const mayOffer = useMayOfferPage();
  const { isPast } = useTimeTravel();
  if (!mayOffer('migrations') || isPast) return null;
  return <PathLink to={pathTo('migrations', {}, { tab: 'import' })}>{t.importFile}</PathLink>;
}
