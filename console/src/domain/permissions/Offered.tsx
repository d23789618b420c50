import type { ReactNode } from 'react';
import { type Capability, useCapability } from '../../platform/capabilities.ts';

interface OfferedProps {
  /** The required capabilities of the services. */
  needs: Capability;
  /** Rendered instead if they are missing. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Renders content that not all services support. */
export function Offered({ needs, otherwise = null, children }: OfferedProps) {
  return useCapability(needs) ? children : otherwise;
}
