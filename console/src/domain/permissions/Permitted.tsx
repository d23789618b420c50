import type { ReactNode } from 'react';
import type { Permission } from '@annals/contracts/permissions';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useRefusalTexts } from '../../ui/feedback/refusal.texts.ts';
import { WaysOut } from '../../ui/feedback/WaysOut.tsx';
import { useIsDenied } from './my-permissions.ts';

interface PermittedProps {
  /** The permission that saving needs. */
  permission: Permission;
  /** False if the service says that the user may not change this one. */
  mayChange?: boolean | undefined;
  children: ReactNode;
}

/** A form, for users who may save it; others get ways out. Where that is not known, the service decides on saving. */
export function Permitted({ permission, mayChange = true, children }: PermittedProps) {
  const t = useRefusalTexts();
  const isDenied = useIsDenied(permission);
  if (mayChange && !isDenied) return children;
  return <EmptyState title={t.denied} hint={t.whomToAsk} action={<WaysOut />} />;
}
