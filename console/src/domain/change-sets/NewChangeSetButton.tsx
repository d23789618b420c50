import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { createChangeSet } from '@annals/contracts/change-sets';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { useMayWriteTo } from '../permissions/may-write-to.ts';
import { Offered } from '../permissions/Offered.tsx';
import { useChangeSetTexts } from './change-sets.texts.ts';

const NewChangeSet = lazyNamed(() => import('./NewChangeSet.tsx'), 'NewChangeSet');

/** For users who can write to the partition. */
export function NewChangeSetButton({ partitionId }: { partitionId: string }) {
  const t = useChangeSetTexts();
  const [isOpen, setOpen] = useState(false);
  if (!useMayWriteTo(partitionId)) return null;
  return (
    <Offered needs={createChangeSet}>
      <ResponsiveButton
        icon={<IconPlus size={16} stroke={1.75} aria-hidden />}
        data-shortcut="n"
        onClick={() => setOpen(true)}
        {...NewChangeSet.onApproach}
      >
        {t.newChangeSet}
      </ResponsiveButton>
      {isOpen && (
        <Suspense>
          <NewChangeSet partitionId={partitionId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Offered>
  );
}
