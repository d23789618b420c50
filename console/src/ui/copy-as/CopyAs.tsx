import { IconCode } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { Endpoint } from '@annals/contracts/endpoint';
import type { Input } from '../../platform/api/request.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { ToolButton } from '../buttons/ToolButton.tsx';
import { PopoverPanel } from '../popover/PopoverPanel.tsx';
import { usePopover } from '../popover/usePopover.ts';
import classes from './CopyAs.module.css';
import { useCopyAsTexts } from './copy-as.texts.ts';

const CopyAsChoices = lazyNamed(() => import('./CopyAsChoices.tsx'), 'CopyAsChoices');

/** A call with its input. */
export interface ShownCall {
  row: Endpoint;
  input: Input;
}

/** Opens the choice of languages in which the call behind a page can be copied. */
export function CopyAs({ call }: { call: ShownCall }) {
  const t = useCopyAsTexts();
  const popover = usePopover('end');
  return (
    <>
      <ToolButton
        icon={<IconCode size={18} stroke={1.75} aria-hidden />}
        label={t.copyAs}
        {...CopyAsChoices.onApproach}
        {...popover.buttonProps}
      />
      <PopoverPanel popover={popover.panel} label={t.copyAs} className={classes.panel}>
        <Suspense>
          <CopyAsChoices call={call} onClose={popover.close} />
        </Suspense>
      </PopoverPanel>
    </>
  );
}
