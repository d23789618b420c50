import { IconFileCertificate } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { Offered } from '../permissions/Offered.tsx';
import type { EvidenceAbout } from './evidence-about.ts';
import { useEvidenceTexts } from './evidence.texts.ts';

const EvidenceDialog = lazyNamed(() => import('./EvidenceDialog.tsx'), 'EvidenceDialog');

/** Opens the dialog that creates evidence: a file about an object, a search or a partition at a moment. */
export function EvidenceButton({ size, ...about }: EvidenceAbout & { size?: 'xs' }) {
  const t = useEvidenceTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Offered needs="GET /v1/partitions/{partitionId}/evidence">
      <ResponsiveButton
        icon={<IconFileCertificate size={16} aria-hidden />}
        variant="default"
        {...(size && { size })}
        {...EvidenceDialog.onApproach}
        onClick={() => setOpen(true)}
      >
        {t.evidence}
      </ResponsiveButton>
      {isOpen && (
        <Suspense>
          <EvidenceDialog {...about} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Offered>
  );
}
