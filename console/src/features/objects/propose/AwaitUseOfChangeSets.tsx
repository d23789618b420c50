import type { ReactNode } from 'react';
import { useUseOfChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';

interface AwaitUseOfChangeSetsProps {
  partitionId: string;
  children: ReactNode;
}

/**
 * Shows the form of a change once it is known whether it offers change sets and what the policy requires, so that no button
 * arrives later and moves what is there. The buttons that open forms preload it.
 */
export function AwaitUseOfChangeSets({ partitionId, children }: AwaitUseOfChangeSetsProps) {
  return useUseOfChangeSets(partitionId) === undefined ? null : children;
}
