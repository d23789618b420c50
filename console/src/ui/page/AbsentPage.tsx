import type { ReactNode } from 'react';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { PageHeader, type Crumb } from './PageHeader.tsx';

interface AbsentPageProps {
  /** States that the item does not exist. */
  title: string;
  parents: readonly Crumb[];
  hint: string;
  /** A link to continue. */
  action: ReactNode;
}

/** The page of an item that does not exist. */
export function AbsentPage({ title, parents, hint, action }: AbsentPageProps) {
  return (
    <>
      <PageHeader title={title} parents={parents} absent />
      <EmptyState hint={hint} action={action} />
    </>
  );
}
