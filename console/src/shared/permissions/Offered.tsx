import type { ReactNode } from 'react';
import { type Capability, useCapability } from './capabilities.ts';

interface OfferedProps {
  /** What the services must have for it. */
  needs: Capability;
  /** In place of it where they do not. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** What not all services have what it needs for. */
export function Offered({ needs, otherwise = null, children }: OfferedProps) {
  return useCapability(needs) ? children : otherwise;
}
