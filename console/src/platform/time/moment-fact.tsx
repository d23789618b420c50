import type { ReactNode } from 'react';
import { Moment } from './Moment.tsx';

interface MomentFactOptions {
  /** Replaces the dash if the service reports that there was no such moment. */
  never?: string;
  /** Shows date and time without "3 days ago". */
  absolute?: boolean;
}

/** A moment as the value of a fact; omitted if the service does not report it. */
export function momentFact(
  value: string | null | undefined,
  { never, absolute = false }: MomentFactOptions = {},
): ReactNode {
  if (value === undefined || value === null) return value === null ? (never ?? null) : undefined;
  return <Moment value={value} absolute={absolute} withRelative={!absolute} />;
}
