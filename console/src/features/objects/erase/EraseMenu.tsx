import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { eraseReason } from '@annals/contracts/proofs';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';

const EraseReason = lazyNamed(() => import('./EraseReason.tsx'), 'EraseReason');
const EraseValues = lazyNamed(() => import('./EraseValues.tsx'), 'EraseValues');

interface EraseMenuProps {
  partitionId: string;
  version: ObjectVersion;
  /** Why it is disabled; undefined if enabled. */
  offBecause: string | undefined;
}

/** A menu of rare actions, apart from the everyday buttons. */
export function EraseMenu({ partitionId, version, offBecause }: EraseMenuProps) {
  const t = useEraseTexts();
  const [open, setOpen] = useState<'values' | 'reason'>();
  const canEraseReason = useCapability(eraseReason);
  const off = offBecause !== undefined;
  const close = () => setOpen(undefined);
  const item = (what: 'values' | 'reason', label: string) => (
    <Menu.Item
      {...(off ? { 'aria-disabled': true, className: classes.off } : { color: 'red' })}
      closeMenuOnClick={!off}
      onClick={() => !off && setOpen(what)}
    >
      {label}
      {off && <span className={classes.offBecause}>{offBecause}</span>}
    </Menu.Item>
  );
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} width={280}>
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label={t.more} title={t.more}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {item('values', t.erase)}
          {version.reason && canEraseReason && item('reason', t.eraseReason)}
        </Menu.Dropdown>
      </Menu>
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
