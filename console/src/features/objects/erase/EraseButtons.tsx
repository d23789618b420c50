import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { eraseReason } from '@annals/contracts/proofs';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';

const EraseReason = lazyNamed(() => import('./EraseReason.tsx'), 'EraseReason');
const EraseValues = lazyNamed(() => import('./EraseValues.tsx'), 'EraseValues');

interface EraseButtonsProps {
  partitionId: string;
  version: ObjectVersion;
  /** Why it is disabled; undefined if enabled. */
  offBecause: string | undefined;
}

/** Lines of a menu of tools, apart from the everyday buttons. */
export function EraseButtons({ partitionId, version, offBecause }: EraseButtonsProps) {
  const t = useEraseTexts();
  const [open, setOpen] = useState<'values' | 'reason'>();
  const canEraseReason = useCapability(eraseReason);
  const off = offBecause !== undefined;
  const close = () => setOpen(undefined);
  const line = (what: 'values' | 'reason', label: string) => (
    <Button
      variant="subtle"
      fullWidth
      justify="flex-start"
      leftSection={<IconEraser size={16} stroke={1.75} aria-hidden />}
      {...(off
        ? { 'aria-disabled': true, 'data-disabled': true, color: 'gray' }
        : { color: 'red' })}
      title={offBecause}
      onClick={() => !off && setOpen(what)}
    >
      {label}
      {off && <span className={classes.offBecause}>{offBecause}</span>}
    </Button>
  );
  return (
    <>
      {line('values', t.erase)}
      {version.reason && canEraseReason && line('reason', t.eraseReason)}
      <Suspense>
        {open === 'values' && (
          <EraseValues partitionId={partitionId} version={version} onClose={close} />
        )}
        {open === 'reason' && (
          <EraseReason partitionId={partitionId} version={version} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
