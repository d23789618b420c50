import type { ReactNode } from 'react';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { useFeedbackTexts } from '../feedback/feedback.texts.ts';
import { type Capability, useCapability } from './capabilities.ts';

interface OfferedProps {
  /** What the services must have for it. */
  needs: Capability;
  /** In place of it where they do not; without, one sentence that says so. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** A part of a page that not all services have what it needs for. */
export function Offered({ needs, otherwise, children }: OfferedProps) {
  const t = useFeedbackTexts();
  const isOffered = useCapability(needs);
  if (isOffered) return children;
  return otherwise === undefined ? <EmptyState title={t.notOffered} /> : otherwise;
}
