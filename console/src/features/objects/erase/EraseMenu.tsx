import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { lazyNamed } from '../../../shared/lazy-named.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';

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
  const [open, setOpen] = useState(false);
  const off = offBecause !== undefined;
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} width={280}>
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label={t.more} title={t.more}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            {...(off ? { 'aria-disabled': true, className: classes.off } : { color: 'red' })}
            closeMenuOnClick={!off}
            onClick={() => !off && setOpen(true)}
          >
            {t.erase}
            {off && <span className={classes.offBecause}>{offBecause}</span>}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open && (
        <Suspense>
          <EraseValues partitionId={partitionId} version={version} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
