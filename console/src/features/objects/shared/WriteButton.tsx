import { createObject } from '@annals/contracts/objects';
import type { ReactNode } from 'react';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { useIsDenied } from '../../../domain/permissions/my-permissions.ts';
import { Offered } from '../../../domain/permissions/Offered.tsx';

interface WriteButtonProps {
  icon: ReactNode;
  children: string;
  /** Why it is disabled; undefined if enabled. */
  offBecause: string | undefined;
  quiet?: boolean;
  /** Whether it keeps its words on small screens, as the one that stands alone. */
  keepsWords?: boolean;
  /** Its keyboard shortcut. */
  shortcut?: string;
  /** Preloads the code that it opens. */
  preload: () => Promise<unknown>;
  onClick: () => void;
}

/**
 * A button of a write action. Where writing is disabled it stays visible and focusable and explains why. It is hidden
 * for services that may not support writing, and for people whose roles allow it in no partition, such as auditors: no
 * owner could change that.
 */
export function WriteButton({
  icon,
  children,
  offBecause,
  quiet = false,
  keepsWords = false,
  shortcut,
  preload,
  onClick,
}: WriteButtonProps) {
  const off = offBecause !== undefined;
  const writesNowhere = useIsDenied('partitions:write');
  if (writesNowhere) return null;
  return (
    <Offered needs={createObject}>
      <ResponsiveButton
        icon={icon}
        keepsWords={keepsWords}
        variant={quiet ? 'default' : 'filled'}
        title={offBecause ?? children}
        data-shortcut={shortcut}
        {...(off ? { 'aria-disabled': true, 'data-disabled': true } : {})}
        onPointerEnter={() => void preload()}
        onFocus={() => void preload()}
        onClick={(event) => (off ? event.preventDefault() : onClick())}
      >
        {children}
      </ResponsiveButton>
    </Offered>
  );
}
