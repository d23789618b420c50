import type { ReactNode } from 'react';
import { Moment } from './Moment.tsx';

interface MomentFactOptions {
  /** In place of a dash where the service says that there was no such moment. */
  never?: string;
  /** Date and time in place of "3 days ago". */
  absolute?: boolean;
}

/** A moment as the value of a fact: nothing where the service does not say it. */
export function momentFact(
  value: string | null | undefined,
  { never, absolute = false }: MomentFactOptions = {},
): ReactNode {
  if (value === undefined || value === null) return value === null ? (never ?? null) : undefined;
  return <Moment value={value} absolute={absolute} />;
}
