import type { ReactNode } from 'react';
import { ResponsiveButton } from '../../../shared/buttons/ResponsiveButton.tsx';

interface WriteButtonProps {
  icon: ReactNode;
  children: string;
  /** Why it cannot be pressed; undefined where it can. */
  offBecause: string | undefined;
  quiet?: boolean;
  onClick: () => void;
}

/** A button that writes. Where writing is off it stays in its place, can be reached by keyboard and says why. */
export function WriteButton({
  icon,
  children,
  offBecause,
  quiet = false,
  onClick,
}: WriteButtonProps) {
  const off = offBecause !== undefined;
  return (
    <ResponsiveButton
      icon={icon}
      variant={quiet ? 'default' : 'filled'}
      title={offBecause ?? children}
      {...(off ? { 'aria-disabled': true, 'data-disabled': true } : {})}
      onClick={(event) => (off ? event.preventDefault() : onClick())}
    >
      {children}
    </ResponsiveButton>
  );
}
