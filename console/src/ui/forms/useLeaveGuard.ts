import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { registerUnsaved } from '../../platform/unsaved.ts';

export interface LeaveGuard {
  /** Whether the user is being asked. */
  asking: boolean;
  stay: () => void;
  leave: () => void;
  /** Continues immediately when nothing is unsaved, else once the user confirms. */
  ask: (then: () => void) => void;
  /** Everything is saved: does not ask until there are changes again. */
  release: () => void;
  /** There are changes again. */
  guard: () => void;
}

/**
 * Asks before a page with unsaved changes is left by a link, Back or closing the tab. Changing only the query,
 * for example by switching tabs, does not leave the page.
 * @param focus restores the focus after a sign-in over the page
 */
export function useLeaveGuard(isUnsaved: () => boolean, focus?: () => void): LeaveGuard {
  const released = useRef(false);
  const [then, setThen] = useState<{ go: () => void }>();
  const hasUnsaved = () => !released.current && isUnsaved();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsaved(),
    enableBeforeUnload: false,
    withResolver: true,
  });
  const latest = useRef({ hasUnsaved, focus });
  useEffect(() => {
    latest.current = { hasUnsaved, focus };
  });
  useEffect(
    () =>
      registerUnsaved({
        isUnsaved: () => latest.current.hasUnsaved(),
        discard: () => {
          released.current = true;
        },
        focus: () => latest.current.focus?.(),
      }),
    [],
  );
  return {
    asking: then !== undefined || blocker.status === 'blocked',
    stay: () => {
      setThen(undefined);
      blocker.reset?.();
    },
    leave: () => {
      released.current = true;
      setThen(undefined);
      blocker.proceed?.();
      then?.go();
    },
    ask: (go) => (hasUnsaved() ? setThen({ go }) : go()),
    release: () => {
      released.current = true;
    },
    guard: () => {
      released.current = false;
    },
  };
}
