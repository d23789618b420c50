import { useSyncExternalStore } from 'react';
import classes from './OfflineNotice.module.css';
import { useShellTexts } from './shell.texts.ts';

/** Without network nothing fails: it waits. This says what for. */
export function OfflineNotice() {
  const t = useShellTexts();
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  return <output className={classes.notice}>{!isOnline && t.offline}</output>;
}

function follow(onChange: () => void) {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
