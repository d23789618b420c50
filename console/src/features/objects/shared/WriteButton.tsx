import type { ReactNode } from 'react';
import { ResponsiveButton } from '../../../shared/buttons/ResponsiveButton.tsx';
import { useTellsMore } from '../../../shared/permissions/my-permissions.ts';

interface WriteButtonProps {
  icon: ReactNode;
  children: string;
  /** Why it cannot be pressed; undefined where it can. */
  offBecause: string | undefined;
  quiet?: boolean;
  /** The key that presses it. */
  shortcut?: string;
  /** Fetches the code of what it opens. */
  preload: () => Promise<unknown>;
  onClick: () => void;
}

/**
 * A button that writes. Where writing is off it stays in its place, can be reached by keyboard and says why; of a
 * service that need not know how to write it is not there.
 */
export function WriteButton({
  icon,
  children,
  offBecause,
  quiet = false,
  shortcut,
  preload,
  onClick,
}: WriteButtonProps) {
  const off = offBecause !== undefined;
  if (!useTellsMore()) return null;
  return (
    <ResponsiveButton
      icon={icon}
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
  );
}
